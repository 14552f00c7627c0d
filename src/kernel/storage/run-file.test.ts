import fc from 'fast-check';
import type { Exchange, Leg } from '#core/agents/exchange.ts';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../tests/support/law-runs.ts';
import {
  exampleColumns,
  exampleSource,
  finishedRun,
  SETTINGS,
} from '../../../tests/fixtures/storage/example-records.ts';
import { FILE_LIMITS, isArchive, LINK_LIMITS, packArchive } from '#engine/run-file/archive.ts';
import { printExchanges, readExchanges } from './exchanges.ts';
import { openRunFile, readFragment, writeFragment } from './run-file.ts';
import { packRuns, type LoadedRun } from '#engine/run-file/pack-runs.ts';
import type { RunRecord } from '#engine/run-file/run-records.ts';

const ROWS = '{"prompt":"question"}\n'.repeat(40);

function loadedRun(change: Partial<RunRecord> = {}, rows = ROWS): LoadedRun {
  const run = finishedRun('a', { state: 'complete', ...change });
  const chunks = [0, 3].map((first, index) => ({
    ...{ runId: 'a', index, columns: exampleColumns(first) },
    end: { bytesRead: first * 100, lineCount: first, hash: 7 },
  }));
  return { run, source: exampleSource(run.sourceId, rows), chunks };
}

function exchangesOf(count: number): readonly Exchange[] {
  const leg: Leg = {
    ...{ method: 'POST', url: 'https://agent.example/', headers: { a: '[secret]' }, body: '{}' },
    ...{ status: 200, contentType: 'text/plain', text: 'line\u2028\n"end"', firstByteMs: 0.5 },
    ...{ totalMs: 1.25, fault: null, detail: '' },
  };
  return Array.from({ length: count }, (_, row) => ({
    ...{ row, trial: 0, prompt: `question ${String(row)}`, legs: [leg] },
    ...{ latencyMs: 1.25, firstByteMs: null, atMs: 1_700_000_000_000 },
  }));
}

/** Everything of a run as plain values, bytes included. */
async function plain({ run, source, chunks }: LoadedRun): Promise<unknown> {
  const blobs = source ? [source.rows, source.original ?? new Blob(), source.skipped] : [];
  const bytes = await Promise.all(
    blobs.map(async (blob) => [...new Uint8Array(await blob.arrayBuffer())]),
  );
  return {
    run,
    chunks,
    bytes,
    types: blobs.map(({ type }) => type),
    hasOriginal: source?.original !== null,
  };
}

async function reopen(run: LoadedRun): Promise<unknown> {
  const reading = await openRunFile(await packRuns('run', [run]), FILE_LIMITS, 'run file');
  expect(reading).toMatchObject({ ok: true, kind: 'run' });
  if (!reading.ok || reading.kind === 'settings') throw new Error('not a run file');
  return plain(reading.runs[0] as LoadedRun);
}

async function refusal(blob: Blob, limits = FILE_LIMITS): Promise<string> {
  const reading = await openRunFile(blob, limits, 'run file');
  expect(reading.ok).toBe(false);
  return reading.ok
    ? ''
    : `${reading.issue.code} ${'reason' in reading.issue ? reading.issue.reason : ''}`;
}

async function gunzip(blob: Blob): Promise<Blob> {
  return new Response(blob.stream().pipeThrough(new DecompressionStream('gzip'))).blob();
}

describe('a run file', () => {
  it('gives back the run, its rows, scores and settings, to the byte', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(
        text,
        text,
        fc.constantFrom('complete', 'interrupted'),
        async (name, rows, state) => {
          const run = loadedRun(
            { name, datasetName: `${name}\u2028</script>`, state },
            ROWS + rows,
          );
          expect(await reopen(run)).toEqual(await plain(run));
        },
      ),
      { numRuns: lawRuns(60) },
    );
  });

  it('gives back what was said to the agent that made it, and is refused where that is damaged', async () => {
    const said = printExchanges(exchangesOf(3));
    const reading = await openRunFile(
      await packRuns('run', [{ ...loadedRun(), said }]),
      FILE_LIMITS,
      '',
    );
    const [run] = reading.ok && reading.kind === 'run' ? reading.runs : [];
    expect(await readExchanges(run!.said!)).toEqual(exchangesOf(3));
    const damaged = new Blob([said, '{"row":0}\n']);
    expect(await refusal(await packRuns('run', [{ ...loadedRun(), said: damaged }]))).toContain(
      'the recording of its agent is damaged',
    );
  });

  it('gives back a summary, which has no rows', async () => {
    const run = finishedRun('a', { state: 'summary', sourceId: '', chunkCount: 0 });
    const summary: LoadedRun = { run, source: undefined, chunks: [] };
    expect(await reopen(summary)).toEqual(await plain(summary));
  });

  it('is known by its beginning, packed or not', async () => {
    const file = await packRuns('run', [loadedRun()]);
    expect(await isArchive(file)).toBe(true);
    expect(await isArchive(await gunzip(file))).toBe(true);
    expect(await openRunFile(await gunzip(file), FILE_LIMITS, '')).toMatchObject({ ok: true });
    for (const other of ['', '{}', 'a,b\n1,2', '\u001f\u008b', '{"archive":"']) {
      expect(await isArchive(new Blob([other]))).toBe(false);
    }
  });

  it('is refused wherever it is cut', async () => {
    const file = await packRuns('run', [loadedRun()]);
    const open = await gunzip(file);
    for (const whole of [file, open]) {
      for (let at = 0; at < 10; at++) {
        const cut = whole.slice(0, Math.floor((whole.size * at) / 10));
        expect(await refusal(cut)).toMatch(/^file_broken ./);
      }
    }
  });

  it('is refused when it comes from a newer version', async () => {
    const text = await (await gunzip(await packArchive('settings', SETTINGS))).text();
    expect(await refusal(new Blob([text.replace('"version":1', '"version":2')]))).toMatch(
      /^file_newer/,
    );
  });

  it('is refused when it unpacks to a thousand times its size', async () => {
    const zeros = new Blob([new Uint8Array(64_000_000)]);
    const bomb = await packArchive('run', { sources: [], runs: [], zeros });
    expect(zeros.size / bomb.size).toBeGreaterThan(900);
    expect(await refusal(bomb)).toMatch(/^file_unpacks_too_large/);
    expect(await refusal(bomb, LINK_LIMITS)).toMatch(/^file_unpacks_too_large/);
  });

  const [score] = exampleColumns(0).scores;

  it.each<
    [
      string,
      {
        readonly run?: object;
        readonly columns?: object;
        readonly pick?: (chunks: LoadedRun['chunks']) => LoadedRun['chunks'];
      },
    ]
  >([
    ['no record', { run: { name: undefined } }],
    ['an unknown metric', { run: { settings: { ...SETTINGS, metrics: ['x'] } } }],
    [
      'rules that are none',
      { run: { settings: { ...SETTINGS, matching: { rule: {}, tools: [] } } } },
    ],
    ['a chunk too few', { pick: (chunks) => chunks.slice(1) }],
    ['chunks out of order', { pick: (chunks) => chunks.toReversed() }],
    ['too few values', { columns: { scores: [{ ...score, values: new Float64Array(2) }] } }],
    [
      'an unknown outcome',
      { columns: { scores: [{ ...score, outcomes: Uint8Array.of(0, 99, 0) }] } },
    ],
    ['labels without a name', { columns: { tools: { ...exampleColumns(0).tools, names: [] } } }],
    [
      'labels of fewer rows',
      { columns: { tools: { names: [], starts: new Uint32Array(1), ids: new Uint32Array() } } },
    ],
    ['an unknown issue', { columns: { issues: { counts: {}, first: [{ code: 'other' }] } } }],
    ['integers for numbers', { columns: { offsets: new Uint32Array(3) } }],
    ['rows that are not there', { run: { rowCount: 7 } }],
    ['no source', { run: { sourceId: 'other' } }],
    ['rows outside the source', { columns: { offsets: Float64Array.of(0, 0, 1e9) } }],
    [
      'an issue without its parts',
      { columns: { issues: { counts: {}, first: [{ code: 'cell_lenient' }] } } },
    ],
    [
      'labels out of order',
      {
        columns: {
          tools: { names: ['a'], starts: Uint32Array.of(0, 3, 1, 1), ids: Uint32Array.of(0) },
        },
      },
    ],
  ])('is refused with %s', async (_name, spoilt) => {
    const { run, source, chunks } = loadedRun();
    const packed = {
      run: { ...run, ...spoilt.run },
      chunks: (spoilt.pick?.(chunks) ?? chunks).map((chunk) => {
        return { ...chunk, columns: { ...chunk.columns, ...spoilt.columns } };
      }),
    };
    const archive = await packArchive('run', { sources: [source], runs: [packed] });
    expect(await refusal(archive)).toMatch(/^file_broken ./);
  });

  it('never throws, whatever it holds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue(),
        fc.constantFrom('run', 'backup', 'settings'),
        async (content, kind) => {
          const reading = await openRunFile(
            await packArchive(kind, content),
            FILE_LIMITS,
            'run file',
          );
          expect(reading.ok).toBe(false);
        },
      ),
      { numRuns: lawRuns(60) },
    );
  });
});

it('a backup holds a source that runs share once, and passes over a damaged run', async () => {
  const [one, two] = [loadedRun(), loadedRun({ id: 'b', sourceId: 'source of a' })];
  const reading = await openRunFile(await packRuns('backup', [one, two]), FILE_LIMITS, '');
  const runs = reading.ok && reading.kind === 'backup' ? reading.runs : [];
  expect(runs.map(({ run }) => run.id)).toEqual(['a', 'b']);
  expect(runs[0]?.source).toBe(runs[1]?.source);
  const damaged = { ...two, chunks: [] };
  const rest = await openRunFile(await packRuns('backup', [one, damaged]), FILE_LIMITS, '');
  expect(rest).toMatchObject({ ok: true, damagedCount: 1, runs: [{ run: { id: 'a' } }] });
});

describe('a link', () => {
  it('gives back the run it was made of', async () => {
    const run = loadedRun();
    const fragment = await writeFragment(await packRuns('run', [run]));
    expect(fragment).toMatch(/^#z1\.[\w-]+$/);
    const reading = await readFragment(fragment);
    const runs = reading?.ok && reading.kind === 'run' ? reading.runs : [];
    expect(await plain(runs[0]!)).toEqual(await plain(run));
  });

  it('gives back settings', async () => {
    const fragment = await writeFragment(await packArchive('settings', SETTINGS));
    expect(await readFragment(fragment)).toEqual({
      ok: true,
      kind: 'settings',
      settings: SETTINGS,
    });
  });

  it('is refused when it is cut, changed or newer, and passed over when it is none', async () => {
    const fragment = await writeFragment(await packRuns('run', [loadedRun()]));
    for (const bad of [
      fragment.slice(0, 200),
      fragment.slice(0, -9),
      `${fragment}!`,
      '#z1.',
      fragment.replace(/.{9}$/, 'AAAAAAAAA'),
    ]) {
      expect(await readFragment(bad)).toMatchObject({ ok: false, issue: { code: 'file_broken' } });
    }
    expect(await readFragment('#z2.AAAA')).toMatchObject({
      ok: false,
      issue: { code: 'file_newer' },
    });
    for (const none of ['', '#/', '#/runs?run=z1.', '#zebra']) {
      expect(await readFragment(none)).toBeUndefined();
    }
  });
});
