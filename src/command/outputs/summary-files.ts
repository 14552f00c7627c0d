import { markdownReport } from '#core/share/results/markdown-report.ts';
import { printSummary } from '#core/share/results/summary-file.ts';
import type { ScoredFile } from '../score-input.ts';

/** Writes what is said of a run as JSON. */
export function summaryJson({ title, run, digest, scoredAtMs }: ScoredFile): string {
  const { settings, columns } = run;
  const { rowCount, skippedCount } = columns;
  const file = { name: title, datasetName: title, createdAtMs: scoredAtMs, rowCount, skippedCount };
  return printSummary({ ...file, settings, summary: digest.summary });
}

/** Writes the summary that the page downloads as JSON. */
export async function* summaryPieces(file: ScoredFile): AsyncIterable<string> {
  yield await Promise.resolve(`${summaryJson(file)}\n`);
}

/** Writes the summary as Markdown, for a pull request. */
export async function* markdownPieces(file: ScoredFile): AsyncIterable<string> {
  const { title, run, digest, redaction } = file;
  const { settings, columns } = run;
  const { rowCount } = columns;
  const about = { name: title, datasetName: title, rowCount, settings, redaction };
  yield await Promise.resolve(markdownReport(about, digest));
}
