import type { MetricsTab } from '#features/metrics/metric-groups.ts';
import type { Filter } from '#core/explain/view/filter.ts';
import type { RowActs, WantedFix } from '#features/row/differences.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { perApp } from '#kernel/per-app.svelte.ts';

/** What the results are shown as. */
export type ResultsTab = 'rows' | 'causes' | 'tools' | 'review' | 'groups' | 'numbers';

/** Which drawers and dialogs are open; absent: not opened yet. */
export interface OpenDrawers {
  /** The selected row in full. */
  readonly row?: boolean;
  /** The calls expected of the selected row are typed. */
  readonly typing?: boolean;
  readonly metrics?: boolean;
  readonly judge?: boolean;
  /** The script for BigQuery. */
  readonly warehouse?: boolean;
  /** Asks for the address of a dataset. */
  readonly address?: boolean;
  /** Runs an agent. */
  readonly agent?: boolean;
  /** The page of help that is read, see `Help`; empty for none. */
  readonly help?: string;
}

/** How the results are looked at: which tab, which drawers. */
export class ResultsView {
  tab = $state<ResultsTab>('rows');
  /** What tools are shown as: each by itself, or what follows what. */
  toolsPart = $state<'table' | 'transitions'>('table');
  /** What rows are grouped by, among {@link groupChoices}; empty for the first. */
  groupBy = $state('');
  /** What they are grouped by once more; empty for nothing. */
  secondGroupBy = $state('');
  metricsTab = $state<MetricsTab>('metrics');
  /** Whether something is asked before the scores are shown. */
  isAsking = $state(false);
  /** Whether a person has folded the data away, or unfolded it; undefined before that. */
  isDataFolded = $state<boolean>();
  /** Whether a small screen shows the data in place of the results. */
  isDataShown = $state(false);
  /** What the data is shown as. */
  dataTab = $state<'text' | 'columns'>('text');
  /** The place in the text that the editor is to go to, as soon as it is there. */
  wantedPlace = $state.raw<{ readonly line: number; readonly column: number | undefined }>();
  /** Whether the selected row is beside the table; undefined before a person says so. */
  isRowBeside = $state<boolean>();
  /**
   * What is to take the focus, as soon as it is there: the field that filters rows by text, the tab
   * that is shown, or the selected row, unless something else has the focus.
   */
  wantedFocus = $state<'filter' | 'panel' | 'row'>();
  /** What may be done about the row beside the table; undefined while that is not open. */
  fixing = $state.raw<WantedFix>();
  /** The row whose calls are to be expected, until that begins. */
  expecting = $state<number>();
  #drawers = $state.raw<OpenDrawers>({});
  /** What can be done with the selected row beside the table. */
  readonly rowActs: RowActs = {
    onfix: (fix) => (this.fixing = fix),
    onexpect: (row) => (this.expecting = row),
    ontype: () => this.set({ typing: true }),
    onexpand: () => this.set({ row: true }),
  };

  get drawers(): OpenDrawers {
    return this.#drawers;
  }

  /** Whether something is open. */
  get isAnyOpen(): boolean {
    return this.fixing !== undefined || Object.values(this.#drawers).some(Boolean);
  }

  /** Closes whatever is open. */
  closeAll(): void {
    this.#drawers = {};
    this.fixing = undefined;
  }

  /** Opens or closes drawers. */
  set(change: Partial<OpenDrawers>): void {
    this.#drawers = { ...this.#drawers, ...change };
  }

  /** Opens the drawer of metrics and rules. */
  openMetrics(tab: MetricsTab): void {
    this.metricsTab = tab;
    this.set({ metrics: true });
  }

  /** Shows which column is what. */
  showColumns(): void {
    this.#showData('columns');
  }

  /** Shows a place in the text, both from 1. */
  showPlace(line: number, column?: number): void {
    this.#showData('text');
    this.wantedPlace = { line, column };
  }

  /** Goes to a tab, and takes the keyboard there. */
  goTo(tab: ResultsTab): void {
    this.tab = tab;
    this.wantedFocus = tab === 'rows' ? 'row' : 'panel';
  }

  /** Goes to the field that filters rows by text. */
  goToFilter(): void {
    if (this.tab === 'review') this.tab = 'rows';
    this.wantedFocus = 'filter';
  }

  #showData(tab: 'text' | 'columns'): void {
    this.dataTab = tab;
    this.isDataFolded = false;
    this.isDataShown = true;
  }
}

/** How the results of an app are looked at. */
export const resultsOf = perApp(() => new ResultsView());

/** Shows the rows that further filters leave, and takes the keyboard there. */
export async function showRows(app: AppState, ...filters: readonly Filter[]): Promise<void> {
  await app.view.setFilters([...app.view.filters, ...filters]);
  resultsOf(app).goTo('rows');
}
