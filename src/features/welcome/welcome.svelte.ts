import type { AppState } from '#kernel/app.svelte.ts';
import { perApp } from '#kernel/per-app.svelte.ts';
import { loadText, saveText } from '#kernel/settings-storage.ts';

/** Whether a person is still new here: says that a sample is open, and what to do with it. */
class Welcome {
  readonly #app: AppState;
  #isOver = $state(loadText('welcome') !== '');

  constructor(app: AppState) {
    this.#app = app;
  }

  /** Whether the line above the sample is shown. */
  get isShown(): boolean {
    const { isStarting, workspace, router } = this.#app;
    const isSample = workspace.sampleId !== '' && workspace.phase.kind !== 'empty';
    return !this.#isOver && (isStarting || isSample) && router.screen === 'playground';
  }

  /** Shows it no more: a person has hidden it, or has opened data of their own. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    saveText('welcome', 'over');
  }
}

/** What an app says to who is new. */
export const welcomeOf = perApp((app) => new Welcome(app));
