import { perApp } from '#kernel/per-app.svelte.ts';

/** Several files that were read as one dataset, though they may be runs of their own. */
export interface AskedFiles {
  /** The run of them all. */
  readonly runId: string;
  readonly names: readonly string[];
  /** Opens each as a run of its own. */
  readonly openApart: () => Promise<void>;
}

/** The files that a person is asked about, until that is answered. */
export const askedFilesOf = perApp(() => {
  let current = $state.raw<AskedFiles>();
  return {
    get current() {
      return current;
    },
    set current(files: AskedFiles | undefined) {
      current = files;
    },
  };
});
