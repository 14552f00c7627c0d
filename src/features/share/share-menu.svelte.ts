import { comparisonOf } from '#features/compare/comparison.svelte.ts';
import { copyComparison, downloadComparison } from '#features/compare/comparison-files.ts';
import { EXPORTS } from '#features/compare/texts.ts';
import { downloadsOf } from '#features/downloads/downloads.ts';
import { resultsOf } from '#features/results/results-view.svelte.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { perApp } from '#kernel/per-app.svelte.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import type { MenuItem } from '#ui/menu.ts';
import { copyShownLink } from './copy-link.ts';
import { shareMenu as texts } from './texts.ts';

/** Whether all rows are downloaded where fewer are shown. */
class DownloadScope {
  isAll = $state(false);
}

const scopeOf = perApp(() => new DownloadScope());

/**
 * All that leaves the page, as a menu: what is shared of the run or of the comparison that is shown,
 * and the files of it.
 * @param show opens the dialog with all options to share
 */
export function shareItems(app: AppState, show: (dialog: 'share') => void): readonly MenuItem[] {
  const { screen } = app.router;
  const run = app.workspace.shownRun;
  return [
    {
      label: texts.link,
      hint: 'Ctrl S',
      onselect: () => void copyShownLink(app, () => show('share')),
    },
    { label: texts.more, hint: texts.redacted, onselect: () => show('share') },
    ...(screen === 'compare' && comparisonOf(app).result ? filesOfComparison(app) : []),
    ...(screen === 'playground' && run ? filesOfRun(app, run) : []),
  ];
}

function filesOfComparison(app: AppState): MenuItem[] {
  const { rowCount } = comparisonOf(app);
  return [
    'separator',
    { label: EXPORTS.copyMarkdown, onselect: () => void copyComparison(app) },
    {
      label: EXPORTS.csv,
      hint: texts.shownRows(rowCount),
      disabled: rowCount === 0,
      onselect: () => void downloadComparison(app),
    },
  ];
}

const TABLES = [
  { label: texts.results, hint: 'CSV', type: 'csv', isForSheets: false },
  { label: texts.forSpreadsheets, hint: 'CSV', type: 'csv', isForSheets: true },
  { label: texts.results, hint: 'JSONL', type: 'jsonl', isForSheets: false },
] as const;
const FILES = [
  { label: texts.report, hint: 'HTML', kind: 'report' },
  { label: texts.summary, hint: 'JSON', kind: 'summary' },
  { label: texts.runFile, hint: texts.everything, kind: 'run-file' },
] as const;

function filesOfRun(app: AppState, run: OpenRun): MenuItem[] {
  const { view, workspace } = app;
  const [downloads, scope] = [downloadsOf(app), scopeOf(app)];
  const { rowCount } = run.columns;
  const disabled = rowCount === 0 || workspace.phase.kind === 'scoring';
  const isPart = view.rows.length !== rowCount;
  const rows = (): Uint32Array =>
    isPart && scope.isAll ? Uint32Array.from({ length: rowCount }, (_, row) => row) : view.rows;
  const choiceOf = (isAll: boolean, label: string): MenuItem => ({
    label,
    checked: scope.isAll === isAll,
    staysOpen: true,
    onselect: () => (scope.isAll = isAll),
  });
  return [
    { caption: isPart ? texts.download : texts.downloadAll(rowCount) },
    ...(isPart
      ? [
          choiceOf(true, texts.allRows(rowCount)),
          choiceOf(false, texts.shownRows(view.rows.length)),
        ]
      : []),
    ...TABLES.map(({ type, isForSheets, ...item }) => ({
      ...item,
      disabled,
      onselect: () => void downloads.results(run, rows(), type, isForSheets),
    })),
    'separator',
    ...FILES.map(({ kind, ...item }) => ({
      ...item,
      onselect: () => void downloads.run(run, kind),
    })),
    {
      label: texts.warehouse,
      hint: 'SQL',
      onselect: () => resultsOf(app).set({ warehouse: true }),
    },
  ];
}
