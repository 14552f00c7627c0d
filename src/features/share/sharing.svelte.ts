import { acceptReview, openLink, openReport, type Review } from './open-shared.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { perApp } from '#kernel/per-app.svelte.ts';
import { isSharedLink } from '#kernel/router.svelte.ts';

/** Links and reports: reviewed and opened. */
class Sharing {
  readonly #app: AppState;
  #review = $state.raw<Review | undefined>();
  #isReport = $state(false);

  constructor(app: AppState) {
    this.#app = app;
  }

  /** A link that waits to be reviewed. */
  get review(): Review | undefined {
    return this.#review;
  }

  /** Whether this page is a report and its run was opened. */
  get isReport(): boolean {
    return this.#isReport;
  }

  /**
   * Looks at the link the page was opened with. A run, or runs to compare, open at once, unsaved;
   * what would change the open dataset, or send a request, waits for review.
   * @returns whether a run was opened in the playground
   */
  async readLink(): Promise<boolean> {
    this.#review = undefined;
    if (!isSharedLink(location.hash)) return false;
    const link = await openLink(this.#app);
    if (link !== 'opened') this.#review = link;
    return link === 'opened';
  }

  /** Opens what was reviewed. */
  async accept(): Promise<void> {
    const review = this.#review;
    this.dismiss();
    if (review) await acceptReview(review, this.#app);
  }

  /** Turns away from the link. */
  dismiss(): void {
    this.#review = undefined;
    this.#app.router.leaveLink();
  }

  /** Opens the run of the report that this page is; false when it cannot be read. */
  async openReport(block: string): Promise<boolean> {
    this.#isReport = await openReport(block, this.#app);
    return this.#isReport;
  }
}

/** What is shared with an app. */
export const sharingOf = perApp((app) => new Sharing(app));
