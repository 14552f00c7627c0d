import Papa from 'papaparse';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openApp } from '../../../tests/support/open-app.ts';
import { savedFile } from '../../../tests/support/saved-file.ts';
import { storeRuns } from '../../../tests/support/stored-runs.ts';
import { row } from '../../../tests/e2e/rows.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { comparisonOf, type RunComparison } from './comparison.svelte.ts';
import { copyComparison, downloadComparison } from './comparison-files.ts';

const BEFORE = [
  row('same', 'ab', 'ab'),
  row('lost|1', 'ab', 'ab'),
  row('worse', 'a', 'a', { prompt: '=1+1, "quoted"' }),
  row('gone', 'a', 'a'),
];
const AFTER = [
  row('worse', 'x', 'a', { note: 'in B alone' }),
  row('lost|1', '', 'ab'),
  row('same', 'ab', 'ab'),
];

let app: AppState;
let comparison: RunComparison;
let copied: string[];
beforeEach(async () => {
  app = await openApp();
  comparison = comparisonOf(app);
  copied = [];
  vi.stubGlobal('navigator', {
    clipboard: { writeText: (text: string) => Promise.resolve(void copied.push(text)) },
  });
  await comparison.open(await storeRuns(app, { 'a | b': BEFORE, after: AFTER }));
  return () => {
    vi.unstubAllGlobals();
  };
});

describe('the summary as Markdown', () => {
  it('names the runs, the verdict, what became of the rows, and each metric', async () => {
    await copyComparison(app);
    const [text = ''] = copied;
    const lines = text.split('\n');
    expect(lines[0]).toBe('### a &#124; b against after');
    expect(text).toContain('- A, the baseline: a &#124; b, 4 rows, standard rules');
    expect(text).toContain('**1 row lost**: it passes in A, B makes no calls.');
    expect(text).toContain('- Lost 1: `lost|1`');
    expect(text).toContain('- Regressed 1: `worse`');
    expect(text).toContain('- Same 1\n');
    expect(text).toContain('paired on id: 3 of 4 rows · 1 only in A');
    const table = lines.filter((line) => line.startsWith('|'));
    expect(table[0]?.split(' | ')).toHaveLength(9);
    expect(new Set(table.map((line) => line.split(/(?<!\\)\|/).length)).size).toBe(1);
    expect(table.find((line) => line.startsWith('| In-order match'))).toBe(
      '| In-order match | 1.00 | 0.33 | −0.67 | – | 0 | 2 | 3 | – |',
    );
  });
});

describe('the rows as CSV', () => {
  it('are those shown, with the scores of both runs, guarded against formulas', async () => {
    const { name, text } = await savedFile(() => downloadComparison(app));
    expect(name).toBe('comparison.csv');
    const { data } = Papa.parse<Record<string, string>>(text, {
      header: true,
      skipEmptyLines: true,
    });
    expect(data.map((line) => [line['id'], line['B against A']])).toEqual([
      ['lost|1', 'lost'],
      ['worse', 'regressed'],
      ['same', 'same'],
    ]);
    expect(data[0]).toMatchObject({
      'trajectory_in_order_match/A': '1',
      'trajectory_in_order_match/B': '0',
      'what changed (expected → called)': 'B: no calls, 2 expected',
      formula_guard: '',
    });
    expect(data[1]).toMatchObject({ prompt: `'=1+1, "quoted"`, formula_guard: "'" });

    comparison.show('only-baseline');
    const alone = await savedFile(() => downloadComparison(app));
    expect(alone.text.trimEnd().split('\r\n')).toEqual([
      expect.stringMatching(/^id,prompt,B against A,/),
      expect.stringMatching(/^gone,Prompt of gone,only in A,1,,1,,/),
    ]);
  });

  it('say why they could not be written', async () => {
    vi.spyOn(app.reader, 'ask').mockRejectedValue(new Error('no memory left'));
    await downloadComparison(app);
    expect(app.notices.banners).toMatchObject([{ kind: 'error', text: 'no memory left' }]);
  });
});

it('finds rows by conditions on either run, together with the other filters', async () => {
  const search = (text: string) => comparison.setFilters([{ kind: 'text', text }]);
  await search('prompt of LOST');
  expect([comparison.rowCount, comparison.counts.all]).toEqual([1, 3]);
  await search('B alone');
  expect(comparison.rowCount).toBe(1);
  expect(comparison.rowAt(0)?.change).toBe('regressed');
  comparison.show('same');
  expect(comparison.rowCount).toBe(0);
  comparison.show('only-baseline');
  await search('gone');
  expect(comparison.rowCount).toBe(1);
  // the text asked for last counts, whichever is found first
  const early = search('nowhere');
  await comparison.setFilters([]);
  await early;
  expect([comparison.rowCount, comparison.filters]).toEqual([1, []]);
});
