import { parseSignature } from '#core/alignment/signature.ts';
import { titleOf } from '#core/metrics/column-title.ts';
import { findMetric } from '#core/metrics/registry.ts';
import { signatureInWords } from '#core/summary/headline.ts';
import { findRow } from '#core/view/find-row.ts';
import { SAMPLES } from '#samples/registry.ts';
import type { AppState } from '#state/app.svelte.ts';
import type { OpenRun } from '#state/open-run.ts';
import type { RunDownloadKind } from '#state/run-downloads.ts';
import { hasRows } from '../runs/group-runs.ts';
import type { Command } from './match-commands.ts';

/** What the palette can open besides what stands on a screen. */
export interface CommandDoors {
  readonly help: () => void;
  readonly share: () => void;
}

type Listed = readonly [title: string, run: () => void, keys?: string];

/** Lists all that can be done now, screens first. */
export function listCommands(app: AppState, doors: CommandDoors): readonly Command[] {
  const { router, workspace, library, theme } = app;
  const { shownRun: run } = workspace;
  const inGroup = (group: string, commands: readonly Listed[]): Command[] =>
    commands.map(([title, act, keys = '']) => {
      return { id: `${group}: ${title}`, title, group, keys, run: act };
    });
  const go = (screen: 'playground' | 'runs' | 'compare') => () => router.go(screen);
  const runs = library.list.filter(hasRows).slice(0, 200);
  return [
    ...inGroup('Screens', [
      ['Playground', go('playground'), 'g p'],
      ['Runs', go('runs'), 'g r'],
      ['Compare runs', go('compare'), 'c'],
    ]),
    ...(run ? commandsOfRun(app, run, inGroup) : []),
    ...inGroup('Open', [
      ['File…', () => document.querySelector<HTMLElement>('header input[type=file]')?.click()],
      ['Run an agent…', () => (app.agentDrawer = 'open')],
      ['New, empty', onPlayground(app, () => workspace.clear())],
    ]),
    ...inGroup(
      'Samples',
      SAMPLES.map((sample) => [
        sample.title,
        onPlayground(app, () => void workspace.openSample(sample)),
      ]),
    ),
    ...inGroup(
      'Theme',
      (['system', 'light', 'dark'] as const).map((choice) => [
        choice === 'system' ? 'As the device' : choice === 'light' ? 'Light' : 'Dark',
        () => (theme.choice = choice),
      ]),
    ),
    ...inGroup('Help', [
      ['Keyboard', doors.help, '?'],
      ['Share…', doors.share],
    ]),
    ...runs.map(({ id, name, createdAtMs }) => ({
      id,
      title: name,
      group: `Open run of ${new Date(createdAtMs).toLocaleString()}`,
      keys: '',
      run: onPlayground(app, () => void workspace.openRun(id)),
    })),
  ];
}

/**
 * The command that goes to the row a text names.
 * @param text an id, or a number from 1
 */
export function goToRow({ workspace, view, router }: AppState, text: string): readonly Command[] {
  const { run } = workspace;
  const row = run && text.trim() !== '' ? findRow(run.columns, text) : -1;
  if (row < 0) return [];
  const act = async (): Promise<void> => {
    router.go('playground');
    if (view.goTo(row) === 'hidden') {
      await view.setFilters([]);
      view.goTo(row);
    }
  };
  const title = `Go to row ${text.trim()}`;
  return [{ id: 'go to row', title, group: 'Rows', keys: 'Ctrl G', run: () => void act() }];
}

function commandsOfRun(
  app: AppState,
  run: OpenRun,
  inGroup: (group: string, commands: readonly Listed[]) => Command[],
): Command[] {
  const { downloads, view } = app;
  const press = (name: string) => onPlayground(app, () => pressButton(name));
  const save = (kind: RunDownloadKind) => () => void downloads.run(run, kind);
  const filter = (filters: Parameters<typeof view.setFilters>[0]) =>
    onPlayground(app, () => {
      void view.setFilters(filters);
      pressTab('Rows');
    });
  const tabs = ['Rows', 'Summary', 'Causes', 'Tools', 'Groups', 'Charts'];
  const verdicts = run.columns.scores.filter(
    ({ metricId }) =>
      findMetric(metricId)?.better !== 'none' && findMetric(metricId)?.isRecorded === false,
  );
  return [
    ...inGroup('Results', [
      ...tabs.map((name): Listed => [name, onPlayground(app, () => pressTab(name))]),
      ['Metrics and settings…', press('Metrics')],
      ['Judge…', press('Judge')],
      ['Next failure', onPlayground(app, () => view.moveToFailure(1)), 'n'],
      ['Previous failure', onPlayground(app, () => view.moveToFailure(-1)), 'p'],
    ]),
    ...inGroup('Filter', [
      ['All rows', filter([])],
      ['Write the filters as text', press('Filters as text'), 'f'],
      ...verdicts.map((column): Listed => {
        const { title } = titleOf(column);
        return [`Failing ${title}`, filter([{ kind: 'failing', columnId: column.id }])];
      }),
      ...run.causes.slice(0, 10).map(({ name }): Listed => {
        const { tool, path, ...signature } = parseSignature(name);
        const words = signatureInWords({ tool, path, ...signature });
        return [`${tool} ${path} ${words}`, filter([{ kind: 'signature', signature: name }])];
      }),
    ]),
    ...inGroup('Download', [
      ['Results as CSV', () => void downloads.results(run, view.rows, 'csv')],
      ['Results as JSONL', () => void downloads.results(run, view.rows, 'jsonl')],
      ['Run file, with everything', save('run file')],
      ['HTML report', save('report')],
      ['Summary as Markdown', save('markdown')],
      ['Summary as JSON', save('summary')],
      ['Import receipt as JSON', save('receipt')],
    ]),
  ];
}

function onPlayground({ router }: AppState, act: () => void): () => void {
  return () => {
    if (router.screen === 'playground') act();
    else {
      router.go('playground');
      // the screen comes with the next hash change
      setTimeout(act, 100);
    }
  };
}

/** Does what a person would do: what a button opens is its screen’s own affair. */
function pressButton(name: string): void {
  const buttons = document.querySelectorAll<HTMLElement>('main button');
  const found = [...buttons].find(
    (button) => (button.getAttribute('aria-label') ?? button.textContent.trim()) === name,
  );
  if (found) found.click();
  else {
    pressTab('Rows');
    setTimeout(() => {
      const late = [...document.querySelectorAll<HTMLElement>('main button')];
      late.find((button) => button.getAttribute('aria-label') === name)?.click();
    }, 300);
  }
}

function pressTab(name: string): void {
  const tabs = document.querySelectorAll<HTMLElement>('main [role="tab"]');
  [...tabs].find((tab) => tab.textContent.trim().startsWith(name))?.click();
}
