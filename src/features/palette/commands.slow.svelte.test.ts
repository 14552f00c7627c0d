import { describe, expect, vi } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { it, settled } from '../../../tests/support/open-app.ts';
import { savedFile } from '../../../tests/support/saved-file.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { goToRow, listCommands, type CommandDialogs, matchCommands } from './commands.ts';
import { resultsOf } from '#features/results/results-view.svelte.ts';
import { scoreAgents } from '#features/compare/score-agents.ts';
import { comparisonOf } from '#features/compare/comparison.svelte.ts';

function dialogs(): CommandDialogs {
  return { share: vi.fn(), address: vi.fn() };
}

/** Does what Enter does after a text was typed. */
function command(app: AppState, text: string, opened = dialogs()): void {
  const [first] = [...matchCommands(listCommands(app, opened), text), ...goToRow(app, text)];
  if (!first) throw new Error(`no command is found for “${text}”`);
  first.run();
}

describe('commands', () => {
  it('begin with the screens, and have ids of their own', ({ app }) => {
    const commands = listCommands(app, dialogs());
    expect(commands[0]).toMatchObject({ title: 'Results', group: 'Screens' });
    expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
  });

  it('share the comparison on the screen as its menu does, and open one of samples from anywhere', async ({
    app,
  }) => {
    const titles = (wanted: string): string[] =>
      listCommands(app, dialogs()).flatMap(({ title, group }) => (group === wanted ? title : []));
    expect(titles('Compare')).toEqual(['Compare the two sample agents']);
    command(app, 'sample agents');
    await eventually(() => expect(app.router.screen).toBe('compare'));
    expect(app.router.param('demo')).toBe('before');
    await comparisonOf(app).open(await scoreAgents(app));
    expect(titles('Compare')).toEqual(['Use as gate', 'Compare the two sample agents']);
    expect(titles('Share')).toEqual([
      ...['Copy link', 'More ways to share… · names can be hidden'],
      ...['Copy as Markdown', 'Download rows (CSV) · 18 rows shown'],
    ]);
    command(app, 'use as gate');
    expect(comparisonOf(app).isGateOpen).toBe(true);
    const { name, text } = await savedFile(() => command(app, 'download rows (csv)'));
    expect(name).toBe('comparison.csv');
    expect(text.trimEnd().split('\r\n')).toHaveLength(19);
  });

  it('open screens, tabs, drawers and dialogs', async ({ app }) => {
    const opened = dialogs();
    command(app, 'metrics');
    expect(resultsOf(app).drawers.metrics).toBe(true);
    command(app, 'runs screens');
    await eventually(() => expect(app.router.screen).toBe('runs'));
    // from another screen
    command(app, 'judge results');
    expect(resultsOf(app).drawers.judge).toBe(true);
    await eventually(() => expect(app.router.screen).toBe('playground'));
    command(app, 'charts results');
    expect(resultsOf(app).tab).toBe('numbers');
    command(app, 'may this run be merged');
    expect(resultsOf(app).drawers.help).toBe('gate');
    command(app, 'keyboard');
    expect(resultsOf(app).drawers.help).toBe('keys');
    command(app, 'filter conditions');
    expect([resultsOf(app).wantedFocus, resultsOf(app).tab]).toEqual(['filter', 'numbers']);
    command(app, 'run an agent');
    expect(resultsOf(app).drawers.agent).toBe(true);
    command(app, 'dark');
    expect(document.documentElement.dataset['theme']).toBe('dark');
    for (const [text, door] of [
      ['more ways', opened.share],
      ['from a url', opened.address],
    ] as const) {
      command(app, text, opened);
      expect(door).toHaveBeenCalledOnce();
    }
    command(app, 'theme system');
  });

  it('are found by other words', ({ app }) => {
    const commands = listCommands(app, dialogs());
    for (const [text, title] of [
      ['rule', 'Rules: what every row must keep…'],
      ['rule', 'Matching: when two calls are equal…'],
      ['treat', 'Matching: when two calls are equal…'],
      ['custom', 'Code: metrics of your own…'],
      ['recall', 'Failing Recall'],
      ['recall', 'What does this score mean?'],
      ['how often it is wrong', 'May this run be merged?'],
      ['gate', 'May this run be merged?'],
      ['baseline', 'Compare runs'],
      ['export', 'Results · CSV'],
      ['columns', 'Groups'],
      ['tolerance', 'Matching: when two calls are equal…'],
      ['string', 'Matching: when two calls are equal…'],
    ] as const)
      expect(matchCommands(commands, text).map((found) => found.title)).toContain(title);
  });

  it('filter rows, and find one that a filter hides', async ({ app }) => {
    command(app, 'failing in-order');
    const inOrder = 'trajectory_in_order_match';
    expect(app.view.filters).toEqual([{ kind: 'failing', columnId: inOrder }]);
    await eventually(() => expect(app.view.rows).not.toContain(0));
    command(app, 'hd-01');
    await eventually(() => expect(app.view.selected).toBe(0));
    expect(app.view.filters).toEqual([]);
    expect(app.view.rows).toHaveLength(18);
    // the time in a stored run's name may hold a 5
    goToRow(app, '5')[0]?.run();
    await eventually(() => expect(app.view.selected).toBe(4));
    expect(goToRow(app, 'no such row')).toEqual([]);
    command(app, 'next failure');
    expect(app.view.selected).toBeGreaterThan(4);
    command(app, 'set_temperature /temperature');
    await eventually(() => expect(app.view.filters).toMatchObject([{ kind: 'signature' }]));
    command(app, 'all rows');
    expect(app.view.filters).toEqual([]);
  });

  it('open samples and stored runs', async ({ app }) => {
    command(app, 'customer');
    await eventually(() => expect(app.workspace.title).toMatch(/^Customer/));
    await settled(app);
    command(app, 'on-device open run');
    await eventually(() => expect(app.workspace.title).toMatch(/^On-device/));
    await settled(app);
    command(app, 'new dataset');
    expect(app.workspace.run).toBeUndefined();
    // without a run nothing is said of one
    expect(listCommands(app, dialogs()).map(({ title }) => title)).not.toContain('Results · CSV');
  });
});
