import { isErrorOutcome, outcomeMessage, OUTCOMES } from '#core/calls/outcome.ts';
import type { WordPart } from '#core/base/text/sentence.ts';
import { detailRow } from '#core/explain/row/row-detail.ts';
import { isPass, thresholdOf } from '#core/explain/summary/statistics.ts';
import type { ScoreValues } from '#core/score/columns/scored-columns.ts';
import type { ScoredFile } from '../score-input.ts';
import { recordsOf, type NumberedRecord } from './row-files.ts';

/** A metric by which rows pass or fail. */
interface Suite {
  readonly scores: ScoreValues;
  readonly threshold: number;
}

/**
 * Writes a run as JUnit XML, which CI servers show: a suite for each metric that has a pass mark, a
 * test for each row. Rows without a score are skipped, unreadable ones are errors.
 */
export async function* junitPieces(file: ScoredFile): AsyncIterable<string> {
  const { title, run } = file;
  const { thresholds = {} } = run.settings;
  const suites = run.columns.scores.flatMap((scores): Suite[] => {
    const threshold = thresholdOf(scores.metricId, thresholds);
    return threshold === undefined ? [] : [{ scores, threshold }];
  });
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<testsuites name="${escapeXml(title)}">\n`;
  for (const suite of suites) {
    yield suiteHead(suite, run.columns.rowCount);
    for await (const records of recordsOf(file))
      yield records.map((record) => testCase(file, suite, record)).join('');
    yield '  </testsuite>\n';
  }
  yield '</testsuites>\n';
}

function suiteHead({ scores, threshold }: Suite, rowCount: number): string {
  let [failures, skipped, errors] = [0, 0, 0];
  for (let row = 0; row < rowCount; row++) {
    const outcome = scores.outcomes[row] as number;
    if (isErrorOutcome(outcome)) errors++;
    else if (outcome !== 0) skipped++;
    else if (!isPass(scores.metricId, scores.values[row] as number, threshold)) failures++;
  }
  const counts = `tests="${rowCount}" failures="${failures}" errors="${errors}" skipped="${skipped}"`;
  return `  <testsuite name="${escapeXml(scores.id)}" ${counts}>\n`;
}

function testCase(
  { run }: ScoredFile,
  { scores, threshold }: Suite,
  { record, row }: NumberedRecord,
): string {
  const outcome = scores.outcomes[row] as number;
  const id = run.roles.id === undefined ? undefined : record[run.roles.id];
  const name = typeof id === 'string' && id !== '' ? id : `row ${row + 1}`;
  const head = `    <testcase classname="${escapeXml(scores.id)}" name="${escapeXml(name)}"`;
  if (outcome !== 0) {
    const why = escapeXml(outcomeMessage(OUTCOMES[outcome] ?? 'scored'));
    const kind = isErrorOutcome(outcome) ? 'error' : 'skipped';
    return `${head}><${kind} message="${why}"/></testcase>\n`;
  }
  const value = scores.values[row] as number;
  if (isPass(scores.metricId, value, threshold)) return `${head}/>\n`;
  const { reasons, preview } = detailRow(record, run.roles, run.settings);
  const reason = reasons.get(scores.id);
  const message = `${value.toFixed(2)} of ${threshold}: ${textOf(preview.why) || textOf(reason?.words ?? [])}`;
  const edit = textOf(reason?.edit ?? []);
  const more = edit === '' ? '' : `To pass: ${edit}`;
  return `${head}><failure message="${escapeXml(message)}">${escapeXml(more)}</failure></testcase>\n`;
}

function textOf(words: readonly WordPart[]): string {
  return words.map(({ text }) => text).join('');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Writes text that XML takes for text; characters that XML has no place for become U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '\ufffd')
    .replace(/[&<>"]/g, (mark) => ESCAPES[mark] ?? mark)
    .replace(/[\t\n\r]/g, (space) => `&#${space.charCodeAt(0)};`);
}
