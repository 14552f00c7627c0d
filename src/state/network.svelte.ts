/** Counts what leaves the page. The browser itself refuses every request (see the CSP). */
export class Network {
  #requests = $state(0);
  #refused = $state(0);

  constructor() {
    const own = new URL('.', document.baseURI).href;
    if (typeof PerformanceObserver === 'function') {
      new PerformanceObserver((list) => {
        this.#requests += list.getEntries().filter(({ name }) => !isOwn(name, own)).length;
      }).observe({ type: 'resource', buffered: true });
    }
    document.addEventListener('securitypolicyviolation', (event) => {
      if (event.effectiveDirective === 'connect-src') this.#refused++;
    });
  }

  /** Requests to anywhere but the page's own files since it was opened. */
  get requests(): number {
    return this.#requests;
  }

  /** Requests that the browser refused. */
  get refused(): number {
    return this.#refused;
  }
}

function isOwn(url: string, own: string): boolean {
  return url.startsWith(own) || url.startsWith('blob:') || url.startsWith('data:');
}
