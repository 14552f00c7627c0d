import { titleOf } from '#core/score/metrics/registry.ts';
import { describeSettings } from '#core/score/metric-sets/describe-settings.ts';
import { edgeKey, type StepOfTools, type ToolMap } from '#core/explain/tool-map/tool-map.ts';
import { thresholdOf } from '#core/explain/summary/statistics.ts';
import type { MapAnswer } from '#features/results/questions.ts';
import { RowsQuery } from '#features/results/rows-query.svelte.ts';
import { groupRuns, hasRows, type Run } from '#features/runs/group-runs.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import type { Figure } from '#ui/charts/figure.ts';
import { formatScore } from '#ui/format-number.ts';
import type { MapLayout } from './layout-map.ts';
import { mapFigure, numbersOfMap, numbersOfMoved } from './map-figure.ts';
import {
  choicesOfLeast,
  firstLeast,
  looksOf,
  movedEdges,
  movedLooks,
  type MapLooks,
} from './map-looks.ts';
import { MapPlacer } from './map-placer.ts';
import { mapFigure as figureTexts, toolMap as texts } from './texts.ts';

/** The map of the open run, and that of the one it is held against. */
interface Answers {
  readonly own: MapAnswer;
  readonly other: MapAnswer | undefined;
}

/** An edge, a tool, or a branch of the list. */
export interface Selection {
  readonly key: string;
  /** Undefined for a tool. */
  readonly step?: StepOfTools;
  readonly rows: number;
}

/** What the map shows of the open run, alone or against another. */
export class MapState {
  readonly #app: AppState;
  readonly #run: () => OpenRun;
  readonly query = new RowsQuery<Answers>();
  /** The run that is held against the open one; empty for none. */
  otherId = $state('');
  selected = $state.raw<Selection | undefined>();
  #wantedLeast = $state<number | undefined>();
  readonly #placer = new MapPlacer();
  #placed = $state.raw<{ readonly map: ToolMap; readonly layout: MapLayout } | undefined>();

  constructor(app: AppState, run: () => OpenRun) {
    this.#app = app;
    this.#run = run;
    $effect(() => {
      const { map, looks } = this;
      if (!map || !looks) return undefined;
      const giveUp = new AbortController();
      void this.#place(map, looks, giveUp.signal);
      return () => giveUp.abort();
    });
    $effect(() => () => this.#placer.end());
  }

  async #place(map: ToolMap, looks: MapLooks, signal: AbortSignal): Promise<void> {
    const layout = await this.#placer.place(looks, signal);
    if (layout && !signal.aborted) this.#placed = { map, layout };
  }

  /** Stored runs of the same tasks. */
  readonly others: readonly Run[] = $derived.by(() => {
    const { id } = this.#run().record;
    const group = groupRuns(this.#app.library.list).find(({ runs }) =>
      runs.some((one) => one.id === id),
    );
    return (group?.runs ?? []).filter((other) => other.id !== id && hasRows(other));
  });
  readonly other = $derived(this.others.find(({ id }) => id === this.otherId));
  readonly #answers = $derived(this.query.share === undefined ? this.query.result : undefined);
  readonly map = $derived(this.#answers?.own.map);
  /** The map of A, where the open run is B. */
  readonly against = $derived(this.#answers?.other?.map);
  readonly points = $derived(this.#answers?.own.points ?? []);
  readonly moved = $derived(
    this.map && this.against ? movedEdges(this.against, this.map) : undefined,
  );
  readonly edges = $derived(this.moved ?? this.map?.edges ?? []);

  /** From how many runs on edges may be drawn. */
  readonly choices = $derived(choicesOfLeast(this.edges));
  readonly least = $derived(this.#wantedLeast ?? firstLeast(this.edges, this.choices));
  /** Edges that are left out. */
  readonly folded = $derived(this.edges.filter(({ runs }) => runs < this.least).length);
  readonly looks = $derived.by(() => {
    const { map, against, least } = this;
    return map && (against ? movedLooks(against, map, least) : looksOf(map, least));
  });
  /** While another map is read there is none; while edges are left out, the one before. */
  readonly layout = $derived(this.#placed?.map === this.map ? this.#placed?.layout : undefined);

  /** The score column that says whether a run succeeds. */
  readonly scores = $derived.by(() => {
    const columnId = this.#answers?.own.columnId;
    return this.#run().columns.scores.find(({ id }) => id === columnId);
  });
  /** When a run succeeds, as a sentence; empty where nothing says so. */
  readonly success = $derived.by(() => {
    const { scores } = this;
    const { thresholds = {} } = this.#run().record.settings;
    const threshold = scores && thresholdOf(scores.metricId, thresholds);
    return scores && threshold !== undefined
      ? texts.success(titleOf(scores).title, formatScore(threshold))
      : '';
  });

  /** Reads again: rows, filters or the other run have changed. */
  read(): void {
    const { view, library, reader, notices } = this.#app;
    const [run, otherId] = [this.#run(), this.other?.id];
    this.selected = undefined;
    this.#wantedLeast = undefined;
    this.query.read(async (reading) => {
      if (otherId === undefined) {
        const own = await view.toolMap(reading);
        return own && { own, other: undefined };
      }
      const opened = await library.load(otherId);
      if (!opened) {
        notices.toast(texts.noOther);
        this.otherId = '';
        return undefined;
      }
      // of two runs all rows: filters are about the open one
      const other = await reader.ask(opened, 'toolMap', [], reading);
      return { own: await reader.ask(run, 'toolMap', [], reading), other };
    });
  }

  /** Draws edges of so many runs or more. */
  setLeast(least: number | undefined): void {
    this.#wantedLeast = least;
    this.selected = undefined;
  }

  /** Selects an edge or a tool. */
  select(key: string | undefined): void {
    const edge = this.edges.find((one) => edgeKey(one) === key);
    const node = this.looks?.nodes.find((one) => one.key === key);
    if (key === undefined || (!edge && !node)) this.selected = undefined;
    else if (edge) {
      const { from, to } = edge;
      this.selected = { key, step: { from, to }, rows: 'b' in edge ? edge.b : edge.runs };
    } else this.selected = { key, rows: node?.rows ?? 0 };
  }

  /** Selects a branch of the list where runs part. */
  selectBranch(step: StepOfTools, rows: number): void {
    this.selected = { key: edgeKey(step), step, rows };
  }

  /** Filters the rows of the open run by what is selected. */
  filter(): void {
    if (!this.selected) return;
    const { view } = this.#app;
    const { key, step } = this.selected;
    const tool = this.looks?.nodes.find((node) => node.key === key)?.tool;
    const filter = step
      ? ({ kind: 'step', ...step } as const)
      : tool
        ? ({ kind: 'tool', tool } as const)
        : undefined;
    // two runs are compared by all their rows, and so are start and end
    const before = this.against ? [] : view.filters;
    void view.setFilters(filter && !view.has(filter) ? [...before, filter] : before);
  }

  /** The picture that leaves the page; undefined while there is none. */
  readonly figure: Figure | undefined = $derived.by(() => {
    const { layout, map, against, moved, least, folded } = this;
    if (!layout || !map) return undefined;
    const { record } = this.#run();
    const { view } = this.#app;
    const isFiltered = view.filters.length > 0 && !against;
    const source = figureTexts.source(
      record.datasetName,
      isFiltered ? view.rows.length : record.rowCount,
      isFiltered,
      this.success.trim(),
      describeSettings(record),
    );
    if (!moved) {
      const caption = figureTexts.caption(map.runs, least, folded, source);
      return mapFigure(layout, { title: figureTexts.title, caption }, numbersOfMap(map));
    }
    const names = [this.other?.name ?? '', record.name] as const;
    const caption = figureTexts.movedCaption(...names, least, folded, source);
    return mapFigure(layout, { title: figureTexts.moved, caption }, numbersOfMoved(moved));
  });
}
