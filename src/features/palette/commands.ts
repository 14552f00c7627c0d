import { parseSignature } from '#core/match/signature.ts';
import { findMetric, titleOf } from '#core/score/metrics/registry.ts';
import { signatureInWords } from '#core/explain/summary/headline.ts';
import { findRow } from '#core/explain/view/view-rows.ts';
import { pickFiles } from '#features/data/pick-files.ts';
import { sampleItems } from '#features/welcome/first-visit.svelte.ts';
import { SourceLost } from '#engine/source-lost.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import { FIRST_PAGE, PAGES, placesOf } from '#features/help/page.ts';
import { resultsOf, type ResultsTab } from '#features/results/results-view.svelte.ts';
import { comparisonOf } from '#features/compare/comparison.svelte.ts';
import { COMPARE_SAMPLES } from '#features/compare/texts.ts';
import { isOfLinkedComparison, keepUnsaved } from '#features/share/sharing.svelte.ts';
import { shareItems } from '#features/share/share-menu.svelte.ts';
import { writeBackup } from '#features/runs/backup.ts';
import { hasRows } from '#features/runs/group-runs.ts';
import { isAction } from '#ui/menu.ts';
import { commands as texts, type Named } from './texts.ts';

/** What the palette can open besides what stands on a screen. */
export interface CommandDialogs {
  readonly share: () => void;
  readonly address: () => void;
}

type InGroup = (group: Named, commands: readonly Listed[]) => Command[];
type Listed = readonly [name: Named | string, run: () => void, keys?: string];

/** Lists all that can be done now, screens first. */
export function listCommands(app: AppState, dialogs: CommandDialogs): readonly Command[] {
  const { router, workspace, library, theme } = app;
  const { shownRun: run } = workspace;
  const inGroup: InGroup = (group, commands) =>
    commands.map(([name, act, keys = '']) => {
      const { title, words = '' } = typeof name === 'string' ? { title: name } : name;
      return {
        id: `${group.title}: ${title}`,
        title,
        group: group.title,
        words: `${words} ${group.words ?? ''}`.toLowerCase(),
        keys,
        run: act,
      };
    });
  const go = (screen: 'playground' | 'runs' | 'compare') => () => router.go(screen);
  const runs = library.list.filter(hasRows).slice(0, 200);
  return [
    ...inGroup(texts.screens, [
      [texts.playground, go('playground')],
      [texts.runs, go('runs')],
      [texts.compareRuns, go('compare'), 'c'],
    ]),
    ...commandsOfComparison(app, inGroup),
    ...(run ? commandsOfRun(app, run, inGroup) : []),
    ...inGroup(texts.open, [
      [texts.file, () => pickFiles(false)],
      [texts.url, dialogs.address],
      [texts.agent, () => resultsOf(app).set({ agent: true })],
      [texts.newDataset, onPlayground(app, () => workspace.clear())],
    ]),
    ...inGroup(
      texts.samples,
      sampleItems(app).map(({ label, onselect }) => [label, onselect]),
    ),
    ...inGroup(
      texts.theme,
      (['system', 'light', 'dark'] as const).map((choice) => [
        texts.themes[choice],
        () => (theme.choice = choice),
      ]),
    ),
    ...inGroup(texts.share, sharing(app, dialogs)),
    ...inGroup(texts.storedRuns, [
      ...(workspace.isUnsaved || isOfLinkedComparison(app)
        ? [listed(texts.keep, () => keepUnsaved(app))]
        : []),
      ...(library.list.length > 0 ? [listed(texts.backUp, () => writeBackup(app))] : []),
    ]),
    ...inGroup(texts.help, [
      [texts.keyboard, () => resultsOf(app).set({ help: 'keys' })],
      ...PAGES.map((page): Listed => [
        { title: page.title, words: [page.id, ...placesOf(page)].join(' ') },
        () => resultsOf(app).set({ help: page.id }),
        page.id === FIRST_PAGE ? '?' : '',
      ]),
    ]),
    ...runs.map(({ id, name, createdAtMs }) => ({
      id,
      title: name,
      group: texts.openRun(new Date(createdAtMs)),
      words: '',
      keys: '',
      run: onPlayground(app, () => void workspace.openRun(id)),
    })),
  ];
}

/**
 * Finds the row that a text names in the column which the table shows in place of ids.
 * @returns −1 without one
 */
export async function rowNamed(app: AppState, text: string, signal: AbortSignal): Promise<number> {
  const { run } = app.workspace;
  const column = run?.roles.row_name;
  const value = text.trim();
  if (!run || column === undefined || value === '') return -1;
  const filters = [{ kind: 'cell', column, value }] as const;
  try {
    const rows = await app.reader.ask(run, 'view', { filters, sorting: [] }, { signal });
    return rows[0] ?? -1;
  } catch (error) {
    if (signal.aborted || error instanceof SourceLost) return -1;
    throw error;
  }
}

/**
 * The command that goes to the row a text names.
 * @param text an id, a name, or a number from 1
 * @param named the row with that name, see {@link rowNamed}
 */
export function goToRow(app: AppState, text: string, named = -1): readonly Command[] {
  const { workspace, view, router } = app;
  const { run } = workspace;
  const row = run && text.trim() !== '' ? findRow(run.columns, text, named) : -1;
  if (row < 0) return [];
  const act = async (): Promise<void> => {
    router.go('playground');
    resultsOf(app).tab = 'rows';
    if (view.goTo(row) === 'hidden') {
      await view.setFilters([]);
      view.goTo(row);
    }
  };
  const title = texts.goToRow(text.trim());
  return [
    { id: 'go to row', title, group: texts.rows, words: '', keys: 'Ctrl G', run: () => void act() },
  ];
}

const TABS: readonly ResultsTab[] = ['rows', 'causes', 'tools', 'review', 'groups', 'numbers'];

function commandsOfRun(app: AppState, run: OpenRun, inGroup: InGroup): Command[] {
  const { view } = app;
  const results = resultsOf(app);
  const onResults = (act: () => void) => onPlayground(app, act);
  const filter = (filters: Parameters<typeof view.setFilters>[0]) =>
    onResults(() => {
      void view.setFilters(filters);
      results.tab = 'rows';
    });
  const verdicts = run.columns.scores.filter(({ metricId }) => {
    const metric = findMetric(metricId);
    return metric && metric.better !== 'none' && !metric.isRecorded;
  });
  return [
    ...inGroup(texts.results, [
      ...TABS.map((tab): Listed => [texts.tabs[tab], onResults(() => results.goTo(tab))]),
      [texts.metrics, onResults(() => results.openMetrics('metrics'))],
      ...(['matching', 'rules', 'code'] as const).map((tab): Listed => [
        texts[tab],
        onResults(() => results.openMetrics(tab)),
      ]),
      [texts.judge, onResults(() => results.set({ judge: true }))],
      [texts.nextFailure, onResults(() => view.moveToFailure(1)), 'n'],
      [texts.previousFailure, onResults(() => view.moveToFailure(-1)), 'p'],
    ]),
    ...inGroup(texts.filter, [
      [texts.allRows, filter([])],
      [texts.filterText, onResults(() => results.goToFilter()), '/'],
      ...verdicts.map((column): Listed => {
        const { title } = titleOf(column);
        return [texts.failing(title), filter([{ kind: 'failing', columnId: column.id }])];
      }),
      ...run.causes.slice(0, 10).map(({ name }): Listed => {
        const { tool, path, ...signature } = parseSignature(name);
        const words = signatureInWords({ tool, path, ...signature });
        return [`${tool} ${path} ${words}`, filter([{ kind: 'signature', signature: name }])];
      }),
    ]),
  ];
}

/** Where runs are compared, that they may make a gate; elsewhere, that there is a sample of it. */
function commandsOfComparison(app: AppState, inGroup: InGroup): Command[] {
  const { result } = comparisonOf(app);
  const isShown = app.router.screen === 'compare' && (result?.changes.length ?? 0) > 0;
  return inGroup(texts.compare, [
    ...(isShown ? [listed(texts.useAsGate, () => (comparisonOf(app).isGateOpen = true))] : []),
    listed({ title: COMPARE_SAMPLES }, () => app.router.go('compare', { demo: 'before' })),
  ]);
}

/** What the menu *Share* has. */
function sharing(app: AppState, dialogs: CommandDialogs): Listed[] {
  return shareItems(app, dialogs.share).flatMap((item): Listed[] => {
    if (!isAction(item) || item.disabled || item.staysOpen) return [];
    const { label, hint = '', onselect } = item;
    const isKey = hint.startsWith('Ctrl ');
    return [[isKey || hint === '' ? label : `${label} · ${hint}`, onselect, isKey ? hint : '']];
  });
}

/** A command whose end nobody waits for. */
function listed(name: Named | string, act: () => unknown): Listed {
  return [name, () => void act()];
}

function onPlayground({ router }: AppState, act: () => void): () => void {
  return () => {
    router.go('playground');
    act();
  };
}

/** Something the page can do. */
export interface Command {
  /** Unique among those listed. */
  readonly id: string;
  readonly title: string;
  /** What it belongs to: "Screens", "Downloads". */
  readonly group: string;
  /** Further words that find it, not shown. */
  readonly words: string;
  /** The key that does the same; empty for none. */
  readonly keys: string;
  readonly run: () => void;
}

/**
 * Finds the commands a text asks for: each of its words begins, or is in, a word of title or
 * group, or is a synonym. Those whose title begins with the text come first, then those with words
 * that do, last those found by a synonym.
 * @param commands all commands, in their order
 * @param text what was typed; empty for all
 */
export function matchCommands(commands: readonly Command[], text: string): readonly Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return commands;
  const ranked = commands.flatMap((command) => {
    const name = `${command.title} ${command.group}`.toLowerCase();
    const found = `${name} ${command.words}`;
    if (!words.every((word) => found.includes(word))) return [];
    const isStart = name.startsWith(words.join(' '));
    const areStarts = words.every((word) => ` ${name}`.includes(` ${word}`));
    const isShown = words.every((word) => name.includes(word));
    return [{ command, rank: isStart ? 0 : areStarts ? 1 : isShown ? 2 : 3 }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ command }) => command);
}
