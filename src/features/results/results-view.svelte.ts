import type { MetricsTab } from '#features/metrics/metrics-tab.ts';
import { perApp } from '#kernel/per-app.svelte.ts';

/** What the results are shown as. */
export type ResultsTab = 'rows' | 'causes' | 'tools' | 'errors' | 'groups' | 'numbers';

/** What the tools are shown as: expected against called, what their calls took, what follows what. */
export type ToolsPart = 'table' | 'records' | 'transitions';

/** Which drawers of the results are open; absent: not opened yet, its code comes then. */
export interface ResultsDoors {
  /** The selected row in full. */
  readonly row?: boolean;
  readonly metrics?: boolean;
  readonly judge?: boolean;
  readonly reference?: boolean;
  /** Asks for the row to go to. */
  readonly goTo?: boolean;
  /** The metric that the reference shows first. */
  readonly metricId?: string;
}

const DOORS = ['row', 'metrics', 'judge', 'reference', 'goTo'] as const;

/** How the results are looked at: which tab, which drawers, filters as text or not. */
export class ResultsView {
  tab = $state<ResultsTab>('rows');
  toolsPart = $state<ToolsPart>('table');
  metricsTab = $state<MetricsTab>('metrics');
  isFilterText = $state(false);
  /** The step of a row that a link leads to, by its number. */
  linked = $state.raw<{ readonly row: number; readonly step: number }>();
  /** The field that filters rows by text is to take the focus, as soon as it is there. */
  isFilterWanted = $state(false);
  #doors = $state.raw<ResultsDoors>({});
  #openings = $state(0);

  get doors(): ResultsDoors {
    return this.#doors;
  }

  /** How many times something has been opened that takes the focus once it is there. */
  get openings(): number {
    return this.#openings;
  }

  /** Opens or closes drawers. */
  set(change: Partial<ResultsDoors>): void {
    const before = this.#doors;
    this.#doors = { ...before, ...change };
    const isOpening = DOORS.some((door) => change[door] === true && before[door] !== true);
    if (isOpening) this.#openings++;
  }

  /** Opens the drawer of metrics and rules. */
  openMetrics(tab: MetricsTab): void {
    this.metricsTab = tab;
    this.set({ metrics: true });
  }

  /** Shows the filters as text above the rows, or takes them away there. */
  toggleFilterText(): void {
    this.isFilterText = !(this.isFilterText && this.tab === 'rows');
    this.tab = 'rows';
    if (this.isFilterText) this.#openings++;
  }

  /** Goes to the field that filters rows by text. */
  goToFilter(): void {
    this.tab = 'rows';
    this.isFilterWanted = true;
    this.#openings++;
  }
}

/** How the results of an app are looked at. */
export const resultsOf = perApp(() => new ResultsView());
