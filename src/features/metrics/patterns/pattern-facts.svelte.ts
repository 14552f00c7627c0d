import { applyRules } from '#features/metrics/matching/apply-rules.ts';
import { patternsNote as texts } from '#features/metrics/texts.ts';
import type { FoundRows, PatternFacts } from '#core/read/dataset/find-reference-patterns.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { perApp } from '#kernel/per-app.svelte.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import { answerAbout } from '#kernel/worker/answer-about.svelte.ts';

/** What is known of patterns in the references of the run that is shown, read once for its rows. */
class ShownPatterns {
  readonly #app: AppState;
  readonly #found;

  constructor(app: AppState) {
    this.#app = app;
    this.#found = answerAbout(app.reader, 'patternFacts', () => {
      const run = app.workspace.shownRun;
      // most data has none of the keys: it need not be read once more
      return run?.isGrowing === true || run?.record.mentionsPatterns === false ? undefined : run;
    });
  }

  get facts(): PatternFacts {
    const { current = {}, key } = this.#found;
    return key === this.#app.workspace.shownRun?.key ? current : {};
  }
}

/** Has references read as patterns or not, and says so. */
export function choosePatterns(app: AppState, patterns: boolean): void {
  const notice = patterns ? texts.readNotice : texts.plainNotice;
  applyRules(app, (before) => ({ ...before, patterns }), notice);
}

/** Where the first of some rows is in the file, as its format counts. */
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
