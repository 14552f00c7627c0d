import { loadText } from './settings-storage.ts';

/**
 * Counts what leaves the page, and switches the network on for this tab. While it is off the browser
 * itself refuses every request (see the CSP).
 */
export class Network {
  /** A page inside another page could be dressed up to catch a click or a key. */
  readonly isFramed = window.top !== window.self;
  // the page's lock reads the same setting (see the CSP)
  #isOn = $state(!this.isFramed && loadText('network', 'tab') === 'on');
  /** Per foreign address: how often it was asked for, and how often the browser refused. */
  #asked = $state.raw<ReadonlyMap<string, number>>(new Map());
  #denied = $state.raw<ReadonlyMap<string, number>>(new Map());

  constructor() {
    const own = new URL('.', document.baseURI).href;
    if (typeof PerformanceObserver === 'function') {
      new PerformanceObserver((list) => {
        const urls = list.getEntries().map(({ name }) => name);
        this.#asked = count(
          this.#asked,
          urls.filter((url) => !isOwn(url, own)),
        );
      }).observe({ type: 'resource', buffered: true });
    }
    document.addEventListener('securitypolicyviolation', ({ blockedURI }) => {
      // inline code that is refused is no request
      if (blockedURI.includes(':')) this.#denied = count(this.#denied, [blockedURI]);
    });
  }

  /** Whether a judge may be reached from this tab. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** Records that the page has been locked, see switch-network.ts. */
  locked(): void {
    this.#isOn = false;
  }

  /** Addresses that requests were sent to since the page was opened, with how many. */
  get sent(): readonly (readonly [url: string, requests: number])[] {
    // browsers list refused requests among the others
    return [...this.#asked].map(([url, n]) => [url, Math.max(0, n - (this.#denied.get(url) ?? 0))]);
  }

  /** Requests to anywhere but the page's own files since it was opened. */
  get requests(): number {
    return sum(this.sent.map(([, requests]) => requests));
  }

  /** Requests that the browser refused. */
  get refused(): number {
    return sum([...this.#denied.values()]);
  }
}

function count(known: ReadonlyMap<string, number>, urls: readonly string[]): Map<string, number> {
  const counts = new Map(known);
  for (const url of urls) counts.set(url, (counts.get(url) ?? 0) + 1);
  return counts;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function isOwn(url: string, own: string): boolean {
  return url.startsWith(own) || url.startsWith('blob:') || url.startsWith('data:');
}
