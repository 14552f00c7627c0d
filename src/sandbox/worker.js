'use strict';
/* exported __score, __answer */
/**
 * Stands before a person's code in the worker's text. Takes what it needs before that code can
 * change it; whatever that code does, the page checks every answer. `__score` takes a function of a
 * row that gives a score, `__answer` a function of a list of arguments that gives any JSON value.
 */
const { __score, __answer } = (() => {
  const LONGEST_JSON = 1_000_000;
  const REPORT_EVERY_MS = 100;
  const { parse, stringify } = JSON;
  const { isArray } = Array;
  const { entries } = Object;
  const later = setTimeout;
  const now = performance.now.bind(performance);
  const decoder = new TextDecoder();
  const decode = decoder.decode.bind(decoder);
  const whenAll = Promise.all.bind(Promise);
  const first = Promise.race.bind(Promise);
  const { postMessage } = MessagePort.prototype;
  const apply = Reflect.apply;
  let call;
  let describe;
  let port;

  const describeEntry = (value) => {
    const type = typeof value;
    const isPlain = type === 'number' || type === 'string' || type === 'boolean' || value === null;
    return isPlain ? value : { type: isArray(value) ? 'array' : type };
  };

  const describeScore = (value) => {
    const type = typeof value;
    if (type === 'number' || type === 'boolean' || value === null) return value;
    if (type !== 'object' || isArray(value)) return { type: isArray(value) ? 'array' : type };
    return { entries: entries(value).map(([key, entry]) => [key, describeEntry(entry)]) };
  };

  const describeJson = (value, ms) => {
    const json = stringify(value) ?? '';
    if (json.length <= LONGEST_JSON) return { json, ms };
    return { error: `Gave more than ${LONGEST_JSON} characters.`, line: 0 };
  };

  const describeError = (error) => {
    const isError = error instanceof Error;
    const line = /:(\d+):\d+\)?(?:\n|$)/.exec(isError ? String(error.stack) : '');
    const message = isError ? `${error.name}: ${error.message}` : `Threw ${String(error)}`;
    return { error: message, line: line ? Number(line[1]) : 0 };
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

  const answer = async ({ nonce, bytes, patienceMs }) => {
    const waiting = [];
    let reported = now();
    const report = (done) => {
      if (now() - reported < REPORT_EVERY_MS) return;
      reported = now();
      apply(postMessage, port, [{ nonce, done }]);
    };
    const results = parse(decode(bytes)).map((row, index) => {
      report(index);
      return attempt(() => {
        const began = now();
        const value = call(row);
        if (!(value instanceof Promise)) return describe(value, now() - began);
        const settle = (run) => (given) => {
          results[index] = attempt(() => run(given, now() - began));
        };
        waiting.push(value.then(settle(describe), settle(describeError)));
        return { error: `Its promise did not settle within ${patienceMs / 1000} s.`, line: 0 };
      });
    });
    if (waiting.length > 0) {
      await first([whenAll(waiting), new Promise((resolve) => later(resolve, patienceMs))]);
    }
    apply(postMessage, port, [{ nonce, results }]);
  };

  // nobody waits for it: the row has its own answer
  addEventListener('unhandledrejection', (event) => event.preventDefault());
  addEventListener(
    'message',
    (event) => {
      event.stopImmediatePropagation();
      [port] = event.ports;
      port.onmessage = ({ data }) => void answer(data);
      apply(postMessage, port, [{ ready: call !== undefined }]);
    },
    { once: true },
  );

  const take = (given, howToCall, howToDescribe) => {
    if (call || typeof given !== 'function') return;
    call = howToCall;
    describe = howToDescribe;
  };
  return {
    __score: (given) => take(given, (row) => given(row), describeScore),
    __answer: (given) => take(given, (args) => apply(given, undefined, args), describeJson),
  };
})();
