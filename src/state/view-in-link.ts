import { namesOf } from '#core/filter-language/filter-names.ts';
import { parseFilters } from '#core/filter-language/parse-filters.ts';
import { printFilters } from '#core/filter-language/print-filters.ts';
import { problemInWords } from '#core/filter-language/problem.ts';
import type { Filter } from '#core/view/filter.ts';
import { BY_PLACE, type Sorting } from '#core/view/sort-rows.ts';
import type { Notices } from './notices.svelte.ts';
import type { OpenRun } from './open-run.ts';
import { perApp } from './per-app.svelte.ts';
import type { Router } from './router.svelte.ts';
import type { RowsView } from './rows-view.svelte.ts';
import type { Workspace } from './workspace.svelte.ts';

/** Filters and order as a link holds them; empty texts for none. */
type ViewParams = Readonly<Record<'filter' | 'sort', string>>;

interface Services {
  readonly router: Router;
  readonly workspace: Workspace;
  readonly view: RowsView;
  readonly notices: Notices;
}

/** The open run, its filters and its order in the page's link, both ways. */
export class ViewInLink {
  readonly #services: Services;
  /** What the page was opened with, until its run is open. */
  #wanted: (ViewParams & { readonly run: string }) | undefined;
  #written: { readonly runId: string; readonly steps: string } | undefined;

  constructor(services: Services) {
    this.#services = services;
    this.#wanted = this.#readLink();
    addEventListener('hashchange', () => this.#arrive());
  }

  /** Sets the link to what is shown; an effect calls it again when that changes. */
  write(): void {
    const { router, workspace, view } = this.#services;
    const { run } = workspace;
    const { filters, sorting } = view;
    if (run?.record.state !== 'complete') {
      router.replace({});
      return;
    }
    const wanted = this.#wanted;
    this.#wanted = undefined;
    if (wanted && wanted.run === run.record.id && wanted.filter + wanted.sort !== '') {
      this.#show(wanted, run);
      return;
    }
    const runId = run.record.id;
    // typing is no step to come back to
    const steps = JSON.stringify([filters.filter(({ kind }) => kind !== 'text'), sorting]);
    const isStep = this.#written?.runId === runId && this.#written.steps !== steps;
    this.#written = { runId, steps };
    const isPlain = filters.length === 0 && sorting.length === 0;
    const params = isPlain ? {} : writeView(run, filters, sorting);
    if (isStep) router.push({ run: runId, ...params });
    else router.replace({ run: runId, ...params });
  }

  /** Follows the browser's back and forward, and links that a person writes. */
  #arrive(): void {
    const { router, workspace } = this.#services;
    const { run } = workspace;
    const link = this.#readLink();
    if (router.screen !== 'playground' || !run || link.run !== run.record.id) return;
    this.#show(link, run);
  }

  #show(params: ViewParams, run: OpenRun): void {
    const { view, notices } = this.#services;
    const now = writeView(run, view.filters, view.sorting);
    if (now.filter === params.filter && now.sort === params.sort) return;
    this.#written = undefined;
    void readView(params, run, view, notices);
  }

  #readLink(): ViewParams & { readonly run: string } {
    const { router } = this.#services;
    return {
      run: router.param('run'),
      filter: router.param('filter'),
      sort: router.param('sort'),
    };
  }
}

/** The link of an app. */
export const viewInLinkOf = perApp((app) => new ViewInLink(app));

/** Writes filters and order for the link. */
function writeView(run: OpenRun, filters: readonly Filter[], sorting: Sorting): ViewParams {
  const sort = sorting
    .map(({ by, descending }) => `${descending ? '-' : ''}${encodeURIComponent(by)}`)
    .join(',');
  return { filter: printFilters(filters, namesOf(run)), sort };
}

/** Shows the rows as a link says; what of it does not fit the run is left out, and said. */
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
  if (!parsed.ok) {
    const { problem, offered } = parsed;
    notices.toast(`The link’s filters do not fit this run. ${problemInWords(problem, offered)}`);
  }
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
    return text;
  }
}
