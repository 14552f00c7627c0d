'use strict';
/* global process, setInterval, Buffer, WebAssembly, TextEncoder, TextDecoder */
/**
 * Runs a person's code in a process of its own, which own-metrics.ts starts with this text. Code runs
 * in a context without a single global of Node, and what it posts is text. An error of Node may
 * reach it, and by that the intrinsics of Node: they are frozen, lead to no evaluation of text, and
 * the process has no files, programs, threads or environment. It is ended when it takes too long,
 * also where nobody is left to end it. Python is run by our own program in the same context: no
 * JavaScript of a person is in it then, and the interpreter is all that is compiled.
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

/** An error of the program may be any value. */
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
  // promises of rows settle between two turns, and time passes
  setInterval(() => say('tick', ''), TICK_MS);
};

process.once('message', start);
process.once('disconnect', () => process.exit());
