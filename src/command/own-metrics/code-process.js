'use strict';
/* global process, setInterval, Buffer, WebAssembly, TextEncoder, TextDecoder */
/**
 * Runs a person's code in a separate process, which own-metrics.ts starts with this text. The code
 * runs in a context without any global of Node, and can only post text. An error of Node may leak
 * Node's intrinsics to it: these are frozen, cannot evaluate text, and the process has no access to
 * files, programs, threads or the environment. The process ends itself when it takes too long, even
 * after its parent has died. Python runs in our interpreter in the same context: no JavaScript of a
 * person is in it then, and only the interpreter is compiled.
 */
const { constants, createContext, Script } = process.getBuiltinModule('node:vm');
const TICK_MS = 5;
/** More than the longest deadline. */
const LONGEST_MS = 15_000;
/** More than the longest answers accepted. */
const MAX_CHARACTERS = 20_000_000;
const FILE = 'program.js';

/** A context without any global of Node; its promises settle before a script in it ends. */
const bareContext = () =>
  createContext(constants.DONT_CONTEXTIFY, {
    codeGeneration: { strings: false, wasm: false },
    microtaskMode: 'afterEvaluate',
  });

const runIn = (context, text, filename) =>
  new Script(text, { filename }).runInContext(context, { timeout: LONGEST_MS });

const writeProgram = (writer, job) => {
  const context = bareContext();
  const before =
    'let __program = ""; let __write; const addEventListener = (_, listener) => { __write = listener; };' +
    'const postMessage = (text) => { __program = text; };';
  runIn(context, before);
  runIn(context, writer);
  return String(runIn(context, `__write({ data: ${JSON.stringify(job)} }); __program;`));
};

/** Reads a property of an error, which may be any value. */
const textOf = (error, key) => {
  try {
    const value = error[key];
    return typeof value === 'string' ? value.slice(0, 2000) : '';
  } catch {
    return ''; // a getter of the program
  }
};

const fail = (error) => {
  const [, line = '0'] = /program\.js:(\d+)/.exec(textOf(error, 'stack')) ?? [];
  const message = `Uncaught ${textOf(error, 'name') || 'Error'}: ${textOf(error, 'message')}`;
  process.send({ failed: { message, line: Number(line) } });
};

const start = ({ writer, globals, job, wasm }) => {
  const context = bareContext();
  if (wasm !== undefined) {
    context.__utf8 = { TextEncoder, TextDecoder };
    context.__wasm = new WebAssembly.Module(Buffer.from(wasm, 'base64'));
  }
  const say = (kind, text) => {
    try {
      const call = `__deliver(${JSON.stringify(kind)}, ${JSON.stringify(text)})`;
      const posted = runIn(context, call);
      if (typeof posted !== 'string' || posted === '[]') return;
      process.send(posted.length > MAX_CHARACTERS ? { isTooLong: true } : { posted });
    } catch (error) {
      if (textOf(error, 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT') process.exit(1);
      fail(error);
    }
  };
  try {
    runIn(context, globals);
    runIn(context, writeProgram(writer, job), FILE);
  } catch (error) {
    fail(error);
    return;
  }
  process.on('message', (batch) => say('batch', JSON.stringify(batch)));
  say('start', '');
  // promises of rows settle between ticks, and time passes
  setInterval(() => say('tick', ''), TICK_MS);
};

process.once('message', start);
process.once('disconnect', () => process.exit());
