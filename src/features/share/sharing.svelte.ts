import type { AppState } from '#kernel/app.svelte.ts';
import { perApp } from '#kernel/per-app.svelte.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import type { LoadedRun } from '#kernel/storage/runs.ts';
import { isSharedLink } from '#kernel/router.svelte.ts';

/** What a link wants to open; nothing of it is used before a person says so. */
export type Review =
  | { readonly kind: 'run'; readonly loaded: LoadedRun; readonly linkLength: number }
  | { readonly kind: 'settings'; readonly settings: MetricSettings; readonly linkLength: number }
  | { readonly kind: 'data'; readonly url: URL };

const loadOpening = () => import('./open-shared.ts');

/** Links and reports: reviewed and opened. */
export class Sharing {
  readonly #app: AppState;
  #review = $state.raw<Review | undefined>();

  constructor(app: AppState) {
    this.#app = app;
    addEventListener('hashchange', () => void this.readLink());
  }

  /** A link that waits to be reviewed. */
  get review(): Review | undefined {
    return this.#review;
  }

  /** Looks at the link the page was opened with; what it shares waits for review. */
  async readLink(): Promise<void> {
    this.#review = undefined;
    if (!isSharedLink(location.hash)) return;
    this.#review = await (await loadOpening()).reviewLink(this.#app);
  }

  /** Opens what was reviewed. */
  async accept(): Promise<void> {
    const review = this.#review;
    this.dismiss();
    if (review) await (await loadOpening()).acceptReview(review, this.#app);
  }

  /** Turns away from the link. */
  dismiss(): void {
    this.#review = undefined;
    this.#app.router.leaveLink();
  }

  /** Opens the run of the report that this page is; false when it cannot be read. */
  async openReport(block: string): Promise<boolean> {
    return (await loadOpening()).openReport(block, this.#app);
  }
}

/** What is shared with an app. */
export const sharingOf = perApp((app) => new Sharing(app));
