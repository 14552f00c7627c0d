import type { AppState } from '#kernel/app.svelte.ts';
import { perApp } from '#kernel/per-app.svelte.ts';
import { loadText, saveText } from '#kernel/settings-storage.ts';
import type { MenuAction } from '#ui/menu.ts';
import { SAMPLES } from '#samples/registry.ts';
import { countOf } from '#ui/format-number.ts';

/** Whether the page shows how to bring data of one's own beside a scored sample. */
class FirstVisit {
  readonly #app: AppState;
  /** Kept on this device: a person did more with a sample than look at it. */
  #isOver = $state(loadText('welcome') !== '');

  constructor(app: AppState) {
    this.#app = app;
  }

  get isShown(): boolean {
    const { workspace, router, isStarting } = this.#app;
    if (this.#isOver || router.screen !== 'playground') return false;
    return workspace.isUntouchedSample || (isStarting && !workspace.run && !router.isShared);
  }

  /** Goes on to the whole page, for good. */
  end(): void {
    this.#isOver = true;
    saveText('welcome', 'over');
  }
}

/** The first visit of an app. */
export const firstVisitOf = perApp((app) => new FirstVisit(app));

/** The shipped samples as a menu lists them. */
export function sampleItems({ router, workspace }: AppState): readonly MenuAction[] {
  return SAMPLES.map((sample) => ({
    label: sample.title,
    hint: countOf(sample.rowCount, 'row'),
    checked: workspace.sampleId === sample.id,
    onselect: () => {
      router.go('playground');
      void workspace.openSample(sample);
    },
  }));
}
