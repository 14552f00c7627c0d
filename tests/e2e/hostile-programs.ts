/** Bodies of an async function that give 1 when they get what they must not; tried side by side. */
export const ATTACKS: Readonly<Record<string, string>> = {
  fetch: `await fetch(url + 'fetch'); return 1;`,
  'fetch no-cors': `await fetch(url + 'no-cors', { mode: 'no-cors', method: 'POST', body: JSON.stringify(row) }); return 1;`,
  'fetch keepalive': `await fetch(url + 'keepalive', { keepalive: true, method: 'POST', body: 'x' }); return 1;`,
  xhr: `return new Promise((done, fail) => { const x = new XMLHttpRequest(); x.open('GET', url + 'xhr'); x.onload = () => done(1); x.onerror = fail; x.send(); });`,
  'synchronous xhr': `const x = new XMLHttpRequest(); x.open('GET', url + 'sync', false); x.send(); return 1;`,
  websocket: `return new Promise((done, fail) => { const s = new WebSocket(url.replace('http', 'ws')); s.onopen = () => done(1); s.onerror = fail; });`,
  'event source': `return new Promise((done, fail) => { const s = new EventSource(url + 'events'); s.onopen = () => done(1); s.onerror = fail; });`,
  webtransport: `await new WebTransport(url.replace('http:', 'https:')).ready; return 1;`,
  importScripts: `importScripts(url + 'script.js'); return 1;`,
  'importScripts of a blob': `importScripts(URL.createObjectURL(new Blob(['self.got = 1']))); return self.got;`,
  'nested worker': `return new Promise((done, fail) => { const w = new Worker(URL.createObjectURL(new Blob(["fetch('" + url + "nested').then(() => postMessage(1), () => postMessage(0))"]))); w.onmessage = (e) => done(e.data); w.onerror = fail; });`,
  'worker by url': `return new Promise((done, fail) => { const w = new Worker(url + 'worker.js'); w.onmessage = () => done(1); w.onerror = fail; });`,
  eval: `return eval('1');`,
  'new Function': `return new Function('return 1')();`,
  'setTimeout with text': `self.got = 0; setTimeout('self.got = 1', 0); await new Promise((r) => setTimeout(r, 30)); return self.got;`,
  wasm: `await WebAssembly.instantiate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])); return 1;`,
  font: `await new FontFace('x', 'url(' + url + 'font)').load(); return 1;`,
  indexedDB: `return new Promise((done, fail) => { const r = indexedDB.open('trajectory-playground'); r.onsuccess = () => done(1); r.onerror = fail; });`,
  'list of databases': `return (await indexedDB.databases()).length > 0 ? 1 : 0;`,
  caches: `return (await caches.keys()).length >= 0 ? 1 : 0;`,
  'file system': `await navigator.storage.getDirectory(); return 1;`,
  localStorage: `return localStorage.getItem('trajectory-playground:trusted-code') === null ? 0 : 1;`,
  cookies: `return (await cookieStore.getAll()).length >= 0 ? 1 : 0;`,
  'broadcast to the page': `new BroadcastChannel('trajectory-playground').postMessage(url); return typeof document === 'undefined' ? 0 : 1;`,
  'parent, top and opener': `return [self.parent, self.top, self.opener].some((w) => w !== undefined) ? 1 : 0;`,
  'rows of others': `return Object.keys(row).some((key) => /run|key|token/i.test(key)) || Array.isArray(row) ? 1 : 0;`,
};

/** The same, but these may break what runs beside them. */
export const ALONE: Readonly<Record<string, string>> = {
  'navigation of the worker': `try { location.href = url + 'navigate'; } catch {} try { location.assign(url + 'assign'); } catch {} await new Promise((r) => setTimeout(r, 30)); return 0;`,
  'message to the frame': `self.postMessage({ ready: true }); self.postMessage({ nonce: '', results: [1] }); return 0;`,
  'prototypes tampered with': `Array.prototype.map = () => [1]; Object.prototype.nonce = 'forged'; JSON.parse = () => [1]; Object.entries = () => [['attack', 1]]; MessagePort.prototype.postMessage = () => undefined; Promise.all = () => 1; return 0;`,
  'the sandbox’s own function': `try { __score(() => 1); } catch {} return 0;`,
};

const LOADS = /import\(\) loads nothing here/;

/** Redefines whatever a port could be seen by. */
const TAKE_PORT = `
let port;
const see = (value) => { if (value instanceof MessagePort) port ??= value; };
const watch = (prototype, name) => {
  const { get, set } = Object.getOwnPropertyDescriptor(prototype, name);
  Object.defineProperty(prototype, name, {
    get() { see(this); const value = get.call(this); see(value?.[0]); return value; },
    set(value) { see(this); set.call(this, value); },
  });
};
watch(MessagePort.prototype, 'onmessage');
for (const name of ['data', 'ports']) watch(MessageEvent.prototype, name);
for (const name of ['target', 'currentTarget']) watch(Event.prototype, name);
for (const [prototype, name] of [[EventTarget.prototype, 'addEventListener'], [MessagePort.prototype, 'start'], [MessagePort.prototype, 'postMessage']]) {
  const own = prototype[name];
  prototype[name] = function (...given) { see(this); return own.apply(this, given); };
}
addEventListener('message', (event) => see(event.ports[0]), { capture: true });
const { iterator } = Symbol;
const own = Array.prototype[iterator];
Array.prototype[iterator] = function () { see(this[0]); return own.call(this); };`;

/** Sends messages without end by a port, where there is one. */
const FLOOD = `
function attack() {
  if (!port) throw 'none was seen';
  for (let n = 0; n < 3e6; n++) port.postMessage('x 1');
  return 1;
}`;

/** Programs that end badly, and what is said of them. */
export const BROKEN: Readonly<Record<string, readonly [code: string, said: RegExp]>> = {
  'an endless loop': ['() => { for (;;); }', /no result within 1 s/],
  'an endless loop at the start': ['for (;;);\nfunction attack() {}', /did not finish within/],
  'a closed worker': ['() => { close(); for (;;); }', /no result within 1 s/],
  'a memory bomb': [
    '() => { const all = []; for (;;) all.push(new Float64Array(1e6).fill(1)); }',
    /no result within 1 s|RangeError/,
  ],
  'endless recursion': ['function attack() { return attack() + 1; }', /RangeError/],
  'a function as result': ['() => () => 1', /a function instead of/],
  'a symbol as result': ['() => Symbol("x")', /a symbol instead of/],
  'a proxy that throws': [
    '() => new Proxy({}, { ownKeys() { throw new Error("trap"); } })',
    /Error: trap/,
  ],
  'an endless text thrown': ['() => { throw "x".repeat(1e7); }', /^First row Threw x{50}/],
  'import()': [
    'async () => (await import("data:text/javascript,export default 1")).default',
    LOADS,
  ],
  'import() in a comment’s shadow': ['() => import /* late */ ("./x.js")', LOADS],
  'a function behind many comments': [
    `${'/* a */'.repeat(4000)} () => 12`,
    /^First row scores 12$/,
  ],
  'a word and many spaces': [`function${' '.repeat(45_000)}\n(1)`, /SyntaxError/],
  'messages without end to the frame': [
    '() => { for (;;) self.postMessage(1); }',
    /postMessage is not a function/,
  ],
  'errors without end': ['() => { for (;;) reportError(new Error("x")); }', /no result within 1 s/],
  'errors without end at the start': ['for (;;) reportError(new Error("x"));', /Error: x/],
  'requests without end': ['() => { for (;;) fetch("x"); }', /fetch is not a function/],
  'a port taken by its setter': [`${TAKE_PORT}\n${FLOOD}`, /^First row Threw none was seen$/],
  'an answer of a million objects': [
    'Array.prototype.map = () => [{ entries: Array.from({ length: 1e6 }, () => ({})) }];\n() => 1;\nfunction attack() { return 1; }',
    /Returned more than 2,500,000 characters/,
  ],
  'a column that would change all objects': [
    '() => JSON.parse(\'{"attack":1,"__proto__":2}\')',
    /cannot name a column: "__proto__"/,
  ],
  'forged results': ['() => ({ attack: { valueOf: () => 1 } })', /an object instead of/],
};

/** A program that makes attacks side by side, and names those that got through. */
export function attackWith(url: string, bodies: Readonly<Record<string, string>>): string {
  const entries = Object.entries(bodies).map(
    ([name, body]) => `${JSON.stringify(name)}: async (row) => { ${body} },`,
  );
  return [
    `const url = ${JSON.stringify(url)};`,
    `const bodies = {\n${entries.join('\n')}\n};`,
    'async function attack(row) {',
    '  const through = [];',
    '  const tries = Object.entries(bodies).map(async ([name, run]) => {',
    '    const late = new Promise((done) => setTimeout(done, 200, 0));',
    '    const got = await Promise.race([run(row), late]).catch(() => 0);',
    '    if (got === 1) through.push(name);',
    '  });',
    '  await Promise.all(tries);',
    '  return { attack: through.length, tried: tries.length, through: through.join() || "none" };',
    '}',
  ].join('\n');
}
