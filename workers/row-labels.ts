import { alignRow } from '#core/explain/row/align-row.ts';
import { printPattern } from '#core/explain/failure-patterns/failure-patterns.ts';
import { findPatterns } from '#core/explain/failure-patterns/find-failure-patterns.ts';
import { ToolPairGatherer } from '#core/explain/tool-table/tool-pair.ts';
import { ToolSequenceGatherer } from '#core/explain/tool-table/transitions.ts';
import type { RowLabel } from '#core/explain/view/filter.ts';
import { createMatcher } from '#core/match/match-calls.ts';
import { LabelGatherer, type LabelColumn } from '#core/score/columns/scored-columns.ts';
import type { Gatherer, RowSource } from './read-rows.ts';

/** Begins to gather the labels of all rows that filters and tables ask for, by the kind of filter. */
export const GATHER_LABELS: Readonly<
  Record<RowLabel, (source: RowSource) => Gatherer<LabelColumn>>
> = {
  'tool-pair': ({ roles, settings }) => new ToolPairGatherer(roles, settings.matching),
  step: ({ roles }) => new ToolSequenceGatherer(roles),
  pattern: gatherPatterns,
};

/** The most patterns of a row: a hostile one must not fill the dictionary of a whole run. */
const PATTERNS_PER_ROW = 32;

function gatherPatterns({ roles, settings }: RowSource): Gatherer<LabelColumn> {
  const matcher = createMatcher(settings.matching);
  const labels = new LabelGatherer();
  return {
    add: (record) => {
      const found = findPatterns(alignRow(record, roles, matcher), settings.declarations);
      labels.add(found.slice(0, PATTERNS_PER_ROW).map(printPattern));
    },
    finish: () => labels.finish(),
  };
}
