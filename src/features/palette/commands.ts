import { parseSignature } from '#core/match/signature.ts';
import { findMetric, titleOf } from '#core/score/metrics/registry.ts';
import { signatureInWords } from '#core/explain/summary/headline.ts';
import { findRow } from '#core/explain/view/view-rows.ts';
import { SAMPLES } from '#samples/registry.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import { canEdit, referenceEditorOf } from '#features/references/reference-editor.ts';
import { resultsOf, type ResultsTab } from '#features/results/results-view.svelte.ts';
import { comparisonOf } from '#features/compare/comparison.svelte.ts';
import { EXPORTS } from '#features/compare/texts.ts';
import type { RunDownloadKind } from '#features/downloads/run-downloads.ts';
import { hasRows } from '#features/runs/group-runs.ts';
import { downloadsOf } from '#features/downloads/downloads.ts';
import { agentDrawerOf } from '#features/agents/agent-drawer.svelte.ts';

/** What the palette can open besides what stands on a screen. */
export interface CommandDoors {
  readonly help: () => void;
  readonly share: () => void;
  readonly address: () => void;
  readonly format: () => void;
}

/** Other words that people look for a command by, by its title or its group. */
const SYNONYMS: Readonly<Record<string, string>> = {
  Numbers: 'charts summary figures statistics means',
  'Compare runs': 'baseline candidate difference versus',
  'Metrics and settings…': 'rules matching tolerance threshold custom vertex arguments',
  'What each metric means…': 'help definition formula glossary precision recall',
  'Edit the filters as text': 'query search columns',
  'Use all calls of the selected row as expected': 'accept',
  'Undo the last change to a reference': 'accepted',
  'Download the dataset with changed references as JSONL': 'accepted export',
  'Download the reference changes as JSON Patch': 'accepted export',
  'File…': 'import upload format',
  'From a URL…': 'import link format',
  'Import receipt as JSON': 'columns format mapping',
  Groups: 'columns breakdown',
  Causes: 'failures errors signatures',
  System: 'device auto',
  Keyboard: 'shortcuts keys',
  Download: 'export save',
  Copy: 'export',
};

type InGroup = (group: string, commands: readonly Listed[]) => Command[];
type Listed = readonly [title: string, run: () => void, keys?: string];

/** Lists all that can be done now, screens first. */
export function listCommands(app: AppState, doors: CommandDoors): readonly Command[] {
  const { router, workspace, library, theme } = app;
  const { shownRun: run } = workspace;
  const inGroup: InGroup = (group, commands) =>
    commands.map(([title, act, keys = '']) => {
      const words = `${SYNONYMS[title] ?? ''} ${SYNONYMS[group] ?? ''}`;
      return { id: `${group}: ${title}`, title, group, words, keys, run: act };
    });
  const go = (screen: 'playground' | 'runs' | 'compare') => () => router.go(screen);
  const runs = library.list.filter(hasRows).slice(0, 200);
  return [
    ...inGroup('Screens', [
      ['Playground', go('playground'), 'g p'],
      ['Runs', go('runs'), 'g r'],
      ['Compare runs', go('compare'), 'c'],
    ]),
    ...commandsOfComparison(app, inGroup),
    ...(run ? commandsOfRun(app, run, inGroup) : []),
    ...inGroup('Open', [
      ['File…', () => document.querySelector<HTMLElement>('header input[type=file]')?.click()],
      ['From a URL…', doors.address],
      ['Run an agent…', () => (agentDrawerOf(app).state = 'open')],
      ['New dataset', onPlayground(app, () => workspace.clear())],
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
        choice === 'system' ? 'System' : choice === 'light' ? 'Light' : 'Dark',
        () => (theme.choice = choice),
      ]),
    ),
    ...inGroup('Page', [
      listed('Print, or save as PDF…', async () =>
        (await import('#features/print/print-page.ts')).printPage(app),
      ),
      ['Share…', doors.share, 'Ctrl S'],
    ]),
    ...(library.list.length > 0
      ? inGroup('Runs', [
          listed('Back up everything', async () =>
            (await import('#features/runs/backup.ts')).writeBackup(app),
          ),
        ])
      : []),
    ...inGroup('Help', [
      ['Keyboard', doors.help, '?'],
      ['See the format of a dataset…', doors.format],
    ]),
    ...runs.map(({ id, name, createdAtMs }) => ({
      id,
      title: name,
      group: `Open run of ${new Date(createdAtMs).toLocaleString()}`,
      words: '',
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
  return [
    { id: 'go to row', title, group: 'Rows', words: '', keys: 'Ctrl G', run: () => void act() },
  ];
}

const TABS: readonly (readonly [title: string, tab: ResultsTab])[] = [
  ['Rows', 'rows'],
  ['Causes', 'causes'],
  ['Tools', 'tools'],
  ['Groups', 'groups'],
  ['Numbers', 'numbers'],
];

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
    ...inGroup('Results', [
      ...TABS.map(([title, tab]): Listed => [title, onResults(() => (results.tab = tab))]),
      ['Metrics and settings…', onResults(() => results.openMetrics('metrics'))],
      ['Rules: when two calls match…', onResults(() => results.openMetrics('rules'))],
      ['Judge…', onResults(() => results.set({ judge: true }))],
      ['What each metric means…', onResults(() => results.set({ reference: true, metricId: '' }))],
      ['Next failure', onResults(() => view.moveToFailure(1)), 'n'],
      ['Previous failure', onResults(() => view.moveToFailure(-1)), 'p'],
    ]),
    ...inGroup('Filter', [
      ['All rows', filter([])],
      ['Edit the filters as text', onResults(() => results.toggleFilterText()), 'f'],
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
    ...commandsOfReferences(app, run, inGroup),
    ...commandsOfSharing(app, run, inGroup),
  ];
}

/** What can be done with the comparison on the screen; elsewhere, that there is a sample of one. */
function commandsOfComparison(app: AppState, inGroup: InGroup): Command[] {
  const { result } = comparisonOf(app);
  const files = () => import('#features/compare/comparison-files.ts');
  const isShown = result !== undefined && app.router.screen === 'compare';
  return inGroup('Compare', [
    ...(isShown
      ? [
          listed(EXPORTS.link, async () => (await files()).copyComparisonLink(app)),
          listed(EXPORTS.copyMarkdown, async () => (await files()).copyComparison(app)),
          listed(EXPORTS.markdown, async () => (await files()).downloadComparison(app, 'md')),
          listed(EXPORTS.csv, async () => (await files()).downloadComparison(app, 'csv')),
        ]
      : []),
    listed('Compare the two sample agents', async () =>
      (await import('#features/compare/compare-samples.ts')).compareSamples(app),
    ),
  ]);
}

/** What was accepted into the references, and what of the selected row can be. */
function commandsOfReferences(app: AppState, run: OpenRun, inGroup: InGroup): Command[] {
  const row = app.view.selected;
  const { references } = run.record;
  const last = references?.edits.at(-1);
  const editor = referenceEditorOf(app);
  return inGroup('Reference', [
    ...(canEdit(run) && row >= 0
      ? [
          listed('Use all calls of the selected row as expected', () =>
            editor.accept({ kind: 'row', row }),
          ),
        ]
      : []),
    ...(last
      ? [
          listed('Undo the last change to a reference', () => editor.undo(last.id)),
          listed('Download the dataset with changed references as JSONL', () =>
            editor.downloadRows(run),
          ),
          listed('Download the reference changes as JSON Patch', () => editor.downloadPatch(run)),
        ]
      : []),
  ]);
}

function commandsOfSharing(app: AppState, run: OpenRun, inGroup: InGroup): Command[] {
  const { view, workspace } = app;
  const downloads = downloadsOf(app);
  const save = (kind: RunDownloadKind) => () => void downloads.run(run, kind);
  const copy = () => import('#features/share/copy-link.ts');
  return [
    ...(workspace.isUnsaved
      ? inGroup('Runs', [listed('Keep a copy of the open run', () => workspace.keep())])
      : []),
    ...inGroup('Copy', [
      listed('Summary as Markdown', async () => (await copy()).copyMarkdown(app, run)),
      listed('Link with settings only', async () => (await copy()).copySettingsLink(app)),
    ]),
    ...inGroup('Download', [
      ['Results as CSV', () => void downloads.results(run, view.rows, 'csv')],
      [
        'Results as CSV for spreadsheets, with byte order mark',
        () => void downloads.results(run, view.rows, 'csv', true),
      ],
      ['Results as JSONL', () => void downloads.results(run, view.rows, 'jsonl')],
      ['Run file, with everything', save('run-file')],
      ['HTML report', save('report')],
      ['Summary as Markdown', save('markdown')],
      ['Summary as JSON', save('summary')],
      ['Import receipt as JSON', save('receipt')],
    ]),
  ];
}

/** A command whose end nobody waits for. */
function listed(title: string, act: () => unknown): Listed {
  return [title, () => void act()];
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
 * Finds the commands a text asks for: each of its words begins, or stands in, a word of title or
 * group, or is a synonym. Those whose title begins with the text come first, then those with words
 * that do, last those found by a synonym.
 * @param commands all commands, in their order
 * @param text what was typed; empty for all
 */
export function matchCommands(commands: readonly Command[], text: string): readonly Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return commands;
  const ranked = commands.flatMap((command) => {
    const said = `${command.title} ${command.group}`.toLowerCase();
    const found = `${said} ${command.words}`;
    if (!words.every((word) => found.includes(word))) return [];
    const isStart = said.startsWith(words.join(' '));
    const areStarts = words.every((word) => ` ${said}`.includes(` ${word}`));
    const isShown = words.every((word) => said.includes(word));
    return [{ command, rank: isStart ? 0 : areStarts ? 1 : isShown ? 2 : 3 }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ command }) => command);
}
