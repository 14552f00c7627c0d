import type { JsonObject } from '#core/base/json/json-value.ts';
import { alignRow } from '#core/explain/row/align-row.ts';
import { printPattern } from '#core/explain/failure-patterns/failure-patterns.ts';
import { findPatterns } from '#core/explain/failure-patterns/find-failure-patterns.ts';
import { ToolPairGatherer } from '#core/explain/tool-table/tool-table.ts';
import { ToolSequenceGatherer } from '#core/explain/tool-table/transitions.ts';
import { CellGatherer, shortCell, type CellValues } from '#core/explain/view/cell-values.ts';
import type { RowLabel } from '#core/explain/view/filter.ts';
import { createMatcher } from '#core/match/match-calls.ts';
import { LabelGatherer, type LabelColumn } from '#core/score/columns/scored-columns.ts';
import type { RowSource } from './read-rows.ts';

/** Makes something of the records of rows, one after another. */
interface Gatherer<T> {
  add(record: JsonObject, row: number): void;
  finish(): T;
}

/** What one pass over all rows of a run makes of them; a loaded run keeps it, see `HeldRun.readOnce`. */
export interface Gathering<T> {
  /** What it is kept by: equal where the same is made. */
  readonly key: string;
  readonly begin: (source: RowSource, rowCount: number) => Gatherer<T>;
}

/** The labels of rows that filters and tables ask for, by the kind of filter. */
export const LABELS: Readonly<Record<RowLabel, Gathering<LabelColumn>>> = {
  'tool-pair': {
    key: 'tool-pair',
    begin: ({ roles, settings }) => new ToolPairGatherer(roles, settings.matching),
  },
  step: { key: 'step', begin: ({ roles }) => new ToolSequenceGatherer(roles) },
  pattern: { key: 'pattern', begin: gatherPatterns },
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

/** The values of one of the dataset’s own columns. */
export function cellsIn(column: string): Gathering<CellValues> {
  return {
    key: `cells of ${column}`,
    begin: (_source, rowCount) => {
      const cells = new CellGatherer(rowCount);
      return {
        add: (record, row) => cells.add(row, shortCell(record, column)),
        finish: () => cells.finish(),
      };
    },
  };
}
