import { beforeEach, describe, expect, it, vi } from 'vitest';
import { countFrames, useThreadFrames } from '../../../tests/support/thread-frame.ts';
import { jsonLines } from '../../../tests/support/json-lines.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { openFrame } from '#kernel/sandbox/frame-sandbox.ts';
import { SandboxLost, type OpenSandbox, type SandboxBatch } from './sandbox.ts';
import { CodeRunner, type CodeAnswer, type CodeToRun, type Deadlines } from './code-runner.ts';

/** Long enough for any machine, but for code that hangs. */
const PATIENT: Deadlines = { startMs: 20_000, batchMs: 20_000, rowMs: 20_000, mostHung: 3 };

let openSandbox: OpenSandbox;
beforeEach(() => {
  openSandbox = openFrame;
  return useThreadFrames();
});

function runnerOf(
  code: string,
  deadlines: Partial<Deadlines> = {},
  more: Partial<CodeToRun> = {},
  signal = new AbortController().signal,
): CodeRunner {
  return new CodeRunner({ code, name: 'm', ...more }, signal, openSandbox, {
    ...PATIENT,
    ...deadlines,
  });
}

function run(
  runner: CodeRunner,
  items: readonly unknown[],
  onItems?: (done: number) => void,
): Promise<readonly CodeAnswer[]> {
  return runner.run(jsonLines(items), items.length, onItems);
}

const valuesOf = (answers: readonly CodeAnswer[]): unknown[] =>
  answers.map((answer) => (answer.kind === 'error' ? answer.message : answer.value));

describe('code that answers', () => {
  it('gives an answer for each item, batch after batch in one sandbox', async () => {
    const runner = runnerOf('let n = 0;\nfunction m(row) { return row.x + n++; }');
    expect(valuesOf(await run(runner, [{ x: 10 }, { x: 20 }]))).toEqual([10, 21]);
    expect(valuesOf(await run(runner, [{ x: 30 }]))).toEqual([32]);
    expect(countFrames()).toBe(1);
    runner.close();
    await eventually(() => expect(countFrames()).toBe(0));
  });

  it('waits for its promises, but not for ever', async () => {
    const runner = runnerOf(
      'async (row) => { if (row === 1) throw new Error("no"); return row === 2 ? new Promise(() => {}) : row; }',
    );
    expect(valuesOf(await run(runner, [0, 1, 2, 3]))).toEqual([
      0,
      expect.objectContaining({ error: 'Error: no' }),
      { error: 'Its promise did not settle within 0.5 s.', line: 0 },
      3,
    ]);
  });
});

describe('code that fails', () => {
  it('for some items fails for these alone, with the line where it is known', async () => {
    const runner = runnerOf(
      'function m(row) {\n  if (row === 1) throw new Error("no words");\n  return 1;\n}',
    );
    const [first, second] = valuesOf(await run(runner, [0, 1]));
    expect(first).toBe(1);
    expect(second).toMatchObject({ error: 'Error: no words' });
    expect(runner.lineOf((second as { line: number }).line)).toBe(2);
  });

  it('at its start fails for all, and is not started again', async () => {
    const runner = runnerOf('const a = 1;\nnope();\nfunction m() { return 1; }');
    const message = 'ReferenceError: nope is not defined';
    const failure = { kind: 'error', message, line: 2, atStart: true };
    expect(await run(runner, [0, 1])).toEqual([failure, failure]);
    expect(countFrames()).toBe(0);
    expect(await run(runner, [0])).toEqual([failure]);
    expect(countFrames()).toBe(0);
  });

  it.each([
    ['const a = 1;', 'No function is declared.'],
    ['function m(row: Row) {\n  return 1;\n}', expect.stringContaining('types are not supported')],
  ])('says what is wrong with %j', async (code, said) => {
    expect(valuesOf(await run(runnerOf(code), [0]))).toEqual([said]);
  });

  it('says that a program has not come to its end', async () => {
    const runner = runnerOf('for (;;);\nfunction m() {}', { startMs: 300 });
    expect(valuesOf(await run(runner, [0, 1]))).toEqual([
      'The code did not finish within 0.3 s.',
      'The code did not finish within 0.3 s.',
    ]);
    expect(countFrames()).toBe(0);
  });
});

/** Sandboxes that do as they are told, in place of real ones. */
function scriptSandboxes(
  answer: (items: readonly unknown[], batch: SandboxBatch) => readonly unknown[],
): { opened: number } {
  const counts = { opened: 0 };
  openSandbox = () => {
    counts.opened++;
    const run = async (batch: SandboxBatch): Promise<readonly unknown[]> => {
      const lines = new TextDecoder().decode(batch.bytes).split('\n');
      const items = lines.map((line) => JSON.parse(line) as unknown);
      return answer(items, batch);
    };
    return Promise.resolve({ run, close: () => undefined });
  };
  return counts;
}

const SILENT = new SandboxLost({ how: 'silent' });

describe('code that hangs', () => {
  /** Hangs for negative items. */
  const hangs = (items: readonly unknown[]): readonly unknown[] => {
    if (items.some((item) => Number(item) < 0)) throw SILENT;
    return items;
  };
  const usual = (): CodeRunner =>
    new CodeRunner({ code: '() => 1', name: 'm' }, new AbortController().signal, openSandbox);
  const stopped = 'Stopped: no result within 1 s.';

  it('for an item loses only that one: the others are tried one by one', async () => {
    const counts = scriptSandboxes(hangs);
    const done: number[] = [];
    const runner = usual();
    expect(valuesOf(await run(runner, [1, -1, 3], (count) => done.push(count)))).toEqual([
      1,
      stopped,
      3,
    ]);
    expect(done).toEqual([1, 2, 3]);
    expect(valuesOf(await run(runner, [4]))).toEqual([4]);
    // the one of the batch, one for the first two, one after the second was stopped
    expect(counts.opened).toBe(3);
  });

  it('has 5 s for a batch and 1 s for an item', async () => {
    const deadlines: number[] = [];
    scriptSandboxes((items, { deadlineMs }) => {
      deadlines.push(deadlineMs);
      return hangs(items);
    });
    await run(usual(), [1, -1]);
    expect(deadlines).toEqual([5000, 1000, 1000]);
  });

  it('is given up after three items', async () => {
    const counts = scriptSandboxes(hangs);
    const runner = usual();
    const notRun = 'Not run: 3 earlier rows returned no result in time.';
    expect(valuesOf(await run(runner, [-1, -1, 3, -1, 5]))).toEqual([
      stopped,
      stopped,
      3,
      stopped,
      notRun,
    ]);
    const { opened } = counts;
    expect(valuesOf(await run(runner, [6, 7]))).toEqual([notRun, notRun]);
    expect(counts.opened).toBe(opened);
  });

  it('is stopped where it is the only item, without another try', async () => {
    const counts = scriptSandboxes(hangs);
    expect(valuesOf(await run(usual(), [-1]))).toEqual(['Stopped: no result within 5 s.']);
    expect(counts.opened).toBe(1);
  });

  it('is slow rather than hung when it goes on to the end: smaller batches follow', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const sizes: number[] = [];
    scriptSandboxes((items, { onRows }) => {
      sizes.push(items.length);
      // an item takes a second and a tenth: four are done when the batch's time is over
      const done = Math.min(items.length, 4);
      now.mockReturnValue(done * 1100);
      onRows(done);
      now.mockReturnValue(0);
      if (items.length > done) throw SILENT;
      return items;
    });
    const told: number[] = [];
    const items = [1, 2, 3, 4, 5];
    const runner = usual();
    expect(valuesOf(await run(runner, items, (count) => told.push(count)))).toEqual(items);
    expect(sizes).toEqual([5, 2, 2, 1]);
    expect(told.at(-1)).toBe(5);
    // what was learnt holds for the next batch
    await run(runner, [6, 7, 8]);
    expect(sizes.slice(4)).toEqual([2, 1]);
  });

  it('on its first item is hung, however long it is waited for', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const sizes: number[] = [];
    scriptSandboxes((items, { onRows }) => {
      sizes.push(items.length);
      if (items.length === 1) return hangs(items);
      now.mockReturnValue(100);
      onRows(1);
      throw SILENT;
    });
    expect(valuesOf(await run(usual(), [1, -1, 3]))).toEqual([1, stopped, 3]);
    expect(sizes).toEqual([3, 1, 1, 1]);
  });
});

describe('code that says too much', () => {
  it('is run in smaller batches, and fails only for the items that alone are too much', async () => {
    const sizes: number[] = [];
    scriptSandboxes((items) => {
      sizes.push(items.length);
      if (items.length > 2 || items.includes('long')) throw new SandboxLost({ how: 'too_long' });
      return items;
    });
    const items = [1, 2, 3, 'long', 5];
    const said = 'Returned more than 2,500,000 characters.';
    expect(valuesOf(await run(runnerOf('() => 1'), items))).toEqual([1, 2, 3, said, 5]);
    expect(sizes).toEqual([5, 2, 2, 1, 1, 1]);
  });

  it('is stopped for good when it sends messages without end', async () => {
    const counts = scriptSandboxes(() => {
      throw new SandboxLost({ how: 'flooding' });
    });
    const runner = runnerOf('() => 1');
    const said = 'Stopped: it kept sending messages to the page.';
    expect(valuesOf(await run(runner, [1, 2]))).toEqual([said, said]);
    expect(valuesOf(await run(runner, [3]))).toEqual([said]);
    expect(counts.opened).toBe(1);
  });
});

describe('code that lies', () => {
  it('has no way to keep the answers back', async () => {
    const tamper =
      'MessagePort.prototype.postMessage = Promise.all = JSON.parse = () => undefined;';
    const runner = runnerOf(`${tamper}\nfunction m(row) { return row; }`);
    expect(valuesOf(await run(runner, [7]))).toEqual([7]);
  });

  it('is not believed when it answers for too few items', async () => {
    const tamper = 'Array.prototype.map = () => [];';
    const code = `${tamper}\nfunction m() { return 1; }`;
    const answers = await run(runnerOf(code, { mostHung: 1 }), [0]);
    expect(answers).toEqual([{ kind: 'error', message: expect.stringContaining('no result') }]);
    expect(countFrames()).toBe(0);
  });

  it.each<[string, string, unknown]>([
    ['a function', '() => () => 1', { type: 'function' }],
    ['a symbol', '() => Symbol("x")', { type: 'symbol' }],
    ['a list', '() => [1]', { type: 'array' }],
    ['an object', '() => ({ m: { valueOf: () => 1 } })', { entries: [['m', { type: 'object' }]] }],
    [
      'a proxy that throws',
      '() => new Proxy({}, { ownKeys() { throw new Error("trap"); } })',
      expect.objectContaining({ error: 'Error: trap' }),
    ],
    [
      'an error that cannot be read',
      '() => { throw { toString() { throw 1; } }; }',
      { error: 'Threw something that cannot be read.', line: 0 },
    ],
    [
      'endless recursion',
      'function m() { return m() + 1; }',
      expect.objectContaining({ error: expect.stringContaining('RangeError') }),
    ],
  ])('is described, never passed on: %s', async (_what, code, described) => {
    expect(valuesOf(await run(runnerOf(code), [0]))).toEqual([described]);
  });

  it('ends with its worker: one that closes itself is lost', async () => {
    const runner = runnerOf('() => { close(); for (;;); }', { batchMs: 500, mostHung: 1 });
    expect(valuesOf(await run(runner, [0]))).toEqual(['Stopped: no result within 0.5 s.']);
  });
});

describe('cancelling', () => {
  it('before the beginning opens none', async () => {
    const runner = runnerOf('() => 1', {}, {}, AbortSignal.abort());
    await expect(run(runner, [0])).rejects.toMatchObject({ name: 'AbortError' });
    expect(countFrames()).toBe(0);
  });
});
