import { countOf } from '#ui/format-number.ts';

/** Texts of DownloadMenu.svelte. */
export const downloadMenu = {
  name: 'Download',
  all: (count: number) => `Download ${countOf(count, 'row')}`,
  shown: (count: number) => `Download the ${countOf(count, 'row')} shown`,
  csv: 'Results (CSV)',
  markedCsv: 'Results (CSV for spreadsheets)',
  mark: 'with byte order mark',
  jsonl: 'Results (JSONL)',
  runFile: 'Run file, with everything',
  report: 'HTML report',
  markdown: 'Summary (Markdown)',
  summary: 'Summary (JSON)',
};

/** Texts of run-downloads.ts. */
export const runDownloads = { notBuilt: 'Only the built page can write a report.' };
