import type { RunReader } from '#bridge/run-reader.ts';
import { CHANGES, type Change, type Comparison } from '#core/compare/compare-runs.ts';
import type { AppState } from './app.svelte.ts';
import type { Library } from './library.svelte.ts';
import type { OpenRun } from './open-run.ts';
import { RowPreviews } from './row-previews.svelte.ts';
import type { RowPreview } from '#core/row/row-detail.ts';

/** What the table of pairs is about. */
export type PairFilter = 'all' | Change | 'only baseline' | 'only candidate';

/** A line of the table: row numbers, −1 on the side that has none, and what became of the row. */
export type PairOfRows = readonly [baseline: number, candidate: number, change: Change | null];

/** Two runs side by side. */
export class RunComparison {
  readonly #library: Library;
  readonly #reader: RunReader;
  #baseline = $state.raw<OpenRun | undefined>();
  #candidate = $state.raw<OpenRun | undefined>();
  #result = $state.raw<Comparison | undefined>();
  #filter = $state<PairFilter>('all');
  #isLoading = $state(false);
  #isFresh = $state(true);
  #error = $state('');
  readonly #previews: Readonly<Record<'baseline' | 'candidate', RowPreviews>>;
  #opening = 0;

  constructor(library: Library, reader: RunReader) {
    this.#library = library;
    this.#reader = reader;
    this.#previews = { baseline: new RowPreviews(reader), candidate: new RowPreviews(reader) };
  }

  get baseline(): OpenRun | undefined {
    return this.#baseline;
  }

  get candidate(): OpenRun | undefined {
    return this.#candidate;
  }

  get result(): Comparison | undefined {
    return this.#result;
  }

  get isLoading(): boolean {
    return this.#isLoading;
  }

  /** Nothing has been opened yet. */
  get isFresh(): boolean {
    return this.#isFresh;
  }

  /** Why the two runs could not be compared, or an empty text. */
  get error(): string {
    return this.#error;
  }

  get filter(): PairFilter {
    return this.#filter;
  }

  set filter(filter: PairFilter) {
    this.#filter = filter;
  }

  /** How many rows each filter keeps. */
  readonly counts: Readonly<Record<PairFilter, number>> = $derived.by(() => {
    const result = this.#result;
    const counts: Record<PairFilter, number> = {
      all: result?.changes.length ?? 0,
      same: 0,
      improved: 0,
      regressed: 0,
      mixed: 0,
      'not scored': 0,
      'only baseline': result?.onlyBaseline.length ?? 0,
      'only candidate': result?.onlyCandidate.length ?? 0,
    };
    for (const change of result?.changes ?? []) counts[CHANGES[change] as Change]++;
    return counts;
  });

  /** Places of the pairs shown, or of the rows without a partner; regressed rows first. */
  readonly #order: Uint32Array = $derived.by(() => {
    const result = this.#result;
    if (!result) return new Uint32Array();
    if (this.#filter === 'only baseline') return result.onlyBaseline;
    if (this.#filter === 'only candidate') return result.onlyCandidate;
    const wanted = this.#filter === 'all' ? ORDER : [this.#filter];
    return pairsByChange(result.changes, wanted);
  });

  /** How many rows are shown. */
  get rowCount(): number {
    return this.#order.length;
  }

  /** The row shown at a place. */
  rowAt(index: number): PairOfRows | undefined {
    const at = this.#order[index];
    const result = this.#result;
    if (at === undefined || !result) return undefined;
    if (this.#filter === 'only baseline') return [at, -1, null];
    if (this.#filter === 'only candidate') return [-1, at, null];
    const change = CHANGES[result.changes[at] ?? 0] as Change;
    return [result.baselineRows[at] ?? -1, result.candidateRows[at] ?? -1, change];
  }

  /** Loads and compares two runs; those that are compared already are not read again. */
  async open(baselineId: string, candidateId: string): Promise<void> {
    if (this.#isShowing(baselineId, candidateId)) return;
    const opening = ++this.#opening;
    this.#isLoading = true;
    this.#error = '';
    try {
      const [baseline, candidate] = await Promise.all([
        this.#load(baselineId),
        this.#load(candidateId),
      ]);
      const result =
        baseline && candidate ? await this.#reader.compare(baseline, candidate) : undefined;
      if (opening === this.#opening) this.#show(baseline, candidate, result);
    } catch (error) {
      if (opening !== this.#opening) return;
      this.#show();
      this.#error = error instanceof Error ? error.message : String(error);
    } finally {
      if (opening === this.#opening) this.#isLoading = false;
    }
  }

  #isShowing(baselineId: string, candidateId: string): boolean {
    const isSame =
      this.#baseline?.record.id === baselineId && this.#candidate?.record.id === candidateId;
    return isSame && this.#result !== undefined && !this.#isLoading;
  }

  async #load(id: string): Promise<OpenRun | undefined> {
    const known = [this.#baseline, this.#candidate].find((run) => run?.record.id === id);
    return known ?? (await this.#library.load(id));
  }

  #show(baseline?: OpenRun, candidate?: OpenRun, result?: Comparison): void {
    this.#isFresh = false;
    this.#previews.baseline.show(baseline);
    this.#previews.candidate.show(candidate);
    this.#filter = 'all';
    this.#baseline = baseline;
    this.#candidate = candidate;
    this.#result = result;
  }

  /** A row's line on one side, or undefined while it is still being read. */
  preview(side: 'baseline' | 'candidate', row: number): RowPreview | undefined {
    return this.#previews[side].get(row);
  }
}

/** Places of the pairs with these changes, change by change, each in the order of the baseline. */
function pairsByChange(changes: Uint8Array, wanted: readonly Change[]): Uint32Array {
  const counts = new Uint32Array(CHANGES.length);
  for (const change of changes) counts[change] = (counts[change] as number) + 1;
  const next = new Uint32Array(CHANGES.length);
  let length = 0;
  for (const change of wanted) {
    const code = CHANGES.indexOf(change);
    next[code] = length;
    length += counts[code] as number;
  }
  const isWanted = CHANGES.map((change) => wanted.includes(change));
  const order = new Uint32Array(length);
  for (let pair = 0; pair < changes.length; pair++) {
    const code = changes[pair] as number;
    if (isWanted[code] !== true) continue;
    order[next[code] as number] = pair;
    next[code] = (next[code] as number) + 1;
  }
  return order;
}

const ORDER: readonly Change[] = ['regressed', 'mixed', 'improved', 'same', 'not scored'];

const comparisons = new WeakMap<AppState, RunComparison>();

/** The app's comparison, kept while other screens are open. Made, and its code loaded, when first looked at. */
export function comparisonOf(app: AppState): RunComparison {
  const known = comparisons.get(app);
  if (known) return known;
  const comparison = new RunComparison(app.library, app.reader);
  comparisons.set(app, comparison);
  return comparison;
}
