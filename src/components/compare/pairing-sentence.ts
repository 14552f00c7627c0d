import type { Comparison } from '#core/compare/compare-runs.ts';
import { findMetric } from '#core/metrics/registry.ts';
import { describeSettings, type ScoredHow } from '../runs/describe-settings.ts';
import { countOf, formatCount } from '../ui/format-number.ts';
import type { RunLetter } from '../ui/run-letters.ts';

/** How rows of two runs were paired, and what that leaves out. */
export interface PairingSentence {
  readonly text: string;
  /** What makes the comparison less than whole; empty when nothing does. */
  readonly warnings: readonly string[];
}

/** Says how the rows of A and a candidate were paired. */
export function sayPairing(
  comparison: Comparison,
  a: ScoredHow,
  b: ScoredHow,
  letter: RunLetter = 'B',
): PairingSentence {
  const { pairedBy, changes, onlyBaseline, onlyCandidate, duplicates } = comparison;
  const total = changes.length + onlyBaseline.length + onlyCandidate.length;
  const key = pairedBy === 'id' ? 'an id' : 'prompt and reference';
  const one = duplicates === 1;
  const ruleA = describeSettings(a);
  const ruleB = describeSettings(b);
  const warnings = [
    onlyBaseline.length > 0 && `${formatCount(onlyBaseline.length)} only in A`,
    onlyCandidate.length > 0 && `${formatCount(onlyCandidate.length)} only in ${letter}`,
    duplicates > 0 &&
      `${formatCount(duplicates)} ${one ? 'row shares' : 'rows share'} ${key} and ${one ? 'is' : 'are'} paired in order`,
    ruleA !== ruleB && `scored differently: A ${ruleA}, ${letter} ${ruleB}`,
    sayOnly(comparison.onlyInBaseline, 'A'),
    sayOnly(comparison.onlyInCandidate, letter),
  ];
  return {
    text: `paired on ${pairedBy}: ${formatCount(changes.length)} of ${countOf(total, 'row')}`,
    warnings: warnings.filter((warning) => warning !== false),
  };
}

function sayOnly(columnIds: readonly string[], letter: RunLetter): string | false {
  if (columnIds.length === 0) return false;
  return `only ${letter} has ${columnIds.map(nameColumn).join(', ')}`;
}

/** `trajectory_single_tool_use(search)` in words. */
function nameColumn(columnId: string): string {
  const [, metricId = columnId, tool] = /^([^(]+)(?:\((.*)\))?$/s.exec(columnId) ?? [];
  const title = findMetric(metricId)?.title.toLowerCase() ?? metricId;
  return tool === undefined ? title : `${title} of ${tool}`;
}
