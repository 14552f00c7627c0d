'use strict';
/* exported __score, __begin */
/**
 * Stands before a person's code in the worker's text. Takes what it needs before that code can
 * change it, and leaves it no access to the page but its answers: the ports it talks by are never seen
 * by it, nor are messages, whose parts it could redefine. Whatever that code does, the page checks
 * every answer. `__score` takes a function of a row that gives a score. `__begin` takes what is done
 * with WebAssembly that is sent along: it gives a function from the JSON text of a row to that of its
 * score.
 */
const { __score, __begin } = (() => {
  const REPORT_EVERY_MS = 100;
  const MAX_KEYS = 20;
  const LONGEST_TEXT = 500;
  const { parse, stringify } = JSON;
  const { isArray } = Array;
  const { entries, defineProperty, getOwnPropertyDescriptor } = Object;
  const { isFinite } = Number;
  const later = setTimeout;
  const now = performance.now.bind(performance);
  const decoder = new TextDecoder();
  const decode = decoder.decode.bind(decoder);
  const whenAll = Promise.all.bind(Promise);
  const first = Promise.race.bind(Promise);
  const { apply } = Reflect;
  const { postMessage, start } = MessagePort.prototype;
  const { addEventListener: listen } = EventTarget.prototype;
  const { preventDefault, stopImmediatePropagation } = Event.prototype;
  const getterOf = (holder, name) => getOwnPropertyDescriptor(holder.prototype, name).get;
  const [dataOf, portsOf] = [getterOf(MessageEvent, 'data'), getterOf(MessageEvent, 'ports')];
  let call;
  let describe;
  let begin;
  let port;

  /** JSON has neither NaN nor Infinity. */
  const describeNumber = (value) => (isFinite(value) ? value : { number: `${value}` });

  const describeEntry = (value) => {
    const type = typeof value;
    if (type === 'number') return describeNumber(value);
    if (type === 'string') return value.slice(0, LONGEST_TEXT);
    if (type === 'boolean' || value === null) return value;
    return { type: isArray(value) ? 'array' : type };
  };

  const describeScore = (value) => {
    const type = typeof value;
    if (type === 'number') return describeNumber(value);
    if (type === 'boolean' || value === null) return value;
    if (type !== 'object' || isArray(value)) return { type: isArray(value) ? 'array' : type };
    const some = entries(value).slice(0, MAX_KEYS);
    return { entries: some.map(([key, entry]) => [describeEntry(key), describeEntry(entry)]) };
  };

  const describeError = (error) => {
    const isError = error instanceof Error;
    const place = /:(\d+):(\d+)\)?(?:\n|$)/.exec(isError ? String(error.stack) : '');
    const message = isError ? `${error.name}: ${error.message}` : `Threw ${String(error)}`;
    const [line, column] = place ? [Number(place[1]), Number(place[2])] : [0, 0];
    return { error: message.slice(0, LONGEST_TEXT), line, column };
  };

  /** Describing runs the person's code too: getters, proxies. */
  const attempt = (run) => {
    try {
      return run();
    } catch (error) {
      try {
        return describeError(error);
      } catch {
        return { error: 'Threw something that cannot be read.', line: 0 };
      }
    }
  };

  /** Sends the page a text: a nonce and a message, as JSON. */
  const say = (nonce, json) => apply(postMessage, port, [`${nonce} ${json}`]);

  const answer = async ({ nonce, bytes, patienceMs }) => {
    const waiting = [];
    let reported = now();
    const report = (done) => {
      if (now() - reported < REPORT_EVERY_MS) return;
      reported = now();
      say(nonce, done);
    };
    const lines = decode(bytes).split('\n');
    const results = lines.map((json, index) => {
      report(index);
      return attempt(() => {
        const value = call(json);
        if (!(value instanceof Promise)) return describe(value);
        const settle = (run) => (given) => {
          results[index] = attempt(() => run(given));
        };
        waiting.push(value.then(settle(describe), settle(describeError)));
        return { error: `Its promise did not settle within ${patienceMs / 1000} s.`, line: 0 };
      });
    });
    if (waiting.length > 0) {
      await first([whenAll(waiting), new Promise((resolve) => later(resolve, patienceMs))]);
    }
    say(nonce, stringify(results));
  };

  // before any listener that the user's code can add
  const AHEAD = { capture: true };
  // ignored: the row has its own answer
  addEventListener('unhandledrejection', (event) => apply(preventDefault, event, []), AHEAD);
  // the first error shows that the program is invalid; endless errors would keep the page busy
  let hasFailed = false;
  const hearError = (event) => {
    if (hasFailed || port) apply(preventDefault, event, []);
    hasFailed = true;
  };
  addEventListener('error', hearError, AHEAD);
  const hearRows = (event) => {
    apply(stopImmediatePropagation, event, []);
    void answer(apply(dataOf, event, []));
  };
  const hearPort = (event) => {
    apply(stopImmediatePropagation, event, []);
    if (port) return;
    port = apply(portsOf, event, [])[0];
    apply(listen, port, ['message', hearRows, AHEAD]);
    apply(start, port, []);
    const failure = begin && attempt(() => begin(apply(dataOf, event, [])));
    const state = call === undefined ? 'no function' : 'ready';
    apply(postMessage, port, [failure ? stringify(failure) : state]);
  };
  addEventListener('message', hearPort, AHEAD);
  // things the policy refuses anyway: each refusal and each message would cost the page time
  const REFUSED =
    'postMessage Worker fetch importScripts XMLHttpRequest WebSocket EventSource WebTransport FontFace';
  for (const name of REFUSED.split(' ')) defineProperty(self, name, { value: undefined });

  const take = (given, howToCall, howToDescribe) => {
    if (call || typeof given !== 'function') return;
    call = howToCall;
    describe = howToDescribe;
  };
  return {
    __score: (given) => take(given, (json) => given(parse(json)), describeScore),
    __begin: (given) => {
      begin ??= (wasm) => given(wasm, (run) => take(run, run, parse));
    },
  };
})();
