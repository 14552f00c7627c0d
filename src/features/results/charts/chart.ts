import type { MetricSummary } from '#core/explain/summary/summarise.ts';
import type { RunFigures } from '#core/explain/summary/run-figures.ts';
import type { Figure } from '#ui/charts/figure.ts';

/** A stored run of the same dataset. */
interface RunOfDataset {
  readonly name: string;
  readonly createdAtMs: number;
  readonly summary: readonly MetricSummary[];
}

/** What the charts of a run are drawn from. */
interface ChartInput {
  readonly figures: RunFigures;
  /** The score column of charts that show only one. */
  readonly columnId: string;
  /** What rows are grouped by, in words. */
  readonly groupedBy: string;
  /** Runs of the same dataset, oldest first. */
  readonly runs: readonly RunOfDataset[];
  /** The end of every caption: dataset, rows, date and rules. */
  readonly source: string;
}

/** A chart of a run: a pure function of numbers. */
export interface ChartDefinition {
  /** Equals the folder's name. */
  readonly id: string;
  /** @returns the figure; undefined where the rows have nothing for it */
  figure(input: ChartInput): Omit<Figure, 'id'> | undefined;
}
