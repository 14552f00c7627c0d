import { describe, expect, vi } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import {
  withMatching,
  withPreset,
  type MetricSettings,
  departuresOf,
} from '#core/score/metric/settings.ts';
import { EXACT_RULES } from '#core/match/rules.ts';
import { describeFlips } from '#core/score/what-if/count-flips.ts';
import { row } from '../../../tests/e2e/rows.ts';
import { mountWith } from '../../../tests/support/mount-with.ts';
import {
  it,
  openApp,
  openRows,
  reopenApp,
  runOf,
  scoresOf,
  settled,
} from '../../../tests/support/open-app.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { METRIC_GROUPS } from './metric-groups.ts';
import MetricGroup from './MetricGroup.svelte';
import { waysToCompare } from './matching/apply-rules.ts';
import { WhatIf } from './matching/what-if.svelte.ts';

const MAIN = [
  'trajectory_exact_match',
  'trajectory_in_order_match',
  'trajectory_any_order_match',
  'trajectory_precision',
  'trajectory_recall',
];

const summaryOf = (app: AppState, columnId: string) =>
  runOf(app).summary.find((line) => line.columnId === columnId);

/** The means of the five trajectory metrics, to two decimals. */
const means = (app: AppState) => MAIN.map((id) => summaryOf(app, id)?.mean?.toFixed(2));

async function change(app: AppState, part: Partial<MetricSettings>): Promise<void> {
  await app.workspace.setSettings({ ...app.workspace.settings, ...part });
  await settled(app);
}

/** The scores of a row of the sample, in the order of the metrics. */
const scoresOfRow = (app: AppState, number: number) =>
  MAIN.map((id) => scoresOf(app, id)[number - 1]);

describe('the metrics chosen', () => {
  it('may be none: then the rows are read, and nothing is scored', async ({ app }) => {
    await change(app, { metrics: [] });
    expect(runOf(app).columns).toMatchObject({ rowCount: 18, scores: [] });
    expect(app.workspace.phase.kind).toBe('ready');
    expect(app.view.rows).toHaveLength(18);
  });
});

it('tools to look for are chosen among those of the run, or by their names', async ({ app }) => {
  await openRows(app, [row('one', 'ab', 'a')]);
  await change(app, { tools: ['b', 'c'] });
  const group = mountWith(app, MetricGroup, {
    group: METRIC_GROUPS.find(({ metrics }) => metrics.some(({ isPerTool }) => isPerTool))!,
    settings: app.workspace.settings,
    without: new Map(),
    onchange: vi.fn(),
    ontoggle: vi.fn(),
    ...{ onabout: vi.fn(), decides: '', ondecide: vi.fn() },
  });
  expect(group.button('Remove b')).toBeDefined();
  expect(group.button('Remove c')).toBeDefined();
  const offered = [...group.element.querySelectorAll('datalist option')];
  expect(offered.map((option) => option.getAttribute('value'))).toEqual(['a', 'b']);
});

describe('options that differ from the standard rules', () => {
  const differs = (app: AppState) => departuresOf(runOf(app).record.settings).length > 0;

  it('count each call once', async ({ app }) => {
    expect(differs(app)).toBe(false);
    await change(app, { duplicates: 'multiset' });
    // hd-14 calls close_door twice where once was expected: 1 → 2/3
    expect(scoresOfRow(app, 14)).toEqual([0, 1, 1, 2 / 3, 1]);
    expect(means(app)).toEqual(['0.38', expect.any(String), expect.any(String), '0.64', '0.69']);
    expect(differs(app)).toBe(true);
    const again = await reopenApp();
    expect(summaryOf(again, 'trajectory_precision')?.mean?.toFixed(2)).toBe('0.64');
    expect(differs(again)).toBe(true);
    expect(again.workspace.settings.duplicates).toBe('multiset');
    await change(again, { duplicates: 'membership' });
    expect(summaryOf(again, 'trajectory_precision')?.mean?.toFixed(2)).toBe('0.66');
    expect(differs(again)).toBe(false);
  });

  it('leave rows without calls out, as the service does, until other data is opened', async ({
    app,
  }) => {
    // both sides empty: 1; only the prediction empty: 0
    expect(means(app)).toEqual(['0.38', '0.50', '0.56', '0.66', '0.69']);
    expect([scoresOfRow(app, 11), scoresOfRow(app, 16)]).toEqual([
      [1, 1, 1, 1, 1],
      [0, 0, 0, 0, 0],
    ]);
    const none = [null, null, null, null, null];
    expect(scoresOfRow(app, 10)).toEqual(none);
    await app.workspace.setSettings(withPreset(app.workspace.settings, 'vertex'));
    await settled(app);
    expect(means(app)).toEqual(['0.36', '0.50', '0.57', '0.69', '0.71']);
    expect(summaryOf(app, 'trajectory_precision')).toMatchObject({ valid: 14, notEvaluated: 4 });
    expect([scoresOfRow(app, 11), scoresOfRow(app, 16)]).toEqual([none, none]);
    expect(departuresOf(runOf(app).record.settings)).toEqual(['Vertex AI service']);
    await openRows(app, [
      { id: '1', predicted_trajectory: [], reference_trajectory: [{ tool_name: 'a' }] },
    ]);
    expect(differs(app)).toBe(false);
    expect(summaryOf(app, 'trajectory_exact_match')).toMatchObject({ mean: 0, valid: 1 });
  });

  it('compare arguments by rules, for all tools and for one, and go back', async () => {
    const first = await openApp();
    const rules = {
      ...EXACT_RULES,
      rule: { mode: 'exact' as const, ignoredPaths: ['/temperature'] },
      tools: [{ tool: 'set_lights', rule: { mode: 'ignore' as const } }],
    };
    await first.workspace.setSettings(withMatching(first.workspace.settings, rules));
    await settled(first);
    expect(departuresOf(runOf(first).record.settings).join(', ')).toContain(
      'ignoring /temperature, set_lights: arguments ignored',
    );
    expect(summaryOf(first, MAIN[2]!)?.mean?.toFixed(2)).toBe('0.69');
    const app = await reopenApp();
    expect(summaryOf(app, MAIN[0]!)?.mean?.toFixed(2)).toBe('0.50');
    await app.workspace.setSettings(withPreset(app.workspace.settings, 'standard'));
    await settled(app);
    expect(summaryOf(app, MAIN[0]!)?.mean?.toFixed(2)).toBe('0.38');
    expect(differs(app)).toBe(false);
  });
});

it('an argument that is a number in text can count as one, besides what can be left out', () => {
  const tool = 'set_temperature';
  const ways = waysToCompare({ tool, pattern: '/temperature', isNumberAsText: true });
  expect(ways.map(({ name }) => name)).toEqual([
    'Numbers in text count as numbers',
    'Never compare temperature of set_temperature',
    'Compare only the names of set_temperature',
  ]);
});

describe('what other settings would do', () => {
  const ignored = ({ workspace }: AppState): MetricSettings =>
    withMatching(workspace.settings, { ...EXACT_RULES, rule: { mode: 'ignore' } });

  it('is counted in rows, and comes true', async ({ app }) => {
    const whatIf = new WhatIf(app);
    const settings = ignored(app);
    expect(whatIf.flipsOf(settings)).toBeUndefined();
    whatIf.count(runOf(app), [settings]);
    expect(whatIf.isCounting).toBe(true);
    await eventually(() => expect(whatIf.isCounting).toBe(false));
    const flips = whatIf.flipsOf(settings) ?? [];
    expect(describeFlips(flips, MAIN[0]!)).toBe('5 more rows pass');
    // 6 of 16 matched exactly before
    await change(app, settings);
    expect(summaryOf(app, MAIN[0]!)?.mean?.toFixed(2)).toBe('0.69');
  });

  it('is counted once for each run', async ({ app }) => {
    const whatIf = new WhatIf(app);
    const settings = ignored(app);
    const ask = vi.spyOn(app.pool, 'ask');
    whatIf.count(runOf(app), [settings]);
    await eventually(() => expect(whatIf.flipsOf(settings)).toBeDefined());
    whatIf.count(runOf(app), [settings]);
    expect(whatIf.isCounting).toBe(false);
    expect(ask.mock.calls.filter(([name]) => name === 'countFlips')).toHaveLength(1);
    await openRows(app, [{ id: '1' }]);
    whatIf.count(runOf(app), [settings]);
    expect(whatIf.flipsOf(settings)).toBeUndefined();
    expect(ask.mock.calls.filter(([name]) => name === 'countFlips')).toHaveLength(2);
    whatIf.leave();
  });

  it('is not counted on once a person has stopped it, before the run changes', async ({ app }) => {
    const whatIf = new WhatIf(app);
    whatIf.count(runOf(app), [ignored(app)]);
    whatIf.stop();
    expect(whatIf.isCounting).toBe(false);
    whatIf.count(runOf(app), [ignored(app)]);
    expect(whatIf.isCounting).toBe(false);
    expect(whatIf.share).toBe(0);
    await change(app, { duplicates: 'multiset' });
    whatIf.count(runOf(app), [ignored(app)]);
    expect(whatIf.isCounting).toBe(true);
    await eventually(() => expect(whatIf.flipsOf(ignored(app))).toBeDefined());
  });
});
