import type { MetricSettings } from '#core/metrics/settings.ts';
import type { LoadedRun } from '#storage/runs.ts';
import type { Library } from './library.svelte.ts';
import type { Notices } from './notices.svelte.ts';
import { isSharedLink, type Router } from './router.svelte.ts';
import type { Workspace } from './workspace.svelte.ts';

/** What a link wants to open; nothing of it is used before a person says so. */
export type Review =
  | { readonly kind: 'run'; readonly loaded: LoadedRun; readonly linkLength: number }
  | { readonly kind: 'settings'; readonly settings: MetricSettings; readonly linkLength: number }
  | { readonly kind: 'data'; readonly url: URL };

/** What opening something shared needs. */
export interface SharingServices {
  readonly workspace: Workspace;
  readonly library: Library;
  readonly notices: Notices;
  readonly router: Router;
  openFiles(files: readonly File[]): Promise<void>;
}

const loadOpening = () => import('./open-shared.ts');

/** Links and reports: reviewed and opened. */
export class Sharing {
  readonly #services: SharingServices;
  #review = $state.raw<Review | undefined>();

  constructor(services: SharingServices) {
    this.#services = services;
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
    this.#review = await (await loadOpening()).reviewLink(this.#services);
  }

  /** Opens what was reviewed. */
  async accept(): Promise<void> {
    const review = this.#review;
    this.dismiss();
    if (review) await (await loadOpening()).acceptReview(review, this.#services);
  }

  /** Turns away from the link. */
  dismiss(): void {
    this.#review = undefined;
    this.#services.router.leaveLink();
  }

  /** Opens the run of the report that this page is; false when it cannot be read. */
  async openReport(block: string): Promise<boolean> {
    return (await loadOpening()).openReport(block, this.#services);
  }
}
