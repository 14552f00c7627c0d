import { untrack } from 'svelte';
import { namesOf } from './filter-language/filter-names.ts';
import { parseFilters } from './filter-language/parse-filters.ts';
import { printFilters } from './filter-language/print-filters.ts';
import type { Filter } from '#core/explain/view/filter.ts';
import { BY_PLACE, type Sorting } from '#core/explain/view/sort-rows.ts';
import type { Notices } from '#kernel/notices.svelte.ts';
import type { RowsView } from '#kernel/run/rows-view.svelte.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { perApp } from '#kernel/per-app.svelte.ts';
import { resultsOf } from './results-view.svelte.ts';
import { SAMPLES } from '#samples/registry.ts';
import { linkTo } from '#kernel/router.svelte.ts';
import { viewInLink as texts } from './texts.ts';

/** Filters and order as a link holds them; empty texts for none. */
type ViewParams = Readonly<Record<'filter' | 'sort', string>>;
/** What a link contains about a run, or a sample to open; a row by its number from 1. */
type RunLink = ViewParams & Readonly<Record<'run' | 'sample' | 'row', string>>;

/** Keeps the page's link in step with the open run, its filters and its order. */
class ViewInLink {
  readonly #app: AppState;
  /** What a link asks for, until its run is open. */
  #wanted: RunLink | undefined;
  #written: { readonly runId: string; readonly steps: string } | undefined;
  /** The run in the link that was written or followed last. */
  #known = '';
  #isOpening = false;
  /** The row that a link opened is in the link while it is open. */
  #linkedRow = -1;

  constructor(app: AppState) {
    this.#app = app;
    this.#wanted = this.#readLink();
    addEventListener('hashchange', () => this.#arrive());
  }

  /** Sets the link to what is shown; an effect calls it again when that changes. */
  write(): void {
    const { router, workspace, view, isStarting } = this.#app;
    const { run } = workspace;
    const { filters, sorting, selected } = view;
    const isRowOpen = resultsOf(this.#app).drawers.row === true;
    const isWhole = run?.record.state === 'complete';
    // what was left is taken up first, or the run of the link, whether or not it can be read
    if (this.#isOpening || (isStarting && (!isWhole || this.#wanted?.sample))) return;
    if (this.#wanted && this.#wanted.sample !== '') {
      const link = this.#wanted;
      this.#wanted = undefined;
      void this.#openSample(link);
      return;
    }
    if (!isWhole) {
      router.replace({});
      return;
    }
    const runId = run.record.id;
    const wanted = this.#wanted;
    this.#wanted = undefined;
    // the results may be drawn again before they get the new address
    const asked = untrack(() => router.param('run'));
    if (!wanted && !isStarting && ![runId, this.#known, ''].includes(asked)) {
      this.#arrive();
      return;
    }
    this.#known = runId;
    if (wanted?.run === runId && wanted.filter + wanted.sort + wanted.row !== '') {
      void this.#show(wanted, run);
      return;
    }
    if (wanted && wanted.run !== runId) this.#reportMissing(wanted);
    // typing is no step to come back to
    const steps = JSON.stringify([filters.filter(({ kind }) => kind !== 'text'), sorting]);
    const isStep = this.#written?.runId === runId && this.#written.steps !== steps;
    this.#written = { runId, steps };
    const isPlain = filters.length === 0 && sorting.length === 0;
    const params = isPlain ? {} : writeView(run, filters, sorting);
    const row = isRowOpen && selected === this.#linkedRow ? String(selected + 1) : '';
    if (isStep) router.push({ run: runId, ...params, row });
    else router.replace({ run: runId, ...params, row });
  }

  /** Follows the browser's back and forward, and links that a person writes. */
  #arrive(): void {
    const { router, workspace } = this.#app;
    const { run } = workspace;
    const link = this.#readLink();
    if (router.screen !== 'playground' || this.#isOpening) return;
    if (link.sample !== '') {
      void this.#openSample(link);
      return;
    }
    if (!run) return;
    if (link.run === run.record.id) void this.#show(link, run);
    else if (link.run !== '') void this.#open(link);
    else this.write();
  }

  async #open(link: RunLink): Promise<void> {
    const { workspace, library } = this.#app;
    this.#wanted = link;
    this.#known = link.run;
    const isStored = library.list.some(({ id }) => id === link.run);
    this.#isOpening = true;
    // where it cannot be opened, what is open stays, and so does its link
    try {
      if (isStored) await workspace.openRun(link.run);
    } finally {
      this.#isOpening = false;
      this.write();
    }
  }

  async #openSample(link: RunLink): Promise<void> {
    const { workspace, notices } = this.#app;
    // the documentation's dataset on-device is called after its subject here
    const sample = SAMPLES.find(({ id }) => `${id}-`.startsWith(`${link.sample}-`));
    if (sample) await workspace.openSample(sample);
    else notices.toast(texts.noSample(link.sample));
    const { run } = workspace;
    if (sample && run?.record.state === 'complete') await this.#show(link, run);
    this.write();
  }

  #reportMissing({ run }: RunLink): void {
    const { notices, library } = this.#app;
    if (run === '' || library.list.some(({ id }) => id === run)) return;
    notices.toast(texts.noRun);
  }

  async #show(params: RunLink, run: OpenRun): Promise<void> {
    const { view, notices } = this.#app;
    const now = writeView(run, view.filters, view.sorting);
    if (now.filter !== params.filter || now.sort !== params.sort) {
      this.#written = undefined;
      await readView(params, run, view, notices);
    }
    if (params.row !== '') this.#openRow(params, run);
  }

  #openRow({ row: number }: RunLink, run: OpenRun): void {
    const { view, notices } = this.#app;
    const row = Number(number) - 1;
    if (!Number.isInteger(row) || row < 0 || row >= run.columns.rowCount) {
      notices.toast(texts.noRow(number));
      this.write();
      return;
    }
    this.#linkedRow = row;
    view.select(row);
    const results = resultsOf(this.#app);
    results.tab = 'rows';
    results.set({ row: true });
  }

  #readLink(): RunLink {
    const { router } = this.#app;
    return {
      run: router.param('run'),
      sample: router.param('sample'),
      filter: router.param('filter'),
      sort: router.param('sort'),
      row: router.param('row'),
    };
  }
}

/** The link of an app. */
export const viewInLinkOf = perApp((app) => new ViewInLink(app));

/**
 * Writes a link that opens a stored run, its filters and its order as they are, and one row.
 * @param run the run
 * @param view its rows as they are shown
 * @param row the row's number, from 0
 */
export function linkToRow(run: OpenRun, view: RowsView, row: number): string {
  const params = writeView(run, view.filters, view.sorting);
  const link = linkTo('playground', { run: run.record.id, ...params, row: String(row + 1) });
  return new URL(link, location.href).href;
}

/** Writes filters and order for the link. */
function writeView(run: OpenRun, filters: readonly Filter[], sorting: Sorting): ViewParams {
  const sort = sorting
    .map(({ by, descending }) => `${descending ? '-' : ''}${encodeURIComponent(by)}`)
    .join(',');
  return { filter: printFilters(filters, namesOf(run)), sort };
}

/** Shows the rows as a link says; parts that do not fit the run are ignored, with a notice. */
async function readView(
  params: ViewParams,
  run: OpenRun,
  view: RowsView,
  notices: Notices,
): Promise<void> {
  const parsed = parseFilters(params.filter, namesOf(run));
  const sorting = readSorting(params.sort).filter(
    ({ by }) => by === BY_PLACE || run.columns.scores.some(({ id }) => id === by),
  );
  if (!parsed.ok) notices.toast(texts.noFilters(parsed.problem.message));
  await view.arrange(parsed.ok ? parsed.filters : [], sorting);
}

function readSorting(text: string): Sorting {
  return text
    .split(',')
    .filter((key) => key !== '')
    .map((key) => {
      const descending = key.startsWith('-');
      return { by: decode(descending ? key.slice(1) : key), descending };
    });
}

/** A link may be cut within a percent sign's digits. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // as it is written
  }
}
