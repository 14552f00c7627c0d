import { COLUMN_ROLES, ROLE_TITLES } from '#core/read/names/column-roles.ts';
import { markdownReport } from '#core/share/results/markdown-report.ts';
import {
  writeReceiptCsv,
  writeReceiptJson,
  type Receipt,
} from '#core/share/results/receipt-file.ts';
import { printSummary } from '#core/share/results/summary-file.ts';
import type { Store } from '#kernel/storage/connection.ts';
import { writeReport } from '#engine/run-file/report.ts';
import { packRuns } from '#engine/run-file/pack-runs.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import { ownPage } from '#kernel/own-page.ts';
import { withExchanges } from '#kernel/storage/exchanges.ts';
import { toLoadedRun } from '#kernel/run/stored-form.ts';
import { runDownloads as texts } from './texts.ts';

/** A file of a whole run, and how its name ends. */
interface RunDownload {
  readonly ending: string;
  /** @param author who is named in a report; empty for nobody */
  readonly write: (run: OpenRun, store: Store, author: string) => Promise<Blob>;
}

/** The files of a whole run. */
export const RUN_DOWNLOADS = {
  /** Everything: rows, settings, scores, notes, what was said to an agent. */
  'run-file': {
    ending: '.run.gz',
    write: packWhole,
  },
  /** The page itself with the same in it: opens anywhere by a double click. */
  report: {
    ending: '-report.html',
    write: async (run, store, author) => {
      const page = await ownPage();
      if (page === '') throw new Error(texts.notBuilt);
      const { record } = run;
      const signed = author === '' ? run : { ...run, record: { ...record, author } };
      return writeReport(page, await packWhole(signed, store));
    },
  },
  markdown: {
    ending: '-summary.md',
    write: (run) => text(markdownReport(run.record, run), 'text/markdown'),
  },
  summary: {
    ending: '-summary.json',
    write: ({ record, summary }) => text(printSummary({ ...record, summary }), 'application/json'),
  },
  receipt: {
    ending: '-receipt.json',
    write: (run) => text(writeReceiptJson(receiptOf(run)), 'application/json'),
  },
  'receipt-table': {
    ending: '-receipt.csv',
    write: (run) => text(writeReceiptCsv(receiptOf(run)).join(''), 'text/csv'),
  },
} as const satisfies Readonly<Record<string, RunDownload>>;

/** Names a file of a whole run. */
export type RunDownloadKind = keyof typeof RUN_DOWNLOADS;

async function packWhole(run: OpenRun, store: Store): Promise<Blob> {
  return packRuns('run', [await withExchanges(toLoadedRun(run), store)]);
}

function receiptOf({ record, columns, roles }: OpenRun): Receipt {
  const roleOf = new Map(COLUMN_ROLES.map((role) => [roles[role], ROLE_TITLES[role]]));
  return {
    dataset: record.datasetName,
    format: record.formatTitle,
    unit: record.lineUnit,
    rows: columns.rowCount,
    skipped: columns.skippedCount,
    columns: columns.columns.map(({ name, filled }) => {
      return { name, filled, takenFor: roleOf.get(name) ?? '' };
    }),
    issues: columns.issues.first,
    counts: columns.issues.counts,
  };
}

function text(content: string, type: string): Promise<Blob> {
  return Promise.resolve(new Blob([content], { type }));
}
