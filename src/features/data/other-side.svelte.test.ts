import { describe, expect, vi } from 'vitest';
import { meansOf } from '../../../tests/support/four-rows.ts';
import {
  it,
  openApp,
  openRows,
  runOf,
  settled,
  shownIds,
} from '../../../tests/support/open-app.ts';
import { until } from '../../../tests/support/until.svelte.ts';
import { jsonl, THREE_ROWS } from '../../../tests/e2e/rows.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import type { OtherSide } from './other-side.svelte.ts';
import type { Proposal } from '#core/read/dataset/pair-sides.ts';
import { openFiles } from '#features/data/open-files.ts';
import { otherSideOf } from '#features/data/other-side.svelte.ts';

const lamp = (room: string) => [{ tool_name: 'set_lamp', tool_input: { room } }];

const PREDICTIONS = [
  { case_id: 'a', question: 'Hall?', actual_tool_calls: lamp('hall'), note: 'mine' },
  { case_id: 'b', question: 'Attic?', actual_tool_calls: lamp('attic') },
  { case_id: 'c', question: 'Cellar?', actual_tool_calls: lamp('cellar') },
];

const cell = (calls: object): string => `"${JSON.stringify(calls).replaceAll('"', '""')}"`;
const REFERENCES = [
  'case_id,query,expected_tool_calls,note',
  `b,Attic?,${cell(lamp('attic'))},theirs`,
  `a,Hall?,${cell(lamp('kitchen'))},theirs`,
  `x,Garden?,${cell(lamp('garden'))},theirs`,
].join('\n');

const predictions = (): File =>
  new File([PREDICTIONS.map((row) => `${JSON.stringify(row)}\n`).join('')], 'calls.jsonl');
const references = (): File => new File([REFERENCES], 'expected.csv');

/** The predictions are open, and the references are asked for. */
async function asked(): Promise<{ app: AppState; otherSide: OtherSide }> {
  const app = await openApp();
  await openRows(app, PREDICTIONS, 'calls.jsonl');
  const otherSide = otherSideOf(app);
  otherSide.ask(runOf(app));
  return { app, otherSide };
}

function proposal({ step }: OtherSide): Proposal {
  if (step.kind !== 'pairing') throw new Error(`nothing is proposed: ${JSON.stringify(step)}`);
  return step.proposal;
}

describe('the side that is missing', () => {
  it('is not in a file without calls, a summary, or a file without rows; each says so', async () => {
    const { otherSide } = await asked();
    await otherSide.take(new Blob(['city,price\nParis,2\n']), 'notes.csv');
    expect(otherSide.step).toEqual({
      kind: 'asking',
      problem: '“notes.csv” has no calls. Columns found: city, price.',
    });
    await otherSide.take(new Blob(['']), 'empty.csv');
    expect(otherSide.step).toMatchObject({
      problem: expect.stringContaining('is empty') as string,
    });
    await otherSide.take(
      new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0])]),
      '',
    );
    expect(otherSide.step).toMatchObject({ problem: expect.stringContaining('PNG') as string });
  });

  it('may be calls that were read as the other side', async () => {
    const { app, otherSide } = await asked();
    await otherSide.take(predictions(), 'recorded.jsonl');
    expect(proposal(otherSide).isTakenAsOther).toBe(true);
    await otherSide.accept();
    await settled(app);
    expect(meansOf(app)['trajectory_exact_match']).toBe(1);
  });

  it('is asked for again once reading it is stopped, and left out once the dialog is closed', async () => {
    const { app, otherSide } = await asked();
    const taking = otherSide.take(references(), 'expected.csv');
    await until(() => otherSide.step.kind === 'working');
    expect(otherSide.step).toMatchObject({ label: 'Reading expected.csv' });
    otherSide.stop();
    await taking;
    expect(otherSide.step).toEqual({ kind: 'asking', problem: '' });
    const again = otherSide.take(references(), 'expected.csv');
    otherSide.close();
    await again;
    expect(otherSide.step.kind).toBe('closed');
    expect(otherSide.sketches).toBeUndefined();
    expect(await shownIds(app)).toEqual(['a', 'b', 'c']);
  });

  it('leaves the open run as it is where joining fails, and says why', async () => {
    const { app, otherSide } = await asked();
    await otherSide.take(references(), 'expected.csv');
    await until(() => otherSide.sketches !== undefined);
    const before = runOf(app);
    vi.spyOn(app.pool, 'run').mockRejectedValue(new Error('out of memory'));
    await otherSide.accept();
    expect(otherSide.step).toMatchObject({
      kind: 'asking',
      problem: expect.stringContaining('out of memory') as string,
    });
    expect(runOf(app)).toBe(before);
  });

  it('goes back to the file before where scoring both is cancelled', async () => {
    const { app, otherSide } = await asked();
    const { source, text } = app.workspace;
    await otherSide.take(references(), 'expected.csv');
    const accepting = otherSide.accept();
    await until(() => app.workspace.progress !== undefined);
    app.workspace.cancel();
    await accepting;
    expect(app.workspace.source).toBe(source);
    expect(app.workspace.text).toBe(text);
    expect(await shownIds(app)).toEqual(['a', 'b', 'c']);
  });
});

describe('two files opened at once', () => {
  it('leave open what was opened before the offer was closed', async ({ app }) => {
    await openFiles(app, [references(), predictions()]);
    const opening = openFiles(app, [new File([jsonl(THREE_ROWS)], 'later.jsonl')]);
    otherSideOf(app).close();
    await opening;
    await settled(app);
    expect(app.workspace.title).toBe('later');
  });

  it('are not offered where the second has both sides', async ({ app }) => {
    const both = new File(
      [THREE_ROWS.map((row) => `${JSON.stringify(row)}\n`).join('')],
      'b.jsonl',
    );
    await openFiles(app, [references(), both]);
    await settled(app);
    expect(otherSideOf(app).step.kind).toBe('closed');
    expect(app.workspace.title).toBe('2 files');
  });
});
