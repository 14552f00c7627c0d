'use strict';
/**
 * Runs before everything else in the context of the user's code: the parts of a browser's worker
 * that engine/own-code's worker.js needs, written in plain JavaScript. Nothing of Node is passed
 * in: `__deliver` takes texts and returns one, the messages posted meanwhile.
 */
const __deliver = (() => {
  const listeners = [];
  const timers = [];
  let outbox = [];
  let portListener;
  const { parse, stringify } = JSON;
  const { now } = Date;

  class EventTarget {
    addEventListener(_type, listener) {
      portListener = listener;
    }
  }
  class MessagePort extends EventTarget {
    postMessage(text) {
      if (typeof text === 'string') outbox.push(text);
    }
    start() {}
  }
  class Event {
    preventDefault() {}
    stopImmediatePropagation() {}
  }
  class MessageEvent extends Event {
    #data;
    #ports;
    constructor(data, ports) {
      super();
      this.#data = data;
      this.#ports = ports;
    }
    get data() {
      return this.#data;
    }
    get ports() {
      return this.#ports;
    }
  }
  class TextDecoder {
    decode(text) {
      return text;
    }
  }
  // V8's own console leads to an inspector
  delete globalThis.console;
  Object.assign(globalThis, {
    ...{ EventTarget, MessagePort, Event, MessageEvent, TextDecoder },
    self: globalThis,
    performance: { now: () => now() },
    setTimeout: (run, ms) => void timers.push({ run, at: now() + ms }),
    addEventListener: (type, listener) => {
      if (type === 'message') listeners.push(listener);
    },
  });

  /** Runs what is due, and returns the messages posted since the last call as a JSON list. */
  return (kind, text) => {
    if (kind === 'start')
      for (const listener of listeners)
        listener(new MessageEvent(globalThis.__wasm, [new MessagePort()]));
    if (kind === 'batch') {
      const { nonce, patienceMs, json } = parse(text);
      portListener?.(new MessageEvent({ nonce, patienceMs, bytes: json }, []));
    }
    for (const timer of timers.splice(0)) {
      if (timer.at > now()) timers.push(timer);
      else timer.run();
    }
    const posted = stringify(outbox);
    outbox = [];
    return posted;
  };
})();
