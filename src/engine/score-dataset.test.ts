import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { jsonl, row, THREE_ROWS } from '../../tests/e2e/rows.ts';
import { countFrames, useThreadFrames } from '../../tests/support/thread-frame.ts';
import ThreadWorker from '../../tests/support/thread-worker.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { joinColumns } from '#core/score/columns/growing-columns.ts';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import {
  scoreDataset,
  type Recognised,
  type FileRequest,
  type ScoreResult,
} from './score-dataset.ts';
import type { DonePart } from './part-gatherer.ts';
import { warmUpWorkers } from '#app/start.ts';
import { WorkerPool } from '#kernel/worker/worker-pool.ts';
import { readRecords } from '#workers/read-rows.ts';
import type { WorkerLost } from '#kernel/worker/worker-client.ts';

let pool: WorkerPool;
let replaced: WorkerLost[];
let recognised: Recognised[];
let parts: DonePart[];

beforeEach(() => {
  [replaced, recognised, parts] = [[], [], []];
  pool = new WorkerPool((lost) => replaced.push(lost), 2);
});

afterEach(() => {
  for (const worker of ThreadWorker.living) worker.terminate();
});

function score(
  blob: Blob | string,
  name = '',
  change: Partial<FileRequest> = {},
): Promise<ScoreResult> {
  return scoreDataset(pool, {
    mode: 'file',
    blob: typeof blob === 'string' ? new Blob([blob]) : blob,
    name,
    settings: DEFAULT_SETTINGS,
    chosenRoles: {},
    reading: {},
    isTrusted: () => true,
    signal: new AbortController().signal,
    onRecognised: (one) => recognised.push(one),
    onPart: (columns, end) => parts.push({ columns, end }),
    ...change,
  });
}

const columns = (): ScoredColumns => joinColumns(parts.map((part) => part.columns));
/** The rows as they are read back from their places. */
async function rowsOf(result: ScoreResult): Promise<unknown[]> {
  const rows: unknown[] = [];
  if (result.kind === 'scored') await readRecords(result, columns(), (record) => rows.push(record));
  return rows;
}

const LINES = jsonl(THREE_ROWS);
const TABLE = 'id,predicted_trajectory,reference_trajectory\nx,"[""a""]","[""a""]"\ny,[],[]\n';

/** More than one slice of records. */
const TABLE_CELLS = { predicted_trajectory: '[]', reference_trajectory: '[]' };
const TABLE_ROWS = Array.from({ length: 3000 }, (_, at) => ({
  ...TABLE_CELLS,
  id: `é "${String(at)}"\n${'x'.repeat(900)}`,
}));
const LARGE_TABLE = `id,predicted_trajectory,reference_trajectory\n${TABLE_ROWS.map(
  ({ id }) => `"${id.replaceAll('"', '""')}","[]",[]\n`,
).join('')}`;

/** More than one slice of lines: rows of a kilobyte. */
const LARGE = jsonl(
  Array.from({ length: 4000 }, (_, at) =>
    row(`r-${String(at)}`, 'ab', 'ab', { filler: 'x'.repeat(1000) }),
  ),
);

const LARGE_LIST = `[${LARGE.trimEnd().replaceAll('\n', ',\n')}]`;
const SEVEN = {
  name: 'seven',
  code: '() => 7',
  scale: 'number',
  better: 'none',
  isOn: true,
} as const;

describe('scoring a dataset', () => {
  it.each([
    ['lines', LINES, false],
    [
      'lines with a key',
      `${LINES}{"reference_trajectory":[{"$anyOrder":[]},{"$any":[1]}]}\n`,
      true,
    ],
    ['a key in the last of several slices', `${LARGE}{"reference_trajectory":{"$any":[]}}\n`, true],
    ['a large table', LARGE_TABLE, false],
    ['a table with a key', LARGE_TABLE.replace('"[]"', '"[{""$any"":[]}]"'), true],
    ['rows written anew', `[{id: 'x', reference_trajectory: [{'$any': []}]}]`, undefined],
  ])('says whether a reserved key of patterns stands in %s', async (_, text, isThere) => {
    expect(await score(text)).toMatchObject({ kind: 'scored', mentionsPatterns: isThere });
  });

  it('reads lines from the file itself', async () => {
    const blob = new Blob([LINES]);
    const result = await score(blob);
    expect(result).toMatchObject({ kind: 'scored', original: null, issue: null });
    expect(result.kind === 'scored' && result.rows).toBe(blob);
    expect(columns().rowCount).toBe(3);
    expect([...columns().scores[0]!.values]).toEqual([1, 0, 0]);
    expect(recognised).toMatchObject([{ format: { id: 'jsonl' }, roles: { id: 'id' } }]);
  });

  it('reads the records of a large table from the file itself', async () => {
    const blob = new Blob([LARGE_TABLE]);
    const result = await score(blob);
    expect(result.kind === 'scored' && result.rows).toBe(blob);
    expect(result).toMatchObject({ original: null, table: { bytes: blob.size } });
    expect(columns().rowCount).toBe(TABLE_ROWS.length);
    expect(await rowsOf(result)).toEqual(TABLE_ROWS);
  });

  it('writes anew only the rows from a record on that keeps to no rule', async () => {
    const blob = new Blob([`${LARGE_TABLE}b,"[]" ,[]\na,[],[]\n`]);
    const result = await score(blob);
    expect(result).toMatchObject({ original: blob, table: { bytes: blob.size }, issue: null });
    const more = ['b', 'a'].map((id) => ({ id, ...TABLE_CELLS }));
    expect(await rowsOf(result)).toEqual([...TABLE_ROWS, ...more]);
  });

  it('writes the rows of a small table as lines and keeps the file', async () => {
    const blob = new Blob([TABLE]);
    const result = await score(blob);
    if (result.kind !== 'scored') throw new Error(result.kind);
    expect(result.original).toBe(blob);
    expect((await result.rows.text()).trim().split('\n')).toHaveLength(2);
    expect(columns().rowCount).toBe(2);
    expect(recognised[0]?.format.id).toBe('csv');
  });

  it.each([0, 2])('reads the items of a list from the file itself, indented by %i', async (by) => {
    const blob = new Blob([JSON.stringify(THREE_ROWS, null, by)]);
    const result = await score(blob);
    expect(result.kind === 'scored' && result.rows).toBe(blob);
    expect(result).toMatchObject({ original: null, issue: null });
    expect(await rowsOf(result)).toEqual(THREE_ROWS);
    expect(recognised[0]?.format.id).toBe('json-rows');
  });

  it('gives the same data the same fingerprint, other data another', async () => {
    const prints = [];
    for (const text of [LINES, LINES, LINES.replace('r-same', 'r-othr')]) {
      const result = await score(text);
      prints.push(result.kind === 'scored' && result.fingerprint);
    }
    expect(prints[0]).toBe(prints[1]);
    expect(prints[0]).not.toBe(prints[2]);
  });

  it('gives parts in order, however many workers take part', async () => {
    await score(LARGE);
    expect(parts.length).toBeGreaterThan(1);
    expect(columns().rowCount).toBe(4000);
    expect([...columns().lines]).toEqual(Array.from({ length: 4000 }, (_, at) => at + 1));
  });

  it.each([
    ['', 'file_empty'],
    ['\u0000\u0001\u0002binary\u0000', 'file_binary'],
    ['no dataset at all', 'shape_unknown'],
  ])('says why %j cannot be read', async (text, code) => {
    expect(await score(text)).toMatchObject({ kind: 'unreadable', issue: { code } });
    expect(parts).toEqual([]);
  });

  it('says so where a file has nothing but a head', async () => {
    expect(await score('id,prompt\n')).toMatchObject({ issue: { code: 'file_without_rows' } });
  });

  it('reads as a person chose before for files with that header, and notes it', async () => {
    const asked: string[] = [];
    await score(LINES, '', {
      recall: (header) => {
        asked.push(header);
        return { roles: { prompt: '' }, reading: {} };
      },
    });
    expect(asked).toEqual([recognised[0]!.header]);
    expect(recognised[0]!.roles.prompt ?? '').toBe('');
    expect(columns().issues.counts.reading_remembered).toBe(1);
  });

  it('ends when it is cancelled', async () => {
    const abort = new AbortController();
    const end = score(LARGE, '', { signal: abort.signal, onPart: () => abort.abort() });
    await expect(end).rejects.toMatchObject({ name: 'AbortError' });
  });
});

/** Ends the worker that is asked next, once it is. */
function crashNext(): void {
  const { postMessage } = ThreadWorker.prototype;
  const asking = vi.spyOn(ThreadWorker.prototype, 'postMessage');
  asking.mockImplementation(function (this: ThreadWorker, ...asked) {
    asking.mockRestore();
    postMessage.apply(this, asked);
    this.crash();
  });
}

describe('a worker lost amid a dataset', () => {
  it.each([
    ['lines', LARGE],
    [
      'a table',
      `id,note,predicted_trajectory,reference_trajectory\n${Array.from(
        { length: 4000 },
        (_, at) => `r-${String(at)},${'x'.repeat(1000)},"[""a""]","[""a""]"\n`,
      ).join('')}`,
    ],
  ])('costs no row of %s: its part is done again, and that is told', async (_what, text) => {
    let count = 0;
    await score(text, '', {
      onPart: (found, end) => {
        parts.push({ columns: found, end });
        if (count++ === 0) crashNext();
      },
    });
    expect(replaced).toMatchObject([{ how: 'crashed' }]);
    expect(columns().rowCount).toBe(4000);
    expect(columns().skippedCount).toBe(0);
    expect([...columns().scores[0]!.values].every((value) => value === 1)).toBe(true);
    expect(new Set(columns().lines).size).toBe(4000);
  });

  it('costs no row of a text read from start to end: parts that came already are not taken twice', async () => {
    const list = Array.from({ length: 1500 }, (_, at) =>
      row(`r-${String(at)}`, 'ab', 'ab', { filler: 'x'.repeat(1000) }),
    );
    let count = 0;
    await score(JSON.stringify(list), '', {
      onPart: (found, end) => {
        parts.push({ columns: found, end });
        if (count++ === 0) crashNext();
      },
    });
    expect(parts.length).toBeGreaterThan(1);
    expect(replaced).toHaveLength(1);
    expect(columns().rowCount).toBe(1500);
  });
});

describe('a file that is out of reach', () => {
  it.each(['NotReadableError', 'NotFoundError'])('is said so: %s', async (name) => {
    const blob = new Blob([LINES]);
    const gone = Object.assign(new Blob(), {
      arrayBuffer: () => Promise.reject(new DOMException('', name)),
    });
    // what a worker is given is read there; here both live in one thread
    vi.spyOn(Blob.prototype, 'slice').mockReturnValue(gone);
    const result = await score(blob).finally(() => vi.restoreAllMocks());
    expect(result).toEqual({
      kind: 'unreadable',
      issue: { code: 'read_failed', reason: 'The browser lost access to it.' },
    });
  });
});

describe('scoring rows again', () => {
  const request = (blob: Blob) => ({
    ...{ blob, roles: recognised[0]!.roles, settings: DEFAULT_SETTINGS },
    formatId: recognised[0]!.format.id,
    ...{ isTrusted: () => true, signal: new AbortController().signal },
    onPart: (found: ScoredColumns, end: DonePart['end']) => parts.push({ columns: found, end }),
  });

  it.each([
    ['lines', LARGE],
    ['a list', LARGE_LIST],
    ['a list with another behind it', `${LARGE_LIST}\n${LARGE_LIST}`],
    ['a table', LARGE_TABLE],
    ['a table with odd records', `${LARGE_TABLE}b,"[]" ,[]\na,[],[]\n`],
  ])('goes on after the parts of %s that are there, to the same result', async (_, text) => {
    const blob = new Blob([text]);
    const whole = await score(blob);
    const all = parts;
    expect(all.length).toBeGreaterThan(1);
    parts = [];
    const { table } = recognised[0]!;
    const rest = await scoreDataset(pool, {
      mode: 'rows',
      ...request(blob),
      table,
      done: all.slice(0, 1),
    });
    // what was scored before is not looked through again
    expect(rest).toEqual({ ...whole, mentionsPatterns: undefined });
    expect(columns()).toEqual(joinColumns(all.map((part) => part.columns)));
  });

  it.each([
    ['lines', LINES],
    ['a list on one line', JSON.stringify(THREE_ROWS)],
    ['a list on many', JSON.stringify(THREE_ROWS, null, 2)],
    ['a list that takes several pieces', LARGE_LIST],
    ['a list with odd rows', `[${JSON.stringify(THREE_ROWS[1])}, {id: 'x'},\n{"id":"y","id":"z"}]`],
    ['a table', TABLE],
    ['a large table', LARGE_TABLE],
    ['a large table with odd records', `${LARGE_TABLE}b,"[]" ,[]\n7,,\n`],
    ['a table with row numbers', `,${LARGE_TABLE.replaceAll('"é', '0,"é')}`],
  ])('computes only the scores that are wanted, of rows of %s', async (_, text) => {
    const result = await score(text);
    const before = columns();
    if (result.kind !== 'scored') throw new Error(result.kind);
    for (const custom of [undefined, [SEVEN]]) {
      parts = [];
      const only = ['trajectory_recall', ...(custom ? ['custom:seven'] : [])];
      const job = { ...request(result.rows), table: result.table, places: before, only };
      const settings = { ...DEFAULT_SETTINGS, ...(custom && { custom }) };
      useThreadFrames();
      expect(await scoreDataset(pool, { mode: 'rows', ...job, settings })).toMatchObject({
        kind: 'scored',
      });
      expect(columns().scores.map(({ id }) => id)).toEqual(only);
      expect(columns().scores[0]).toEqual(before.scores.find(({ id }) => id === only[0]));
      expect(columns().scores[1]?.values[0]).toBe(custom && 7);
      expect(columns().tools.names).toEqual([]);
    }
  });

  it('is not done where the rows are out of reach', async () => {
    const text = JSON.stringify(THREE_ROWS);
    await score(text);
    const gone = Object.assign(new Blob(), {
      arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')),
    });
    vi.spyOn(Blob.prototype, 'slice').mockReturnValue(gone);
    const rows = { ...request(new Blob([text])), table: undefined, places: columns() };
    const result = await scoreDataset(pool, {
      mode: 'rows',
      ...rows,
      only: ['trajectory_recall'],
    }).finally(() => vi.restoreAllMocks());
    expect(result).toMatchObject({ kind: 'unreadable', issue: { code: 'read_failed' } });
  });
});

describe('a person’s own metrics', () => {
  beforeEach(useThreadFrames);
  const custom = [
    SEVEN,
    { name: 'off', code: '() => 8', scale: 'number', better: 'none', isOn: false },
  ] as const;

  it('are scored in a sandbox that is there only meanwhile; those that are off are not', async () => {
    let frames = 0;
    await score(LINES, '', {
      settings: { ...DEFAULT_SETTINGS, custom },
      onPart: (found, end) => {
        frames = countFrames();
        parts.push({ columns: found, end });
      },
    });
    expect(frames).toBe(1);
    const own = columns().scores.filter(({ id }) => id.startsWith('custom:'));
    expect(own.map(({ id, values }) => [id, ...values])).toEqual([['custom:seven', 7, 7, 7]]);
    await eventually(() => expect(countFrames()).toBe(0));
  });

  it('do not run unless a person has agreed', async () => {
    await score(LINES, '', { settings: { ...DEFAULT_SETTINGS, custom }, isTrusted: () => false });
    const own = columns().scores.find(({ id }) => id === 'custom:seven');
    expect([...own!.values]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    expect(countFrames()).toBe(0);
  });
});

it('warms up every free worker, and forgets the result', async () => {
  warmUpWorkers(pool, LINES, DEFAULT_SETTINGS);
  await eventually(() => expect(ThreadWorker.living.size).toBe(2));
  await score(LINES);
  expect(columns().rowCount).toBe(3);
  expect(replaced).toEqual([]);
});
