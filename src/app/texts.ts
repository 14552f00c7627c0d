import { countOf } from '#ui/format-number.ts';

const PRODUCT = 'Trajectory Playground';

export const app = {
  titles: { playground: PRODUCT, runs: `Runs · ${PRODUCT}`, compare: `Compare · ${PRODUCT}` },
  skip: 'Skip to the content',
  close: 'Close',
};

export const dropZone = { drop: 'Drop to score', formats: 'JSONL, JSON, CSV, a folder or a ZIP' };

export const networkDialog = {
  whileOn:
    'Judges and agents can be reached from this tab. Nothing is sent until you press “Try”, “Judge” or “Run”, or “Load it” for a linked dataset, and then only to the address shown. The network stays on, even after a reload, until you close this tab or turn it off.',
  whileOff:
    'Your data stays on this device. The page’s security policy makes the browser block everything to and from other hosts: fetches, sockets, images, scripts, frames, forms, prefetches. From its own host the page loads its own files and nothing else.',
  requests: 'Requests since this page was opened',
  blocked: 'Blocked by the browser',
  hosts: 'Hosts allowed',
  anyHost: 'any over HTTPS, and this device',
  noHost: 'none',
  turnOff: 'Turn the network off',
  turnOn:
    'Only judges, agents and linked datasets need the network. Turning it on reloads the page. Your work is kept.',
  limits:
    'A page’s policy cannot block opening another address in a tab, or WebRTC. This page does neither by itself, and your own metrics cannot. Browser extensions can read pages, too; the policy does not bind them.',
};

export const openMenu = {
  open: 'Open',
  openFile: 'Open file',
  file: 'File…',
  folder: 'Folder…',
  address: 'From a URL…',
  clipboard: 'Clipboard',
  agent: 'Run an agent…',
  empty: 'New dataset',
  samples: 'Samples',
};

export const playground = {
  data: 'Data',
  own: 'Your data',
  resultsPane: 'Results pane',
  show: 'Show the data',
  troubles: (count: number): string => `${countOf(count, 'problem')} found while reading`,
  rows: (count: number | undefined): string =>
    count === undefined ? '' : ` · ${countOf(count, 'row')}`,
};

/** Texts of the button that opens the dialog of the network. */
export const shield = {
  on: 'Network on',
  off: 'Network off',
  count: (requests: number): string => countOf(requests, 'request'),
};

export const statusBar = {
  scoring: (dataset: string): string => `Scoring ${dataset}`,
  nothing: 'Nothing scored',
  summaryOnly: 'Summary of a run, without its rows',
  /** @param ms how long it took; 0 where nobody knows */
  scored: (rows: number, hasScores: boolean, ms: number): string => {
    const time = ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(1)} s`;
    const done = hasScores ? 'scored' : 'read';
    return `${countOf(rows, 'row')} ${done}${ms === 0 ? '' : ` in ${time}`}`;
  },
  saved: 'Saved locally',
};

export const topBar = {
  product: PRODUCT,
  bar: 'Top bar',
  title: 'Dataset title',
  main: 'Main',
  data: 'Data',
  screens: { playground: 'Results', runs: 'Runs', compare: 'Compare' },
  share: 'Share',
  more: 'More',
  metrics: 'Metrics',
  help: 'Help and keys',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
};
