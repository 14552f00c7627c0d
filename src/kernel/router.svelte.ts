/** The three screens. */
export type Screen = 'playground' | 'runs' | 'compare';

const SCREENS: readonly Screen[] = ['playground', 'runs', 'compare'];

/** Which screen is shown, kept in the fragment so that it never reaches a server. */
export class Router {
  #screen = $state<Screen>('playground');
  #params = $state.raw(new URLSearchParams());
  #isShared = $state(false);

  constructor() {
    this.read();
    addEventListener('hashchange', () => this.read());
  }

  get screen(): Screen {
    return this.#screen;
  }

  /** Whether the address shares something, and has not been left. */
  get isShared(): boolean {
    return this.#isShared;
  }

  /** A parameter of the screen, e.g. the run that is open; an empty text when it is not set. */
  param(name: string): string {
    return this.#params.get(name) ?? '';
  }

  /** Goes to a screen; the browser's back button returns. */
  go(screen: Screen, params: Readonly<Record<string, string>> = {}): void {
    location.hash = linkTo(screen, params);
  }

  /** Changes the parameters of this screen without a step in the history. */
  replace(params: Readonly<Record<string, string>>): void {
    this.#change(params, (link) => history.replaceState(history.state, '', link));
  }

  /** Changes the parameters of this screen; the browser's back button returns to those before. */
  push(params: Readonly<Record<string, string>>): void {
    this.#change(params, (link) => history.pushState(null, '', link));
  }

  #change(params: Readonly<Record<string, string>>, write: (link: string) => void): void {
    const screen = this.#screen;
    this.read();
    if (this.#screen !== screen) return;
    const link = linkTo(screen, params);
    // stays until it has been reviewed
    if (isSharedLink(location.hash)) return;
    if (link === location.hash || (link === '#/' && location.hash === '')) return;
    write(link);
    this.read();
  }

  /** Turns from a shared link to a screen. */
  leaveLink(screen: Screen = 'playground', params: Readonly<Record<string, string>> = {}): void {
    if (!isSharedLink(location.hash)) return;
    // a step back would open it again
    history.replaceState(history.state, '', linkTo(screen, params));
    this.read();
  }

  /** Reads the address as it is now: the browser reports a step a moment after it. */
  read(): void {
    const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?', 2);
    this.#screen = SCREENS.find((screen) => screen === path) ?? 'playground';
    this.#params = new URLSearchParams(query);
    this.#isShared = isSharedLink(location.hash);
  }
}

/** Whether a fragment shares a run, settings or data, see run-file.ts and data-link.ts. */
export function isSharedLink(fragment: string): boolean {
  return /^#(z\d+\.|data=)/.test(fragment);
}

/** The link to a screen, as a fragment. */
export function linkTo(screen: Screen, params: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(Object.entries(params).filter(([, value]) => value !== ''));
  const text = query.toString();
  return `#/${screen === 'playground' ? '' : screen}${text === '' ? '' : `?${text}`}`;
}
