import { untrack } from 'svelte';
import { applyRules } from '#features/metrics/matching/apply-rules.ts';
import { patternsNote as texts } from '#features/metrics/texts.ts';
import type { FoundRows, PatternFacts } from '#core/read/dataset/find-reference-patterns.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { perApp } from '#kernel/per-app.svelte.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';

const NONE: Partial<OpenRun> = {};

/** What is known of patterns in the references of the run that is shown, read once for its rows. */
class ShownPatterns {
  facts = $state.raw<PatternFacts>({});

  constructor({ workspace, reader }: AppState) {
    // another key, other rows
    const { key, isGrowing } = $derived(workspace.shownRun ?? NONE);
    $effect(() => {
      this.facts = {};
      const run = untrack(() => workspace.shownRun);
      if (!run || key === undefined || isGrowing === true || run.columns.rowCount === 0)
        return undefined;
      // most data has none of the keys: it need not be read once more
      if (run.record.mentionsPatterns === false) return undefined;
      const stop = new AbortController();
      const asked = untrack(() => reader.ask(run, 'patternFacts', undefined, stop));
      asked.then(
        (found) => (this.facts = found),
        () => undefined, // whoever else reads the file says that it was lost
      );
      return () => stop.abort();
    });
  }
}

/** Has references read as patterns or not, and says so. */
export function choosePatterns(app: AppState, patterns: boolean): void {
  const told = patterns ? texts.toldRead : texts.toldKept;
  applyRules(app, (before) => ({ ...before, patterns }), told);
}

/** Where the first of some rows stands in the file, as its format counts. */
export function placeOf(
  { columns, record }: OpenRun,
  { first }: FoundRows,
): { readonly unit: 'row' | 'line'; readonly line: number } {
  return {
    unit: record.lineUnit === 'Row' ? 'row' : 'line',
    line: columns.lines[first] ?? first + 1,
  };
}

/** The patterns of an app's run. */
export const shownPatternsOf = perApp((app) => new ShownPatterns(app));
