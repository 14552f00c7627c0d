import { describe, expect, vi } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { it, runOf, settled } from '../../../tests/support/open-app.ts';
import { watchClipboard } from '../../../tests/support/watch-clipboard.ts';
import { savedFile } from '../../../tests/support/saved-file.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { describeChanges } from '#features/references/reference-editor.ts';
import { goToRow, listCommands, type CommandDialogs, matchCommands } from './commands.ts';
import { resultsOf } from '#features/results/results-view.svelte.ts';
import { scoreAgents } from '#features/compare/score-agents.ts';
import { comparisonOf } from '#features/compare/comparison.svelte.ts';

function dialogs(): CommandDialogs {
  return { help: vi.fn(), share: vi.fn(), address: vi.fn(), format: vi.fn() };
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
    expect(commands[0]).toMatchObject({ title: 'Playground', group: 'Screens', keys: 'g p' });
    expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
  });

  it('copy and download the comparison on the screen, and open one of samples from anywhere', async ({
    app,
  }) => {
    const titles = (): string[] =>
      listCommands(app, dialogs()).flatMap(({ title, group }) =>
        group === 'Compare' ? title : [],
      );
    expect(titles()).toEqual(['Compare the two sample agents']);
    command(app, 'sample agents');
    await eventually(() => expect(app.router.screen).toBe('compare'));
    expect(app.router.param('demo')).toBe('before');
    await comparisonOf(app).open(await scoreAgents(app));
    expect(titles()).toEqual([
      ...['Copy link for this browser', 'Copy as Markdown', 'Download summary (Markdown)'],
      ...['Download rows (CSV)', 'Use as gate'],
      'Compare the two sample agents',
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
    command(app, 'what each metric');
    expect(resultsOf(app).drawers).toMatchObject({ reference: true, metricId: '' });
    command(app, 'filters text');
    expect([resultsOf(app).isFilterText, resultsOf(app).tab]).toEqual([true, 'rows']);
    command(app, 'run an agent');
    expect(resultsOf(app).drawers.agent).toBe(true);
    command(app, 'dark');
    expect(document.documentElement.dataset['theme']).toBe('dark');
    for (const [text, door] of [
      ['keyboard', opened.help],
      ['share', opened.share],
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
      ['rule', 'Rules: when two calls match…'],
      ['rules', 'Metrics…'],
      ['tolerance', 'Metrics…'],
      ['recall', 'Failing Recall'],
      ['baseline', 'Compare runs'],
      ['export', 'Results as CSV'],
      ['format', 'File…'],
      ['columns', 'Groups'],
      ['tolerance', 'Rules: when two calls match…'],
      ['string', 'Rules: when two calls match…'],
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
    expect(listCommands(app, dialogs()).map(({ group }) => group)).not.toContain('Download');
  });

  it('download', async ({ app }) => {
    for (const [text, ending] of [
      ['download summary markdown', '-summary.md'],
      ['download summary json', '-summary.json'],
      ['results csv', '-results.csv'],
      ['results jsonl', '-results.jsonl'],
      ['run file', '.run.gz'],
      ['import receipt', '-receipt.json'],
      ['back up everything', '.backup.gz'],
    ] as const) {
      const { name } = await savedFile(() => command(app, text));
      expect(name.endsWith(ending), name).toBe(true);
    }
  });

  it('open the script for a warehouse, from any screen', async ({ app }) => {
    app.router.go('runs');
    command(app, 'sql bigquery');
    expect(resultsOf(app).drawers.warehouse).toBe(true);
    expect(app.router.screen).toBe('playground');
  });

  it('copy', async ({ app }) => {
    const copied = watchClipboard();
    command(app, 'copy summary markdown');
    await eventually(() => expect(app.notices.toasts.at(-1)?.text).toMatch(/^Markdown copied, /));
    expect(copied.at(-1)).toContain('| In-order match |');
    command(app, 'link with settings');
    await eventually(() =>
      expect(app.notices.toasts.at(-1)?.text).toMatch(/^Link with settings only copied, /),
    );
    expect(copied.at(-1)).toMatch(/#z1\.[\w-]+$/);
  });

  it('accept the selected row into the reference, hand that on and take it back', async ({
    app,
  }) => {
    app.view.select(1);
    command(app, 'accept selected');
    await eventually(() => expect(describeChanges(runOf(app))).toBe('1 reference changed'));
    await settled(app);
    const patch = await savedFile(() => command(app, 'json patch'));
    expect(patch.name).toMatch(/patch\.json$/);
    const dataset = await savedFile(() => command(app, 'dataset as JSONL'));
    expect(dataset.name).toBe('dataset.jsonl');
    command(app, 'undo accepted');
    await eventually(() => expect(runOf(app).record.references).toBeUndefined());
  });

  it('keep a run that is not stored', async ({ app }) => {
    await app.workspace.openUnsaved(runOf(app));
    command(app, 'keep a copy');
    await eventually(() => expect(app.workspace.isUnsaved).toBe(false));
  });
});
