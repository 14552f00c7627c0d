import { execFile } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { jsonLines } from '../../../tests/support/json-lines.ts';
import { MetricRunner } from '#engine/own-code/custom-scorer.ts';
import { CouldNotRun } from '../could-not-run.ts';
import { KEPT_FROM_ALL, openProcess, requireIsolation } from './own-metrics.ts';

const { signal } = new AbortController();

/** Scores rows by the code of a metric. */
async function score(code: string, rows: readonly unknown[] = [{}]) {
  const runner = new MetricRunner({ name: 'm', code, scale: 'number' }, signal, openProcess);
  try {
    return await runner.score(jsonLines(rows), rows.length);
  } finally {
    runner.close();
  }
}

/**
 * Goes for what is outside of the context: an error of Node by overflowing the stack where Node
 * writes one down; by its prototypes those of Node, with getters that Node itself reads; by these a
 * port, and by a warning the process. Scores how far it came, from 0.
 */
const ESCAPE = `
  const climb = Object.getPrototypeOf;
  let foreign;
  const dig = () => {
    try {
      void new Error().stack;
      dig();
    } catch (error) {
      if (!(error instanceof Error)) foreign ??= error;
    }
  };
  for (let tries = 0; tries < 20 && !foreign; tries++) dig();
  let reached = foreign ? 1 : 0;
  let found;
  if (foreign) {
    let error = climb(foreign);
    while (climb(climb(error))) error = climb(error);
    const object = climb(error);
    const define = (holder, key, get) => {
      try {
        Object.defineProperty(holder, key, { configurable: true, get, set: () => undefined });
        reached = 2;
      } catch {}
    };
    define(object, 'noDeprecation', function () {
      found ??= this;
      return true;
    });
    define(object, 'signal', () => ({
      addEventListener(_type, _listener, options) {
        for (const key of Object.getOwnPropertySymbols(options)) {
          const port = options[key];
          if (typeof port?.addEventListener !== 'function') continue;
          define(error, 'name', () => 'DeprecationWarning');
          port.addEventListener('x', null);
          delete object.signal;
          delete error.name;
        }
      },
    }));
    for (const run of [
      () => climb(climb(foreign.constructor)).constructor('return process')(),
      () => climb(async () => 1).constructor('return process')(),
      () => foreign.constructor.prepareStackTrace(),
    ])
      try {
        found ??= run();
      } catch {}
  }
  const m = () => (found ? 3 : reached);
`;

it('a metric in a process of its own scores rows, also by promises', async () => {
  const rows = [{ id: 1 }, { id: 2 }];
  expect(await score('(row) => row.id', rows)).toMatchObject([{ value: 1 }, { value: 2 }]);
  expect(await score('async (row) => { await null; return row.id; }', rows)).toMatchObject([
    { value: 1 },
    { value: 2 },
  ]);
});

it('a metric in a process of its own says what is wrong with code, and where', async () => {
  expect(await score('() => {\n  throw new Error("no");\n}')).toMatchObject([
    { kind: 'error', message: 'Error: no', line: 2 },
  ]);
  expect(await score('const m = 1')).toMatchObject([{ kind: 'error' }]);
  expect(await score('(')).toMatchObject([{ kind: 'error' }]);
});

it('a metric in a process of its own has nothing of Node, and gets nowhere by its errors', async () => {
  const names = ['process', 'require', 'fetch', 'Buffer', 'console', 'setInterval', 'module'];
  const look = `() => ${JSON.stringify(names)}.filter((name) => typeof globalThis[name] !== 'undefined').length`;
  expect(await score(look)).toMatchObject([{ value: 0 }]);
  const byImport = `async () => {
      try {
        await import<!--
        ('node:fs');
      } catch (error) {
        ${ESCAPE.replace('let foreign;', 'let foreign = error;')}
        return m();
      }
      return 3;
    }`;
  // an error of Node may be had; nothing of Node is changed or found by it
  for (const code of [ESCAPE, byImport]) {
    const [result] = await score(code);
    if (result?.kind === 'score') expect(result.value).toBeLessThan(2);
  }
});

it('a metric in a process of its own has no files, programs, threads, environment or text to evaluate, wherever it gets', async () => {
  const probes = {
    read: `require('node:fs').readFileSync('/etc/hostname')`,
    environment: `require('node:fs').readFileSync('/proc/self/environ')`,
    list: `require('node:fs').readdirSync('/')`,
    write: `require('node:fs').writeFileSync('written', '')`,
    program: `require('node:child_process').spawnSync('id').error ?? 1`,
    thread: `new (require('node:worker_threads').Worker)('', { eval: true })`,
    addon: `process.dlopen({ exports: {} }, 'x.node')`,
    binding: `process.binding('fs')`,
    inspector: `require('node:inspector').open()`,
    evaluate: `new Function('return 1')()`,
    change: `Object.assign(Object.prototype, { signal: 1 })`,
    rename: `Object.defineProperty(Error.prototype, 'name', { value: 'x' })`,
  };
  const code = `
      const held = {};
      for (const [name, probe] of Object.entries(${JSON.stringify(probes)})) {
        try {
          const result = require('node:vm').runInThisContext('(require, process) => ' + probe)(require, process);
          held[name] = result instanceof Error ? 'held' : 'reached';
        } catch {
          held[name] = 'held';
        }
      }
      held.variables = Object.keys(process.env).length === 0 ? 'held' : 'reached';
      process.stdout.write(JSON.stringify(held));`;
  const args = [...KEPT_FROM_ALL, '--eval', code];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: {} });
  const names = [...Object.keys(probes), 'variables'];
  expect(JSON.parse(stdout)).toEqual(Object.fromEntries(names.map((name) => [name, 'held'])));
});

it.each(['bun', 'deno'])(
  'a metric in a process of its own is refused in %s, with the reason',
  (name) => {
    expect(() => requireIsolation({ ...process.versions, [name]: '1.0.0' })).toThrow(CouldNotRun);
    expect(() => requireIsolation()).not.toThrow();
  },
);
