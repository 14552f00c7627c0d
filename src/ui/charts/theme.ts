/** Colours and fonts of a drawing, as a canvas takes them. */
export interface ChartTheme {
  readonly surface: string;
  readonly float: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly ink: string;
  readonly ink2: string;
  readonly ink3: string;
  readonly bar: string;
  readonly barPass: string;
  readonly barFail: string;
  readonly sans: string;
  readonly mono: string;
  /** Size of all text in px. */
  readonly textSize: number;
}

/** What can change the tokens: the theme chosen on the page, or the system's. */
const QUERIES = [
  '(prefers-color-scheme: dark)',
  '(prefers-contrast: more)',
  '(forced-colors: active)',
];

/**
 * Reads the design tokens that hold for an element. They go through the element's own style for a
 * moment, because a custom property by itself keeps `light-dark()` unresolved.
 * @param element any element of the page, shown or not
 * @returns the theme in force now
 */
export function readChartTheme(element: HTMLElement): ChartTheme {
  const computed = getComputedStyle(element);
  function read(property: 'color' | 'font-family' | 'font-size', token: string): string {
    const before = element.style.getPropertyValue(property);
    element.style.setProperty(property, `var(${token})`);
    const value = computed.getPropertyValue(property);
    element.style.setProperty(property, before);
    return value;
  }
  const color = (token: string): string => read('color', token);
  return {
    surface: color('--bg'),
    float: color('--bg-float'),
    line: color('--line'),
    lineStrong: color('--line-strong'),
    ink: color('--ink'),
    ink2: color('--ink-2'),
    ink3: color('--ink-3'),
    bar: color('--bar'),
    barPass: color('--bar-pass'),
    barFail: color('--bar-fail'),
    sans: read('font-family', '--sans'),
    mono: read('font-family', '--mono'),
    textSize: Number.parseFloat(read('font-size', '--t-1')),
  };
}

/**
 * Watches for a change of theme.
 * @param onChange called after each change
 * @returns a function that stops watching
 */
export function watchTheme(onChange: () => void): () => void {
  const stop = new AbortController();
  for (const query of QUERIES) {
    matchMedia(query).addEventListener('change', onChange, { signal: stop.signal });
  }
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    stop.abort();
    observer.disconnect();
  };
}
