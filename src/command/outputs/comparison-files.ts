import { comparisonMarkdown } from '#core/compare/comparison-markdown.ts';
import {
  describePairing,
  describeVerdict,
  standingOf,
} from '#core/compare/comparison-sentences.ts';
import { isRescored } from '#core/compare/compare-runs.ts';
import { letterAt } from '#core/compare/run-letters.ts';
import type { ComparedFiles } from '../compare-files.ts';

/** Writes a comparison as JSON: the verdict in words, counts of rows, and every number of each metric. */
export function comparisonJson({ runs, results, named }: ComparedFiles): string {
  const [baseline] = runs;
  const comparisons = results.map((result, place) => {
    const candidate = runs[place + 1];
    const letter = letterAt(place + 1);
    const isSame = baseline && candidate ? isRescored(baseline, candidate) : false;
    const { lead, rest, lost, note } = describeVerdict(result, letter, isSame);
    const pairing = baseline && candidate && describePairing(result, baseline, candidate, letter);
    return {
      candidate: letter,
      verdict: `${lead}${rest}`,
      ...(lost ? { lost: `${lost.lead}${lost.rest}` } : {}),
      note,
      paired_by: result.pairedBy,
      pairs: result.changes.length,
      only_in_baseline: result.onlyBaseline.length,
      only_in_candidate: result.onlyCandidate.length,
      warnings: pairing?.warnings ?? [],
      changes: result.changeCounts,
      lost_rows: named[place]?.lost ?? [],
      regressed_rows: named[place]?.regressed ?? [],
      metrics: result.metrics.map((metric) => ({
        ...metric,
        standing: standingOf(metric) ?? 'too few rows',
      })),
    };
  });
  const file = {
    kind: 'trajectory-playground/comparison',
    version: 1,
    runs: runs.map(({ name, rowCount }, place) => ({
      letter: letterAt(place),
      name,
      rows: rowCount,
    })),
    comparisons,
  };
  return JSON.stringify(file, null, 2);
}

/** Writes a comparison as Markdown, for a pull request. */
export async function* comparisonMarkdownPieces(files: ComparedFiles): AsyncIterable<string> {
  const { runs, results, named } = files;
  yield await Promise.resolve(comparisonMarkdown(runs, results, named));
}

/** Writes a comparison as JSON. */
export async function* comparisonJsonPieces(files: ComparedFiles): AsyncIterable<string> {
  yield await Promise.resolve(`${comparisonJson(files)}\n`);
}
