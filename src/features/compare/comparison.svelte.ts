import { messageOf } from '#core/base/text/sentence.ts';
import { CHANGES, NO_CHANGES, type Change } from '#core/compare/changes.ts';
import {
  decideBy,
  decidingOf,
  type Comparison,
  type MetricComparison,
} from '#core/compare/compare-runs.ts';
import { withoutScores } from '#core/compare/judged-alike.ts';
import { letterAt, type RunLetter } from '#core/compare/run-letters.ts';
import {
  binPairs,
  isInBin,
  type BinnedPairs,
  type PairBin,
  type PairedScores,
} from '#core/compare/bin-pairs.ts';
import { scoreAt, scoresOf, type ScoredColumns } from '#core/score/columns/scored-columns.ts';
import type { Filter } from '#core/explain/view/filter.ts';
import type { RowPreview } from '#core/explain/row/row-detail.ts';
import type { RunsDetail } from '#core/explain/row/runs-detail.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import { perApp } from '#kernel/per-app.svelte.ts';
import { RowPreviews } from '#kernel/run/rows-view.svelte.ts';

/** What the table of pairs is about. */
export type PairFilter = 'all' | Change | 'only-baseline' | 'only-candidate';

/** Pairs whose scores in a metric lie close together, as a filter. */
export interface ScoreBox extends Pick<PairBin, 'baseline' | 'candidate'> {
  readonly columnId: string;
}

/** A line of the table. */
export interface ComparedRow {
  /** Row numbers by run, the baseline's first; −1 where a run has no such row. */
  readonly rows: readonly number[];
  /** What became of it in the candidate looked at; null where only one of both has it. */
  readonly change: Change | null;
}

/** What is known of a line of the table. */
interface KnownRow {
  /** The first run that has the row. */
  readonly place: number;
  readonly preview: RowPreview | undefined;
  /** Empty while it is being read. */
  readonly id: string;
}

/** Two to eight runs side by side, all against the first. */
export class RunComparison {
  readonly #app: AppState;
  #ids = $state.raw<readonly string[]>([]);
  #runs = $state.raw<readonly OpenRun[]>([]);
  #compared = $state.raw<readonly Comparison[]>([]);
  #focus = $state(0);
  #filter = $state<PairFilter>('all');
  #filters = $state.raw<readonly Filter[]>([]);
  /** By run: 1 for each row that meets the conditions; undefined while none is set. */
  #found = $state.raw<readonly Uint8Array[] | undefined>();
  #search = 0;
  #part = $state.raw<ScoreBox | undefined>();
  #isLoading = $state(false);
  /** The column chosen to decide what became of each row; the main metric's until then. */
  columnId = $state('');
  /** What is shown below the line of numbers. */
  tab = $state<'rows' | 'numbers'>('rows');
  /** Whether the gate of the comparison is looked at; undefined until it first is. */
  isGateOpen = $state<boolean>();
  #error = $state('');
  #previews = $state.raw<readonly RowPreviews[]>([]);
  #opening = 0;

  constructor(app: AppState) {
    this.#app = app;
  }

  /** The runs compared, the baseline first; none while they are loaded or one cannot be. */
  get runs(): readonly OpenRun[] {
    return this.results.length > 0 ? this.#runs : [];
  }

  /** One comparison with the baseline per candidate, by the metric that decides. */
  readonly results: readonly Comparison[] = $derived(
    this.#compared.map((compared, place) => {
      const [a, b] = [this.#runs[0], this.#runs[place + 1]];
      return a && b ? decideBy(compared, this.columnId, a.columns, b.columns) : compared;
    }),
  );

  /** By run: its columns, without scores that do not compare with A’s. */
  readonly #scored: readonly ScoredColumns[] = $derived(
    this.#runs.map(({ columns }, place) =>
      withoutScores(columns, this.#compared[place - 1]?.unlike ?? []),
    ),
  );

  /** Places, among the runs asked for, of those that cannot be opened. */
  get missing(): readonly number[] {
    const found = new Set(this.#runs.map(({ record }) => record.id));
    return this.#ids.flatMap((id, place) => (found.has(id) ? [] : [place]));
  }

  /** The candidate that filters and changes are about, from 0. */
  get focus(): number {
    return this.#focus;
  }

  set focus(focus: number) {
    this.#focus = focus;
    this.#filter = 'all';
    this.#part = undefined;
  }

  /** The letter of the candidate looked at. */
  get letter(): RunLetter {
    return letterAt(this.#focus + 1);
  }

  /** The comparison of the candidate looked at. */
  get result(): Comparison | undefined {
    return this.results[this.#focus];
  }

  /** The metric that decides what became of the rows, and whose scores are set against each other. */
  get metric(): MetricComparison | undefined {
    return this.result && decidingOf(this.result);
  }

  get isLoading(): boolean {
    return this.#isLoading;
  }

  /** Nothing has been opened yet. */
  get isFresh(): boolean {
    return this.#ids.length === 0;
  }

  /** Why the runs could not be compared, or an empty text. */
  get error(): string {
    return this.#error;
  }

  get filter(): PairFilter {
    return this.#filter;
  }

  /**
   * Shows the rows of a filter; what the pass table or the scatter keeps stays,
   * unless all or unpaired rows are asked for.
   */
  show(filter: PairFilter): void {
    this.#filter = filter;
    this.tab = 'rows';
    if (['all', 'only-baseline', 'only-candidate'].includes(filter)) this.#part = undefined;
  }

  /** The line of a pass table, or the mark of the scatter, whose rows are shown. */
  get part(): ScoreBox | undefined {
    return this.#part;
  }

  set part(part: ScoreBox | undefined) {
    this.#part = part;
    this.#filter = 'all';
    this.tab = 'rows';
  }

  /** The pairs by their two scores in a metric. */
  binScores(columnId: string, isShare: boolean): BinnedPairs {
    return binPairs(this.#pairScores(columnId), isShare);
  }

  /** The scores of all pairs in a metric. */
  #pairScores(columnId: string): PairedScores {
    const { result } = this;
    const of = (place: number): Float64Array =>
      scoresOf(this.#scored[place], columnId)?.values ?? new Float64Array();
    return {
      baseline: of(0),
      candidate: of(this.#focus + 1),
      baselineRows: result?.baselineRows ?? new Uint32Array(),
      candidateRows: result?.candidateRows ?? new Uint32Array(),
    };
  }

  /**
   * The scores of a row in A and in the candidate looked at.
   * @returns NaN without one
   */
  scoresAt(row: ComparedRow, columnId: string | undefined): readonly [number, number] {
    const of = (place: number): number =>
      scoreAt(scoresOf(this.#scored[place], columnId), row.rows[place] ?? -1);
    return [of(0), of(this.#focus + 1)];
  }

  /** The conditions that the rows shown meet in either run. */
  get filters(): readonly Filter[] {
    return this.#filters;
  }

  /**
   * Keeps the rows that meet all conditions in A, or in the candidate looked at. The rows before
   * stay until all are searched; later conditions replace earlier ones.
   */
  async setFilters(filters: readonly Filter[]): Promise<void> {
    this.#filters = filters;
    const search = ++this.#search;
    if (filters.length === 0) {
      this.#found = undefined;
      return;
    }
    const found = await Promise.all(
      this.#runs.map(async (run) => {
        const has = new Uint8Array(run.columns.rowCount);
        for (const row of await this.#app.reader.ask(run, 'view', { filters, sorting: [] }))
          has[row] = 1;
        return has;
      }),
    );
    if (search === this.#search) this.#found = found;
  }

  /** How many rows each filter keeps. */
  readonly counts: Readonly<Record<PairFilter, number>> = $derived({
    ...(this.result?.changeCounts ?? NO_CHANGES),
    all: this.result?.changes.length ?? 0,
    'only-baseline': this.result?.onlyBaseline.length ?? 0,
    'only-candidate': this.result?.onlyCandidate.length ?? 0,
  });

  /** Rows of A and of the candidate; those that are paired count once. */
  get total(): number {
    return this.counts.all + this.counts['only-baseline'] + this.counts['only-candidate'];
  }

  /** Whether a row of A, or that of the candidate, meets the conditions. */
  #isFound(rowA: number, rowB: number): boolean {
    const found = this.#found;
    return !found || found[0]?.[rowA] === 1 || found[this.#focus + 1]?.[rowB] === 1;
  }

  /** Places of the pairs shown, or of the rows without a partner; lost rows first, then regressed. */
  readonly #order: Uint32Array = $derived.by(() => {
    const { result } = this;
    if (!result) return new Uint32Array();
    if (this.#filter === 'only-baseline')
      return result.onlyBaseline.filter((row) => this.#isFound(row, -1));
    if (this.#filter === 'only-candidate')
      return result.onlyCandidate.filter((row) => this.#isFound(-1, row));
    const pairs = this.#filter === 'all' ? result.byChange : pairsWith(this.#filter, result);
    const { baselineRows: rowsA, candidateRows: rowsB } = result;
    const order = this.#found
      ? pairs.filter((pair) => this.#isFound(rowsA[pair] as number, rowsB[pair] as number))
      : pairs;
    const part = this.#part;
    if (!part) return order;
    const { baseline, candidate, baselineRows, candidateRows } = this.#pairScores(part.columnId);
    return order.filter((pair) => {
      const x = baseline[baselineRows[pair] as number] ?? Number.NaN;
      const y = candidate[candidateRows[pair] as number] ?? Number.NaN;
      return isInBin(part, x, y);
    });
  });

  /**
   * The baseline's rows with a change, in its order.
   * @param place the candidate, from 0
   * @param most so many at most
   */
  rowsWith(change: Change, place: number, most: number): number[] {
    const result = this.results[place];
    if (!result) return [];
    const pairs = pairsWith(change, result).subarray(0, most);
    return Array.from(pairs, (pair) => result.baselineRows[pair] ?? -1);
  }

  /** Places of the rows shown, in their order: another list once other rows are. */
  get shown(): Uint32Array {
    return this.#order;
  }

  /** How many rows are shown. */
  get rowCount(): number {
    return this.#order.length;
  }

  /** The row shown at a place. */
  rowAt(index: number): ComparedRow | undefined {
    const at = this.#order[index];
    const { result } = this;
    if (at === undefined || !result) return undefined;
    if (this.#filter === 'only-candidate') {
      const others = this.results.map((_, place) => (place === this.#focus ? at : -1));
      return { rows: [-1, ...others], change: null };
    }
    const isAlone = this.#filter === 'only-baseline';
    const row = isAlone ? at : (result.baselineRows[at] ?? -1);
    const change = isAlone ? null : (CHANGES[result.changes[at] ?? 0] as Change);
    return { rows: [row, ...this.results.map(({ partners }) => partners[row] ?? -1)], change };
  }

  /**
   * Loads and compares runs; those that are open already are not read again.
   * @param ids the runs, the baseline first
   */
  async open(ids: readonly string[]): Promise<void> {
    const isSame = ids.join() === this.#ids.join();
    if (isSame && this.results.length > 0 && !this.#isLoading) return;
    const opening = ++this.#opening;
    // what was computed is of other runs
    if (!isSame) this.#compared = [];
    this.#isLoading = true;
    this.#error = '';
    try {
      const loaded = await Promise.all(ids.map((id) => this.#load(id)));
      const runs = loaded.filter((run) => run !== undefined);
      const [baseline, ...candidates] = runs;
      const results =
        baseline && runs.length === ids.length
          ? await this.#app.reader.ask([baseline, ...candidates], 'compare', undefined)
          : [];
      if (opening === this.#opening) this.#show(ids, runs, results);
    } catch (error) {
      if (opening !== this.#opening) return;
      this.#show(ids, [], []);
      this.#error = messageOf(error);
    } finally {
      if (opening === this.#opening) this.#isLoading = false;
    }
  }

  /** Takes a run's newest version, e.g. with a judge's verdicts, and compares again. */
  async take(run: OpenRun): Promise<void> {
    const { id } = run.record;
    if (!this.#runs.some(({ record }) => record.id === id)) return;
    this.#runs = this.#runs.map((other) => (other.record.id === id ? run : other));
    this.#compared = [];
    await this.open(this.#ids);
  }

  async #load(id: string): Promise<OpenRun | undefined> {
    const open = this.#app.workspace.run;
    if (open?.record.id === id && open.record.state === 'complete') return open;
    const known = this.#runs.find((run) => run.record.id === id);
    return known ?? (await this.#app.library.load(id));
  }

  #show(ids: readonly string[], runs: readonly OpenRun[], results: readonly Comparison[]): void {
    this.#previews = runs.map((run) => {
      const previews = new RowPreviews(this.#app.reader);
      previews.show(run);
      return previews;
    });
    this.#ids = ids;
    this.#runs = runs;
    this.#compared = results;
    void this.setFilters([]);
    this.focus = Math.min(this.#focus, Math.max(0, results.length - 1));
  }

  /** A row in all runs, call by call. */
  detail({ rows }: ComparedRow): Promise<RunsDetail> {
    return this.#app.reader.ask(this.#runs, 'detailRuns', rows);
  }

  /** What is known of a row by the first run that has it: its id, or else its number from 1. */
  knownOf({ rows }: ComparedRow): KnownRow {
    const place = rows.findIndex((at) => at >= 0);
    const previews = rows.map((at, run) => this.preview(run, at));
    const preview = previews.find((one) => one !== undefined);
    return { place, preview, id: preview ? preview.id || String((rows[place] ?? 0) + 1) : '' };
  }

  /** A row's line in the run at a place, or undefined while it is still being read. */
  preview(place: number, row: number): RowPreview | undefined {
    return this.#previews[place]?.get(row);
  }
}

/** The pairs with a change, in the order of the baseline. */
function pairsWith(change: Change, { byChange, changeCounts }: Comparison): Uint32Array {
  const before = CHANGES.slice(0, CHANGES.indexOf(change));
  const from = before.reduce((sum, other) => sum + changeCounts[other], 0);
  return byChange.subarray(from, from + changeCounts[change]);
}

/** The app's comparison. */
export const comparisonOf = perApp((app) => new RunComparison(app));
