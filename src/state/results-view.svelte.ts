/** What the results are shown as. */
export type ResultsTab = 'rows' | 'summary' | 'causes' | 'tools' | 'groups' | 'charts';

/** Which drawers of the results are open; absent: not opened yet, its code comes then. */
export interface ResultsDoors {
  /** The selected row in full. */
  readonly row?: boolean;
  readonly metrics?: boolean;
  readonly judge?: boolean;
  readonly reference?: boolean;
  /** The metric that the reference shows first. */
  readonly metricId?: string;
}

/** How the results are looked at: which tab, which drawers, filters as text or not. */
export class ResultsView {
  tab = $state<ResultsTab>('rows');
  isFilterText = $state(false);
  #doors = $state.raw<ResultsDoors>({});

  get doors(): ResultsDoors {
    return this.#doors;
  }

  /** Opens or closes drawers. */
  set(change: Partial<ResultsDoors>): void {
    this.#doors = { ...this.#doors, ...change };
  }

  /** Shows the filters as text above the rows, or takes them away there. */
  toggleFilterText(): void {
    this.isFilterText = !(this.isFilterText && this.tab === 'rows');
    this.tab = 'rows';
  }
}
