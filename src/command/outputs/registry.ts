import { markdownReport } from '#core/share/results/markdown-report.ts';
import { printSummary } from '#core/share/results/summary-file.ts';
import { CouldNotRun } from '../could-not-run.ts';
import type { ScoredFile } from '../score-input.ts';
import type { Pieces } from '../write-file.ts';

/** A file to write results to. */
export interface Output {
  readonly ending: string;
  readonly title: string;
  readonly load: () => Promise<(file: ScoredFile) => Pieces>;
}

/** The files of `score --out`; longer name endings come before shorter ones. */
export const OUTPUTS: readonly Output[] = [
  {
    ending: '.csv',
    title: 'rows with their scores, as a table',
    load: async () => (await import('./row-files.ts')).csvPieces,
  },
  {
    ending: '.jsonl',
    title: 'rows with their scores, a line each',
    load: async () => (await import('./row-files.ts')).jsonlPieces,
  },
  {
    ending: '.json',
    title: 'summary, as the page downloads it',
    load: () => Promise.resolve((file) => [`${summaryJson(file)}\n`]),
  },
  {
    ending: '.md',
    title: 'summary in Markdown',
    load: () => Promise.resolve((file) => [summaryMarkdown(file)]),
  },
  {
    ending: '.html',
    title: 'report: the page with the run in it',
    load: async () => (await import('./report-output.ts')).reportPieces,
  },
];

/** Finds an output by the ending of a file's name; throws CouldNotRun for others. */
export function findOutput(path: string): Output {
  const output = OUTPUTS.find(({ ending }) => path.toLowerCase().endsWith(ending));
  if (output) return output;
  if (path.toLowerCase().endsWith('.xml'))
    throw new CouldNotRun(
      `${path} is not written: JUnit has the verdict of a gate, not the scores of rows.`,
      `Use gate --out ${path}; rows with their scores are written as .csv and .jsonl.`,
    );
  const known = OUTPUTS.map(({ ending, title }) => `${ending} (${title})`);
  throw new CouldNotRun(
    `${path} has no ending that says what to write.`,
    `Use one of ${known.join(', ')}.`,
  );
}

/** Writes the summary of a run as JSON. */
export function summaryJson({ title, run, digest, scoredAtMs }: ScoredFile): string {
  const { settings, columns } = run;
  const { rowCount, skippedCount } = columns;
  const file = { name: title, datasetName: title, createdAtMs: scoredAtMs, rowCount, skippedCount };
  return printSummary({ ...file, settings, summary: digest.summary });
}

function summaryMarkdown({ title, run, digest, redaction }: ScoredFile): string {
  const { settings, columns } = run;
  const { rowCount } = columns;
  const about = { name: title, datasetName: title, rowCount, settings, redaction };
  return markdownReport(about, { ...digest, columns });
}
