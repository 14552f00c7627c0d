import { formatMoment } from '#features/results/texts.ts';

/** What a command or a group is called, and further words that people look for it by. */
export interface Named {
  readonly title: string;
  readonly words?: string;
}

export const commandPalette = {
  title: 'Commands',
  field: 'Command',
  placeholder: 'What to do, or a row’s id or number',
  none: 'No matching command.',
  more: (count: number) => `${count} more: type to narrow them down.`,
};

export const commands = {
  screens: { title: 'Screens' },
  playground: { title: 'Results', words: 'playground score data rows' },
  runs: { title: 'Runs', words: 'history stored task sets trend' },
  compareRuns: { title: 'Compare runs', words: 'baseline candidate difference versus a b' },

  open: { title: 'Open' },
  file: { title: 'File…', words: 'import upload dataset format csv jsonl' },
  url: { title: 'From a URL…', words: 'import link address dataset format' },
  agent: { title: 'Run an agent…', words: 'model call tools' },
  newDataset: { title: 'New dataset', words: 'paste clear empty' },
  samples: { title: 'Samples', words: 'example demo' },
  openRun: (scored: Date) => `Open run of ${formatMoment(scored)}`,

  theme: { title: 'Theme', words: 'appearance mode colours' },
  themes: {
    system: { title: 'System', words: 'device auto' },
    light: { title: 'Light' },
    dark: { title: 'Dark' },
  },

  share: { title: 'Share', words: 'download export save send report markdown pull request excel' },

  storedRuns: { title: 'Runs' },
  backUp: { title: 'Back up everything', words: 'backup export save all runs' },
  keep: { title: 'Keep a copy of what was shared', words: 'save store shared' },

  help: { title: 'Help' },
  keyboard: { title: 'Keyboard', words: 'shortcuts keys' },

  rows: 'Rows',
  goToRow: (row: string) => `Go to row ${row}`,

  results: { title: 'Results' },
  tabs: {
    rows: { title: 'Rows', words: 'table columns' },
    review: {
      title: 'Review',
      words: 'errors codes codebook annotate label rate agreement MAST',
    },
    causes: { title: 'Causes', words: 'failures errors mistakes signatures' },
    tools: { title: 'Tools', words: 'matrix confusion' },
    groups: { title: 'Groups', words: 'columns breakdown slices' },
    numbers: {
      title: 'Numbers',
      words: 'charts summary figures statistics means plots histogram',
    },
  },
  metrics: {
    title: 'Metrics…',
    words: 'sets threshold vertex',
  },
  matching: {
    title: 'Matching: when two calls are equal…',
    words:
      'treat tolerance rules arguments numbers string text case order ignore vertex match preset',
  },
  rules: {
    title: 'Rules: what every row must keep…',
    words: 'never before only after at most constraint policy',
  },
  code: {
    title: 'Code: metrics of your own…',
    words: 'new metric custom python javascript function',
  },
  judge: { title: 'Judge…', words: 'model llm verdict' },
  nextFailure: { title: 'Next failure', words: 'failing row' },
  previousFailure: { title: 'Previous failure', words: 'failing row' },

  filter: { title: 'Filter' },
  allRows: { title: 'All rows', words: 'clear reset filters' },
  filterText: { title: 'Filter by words or conditions', words: 'query search columns' },
  failing: (metric: string) => `Failing ${metric}`,

  compare: { title: 'Compare' },
  useAsGate: { title: 'Use as gate', words: 'ci pass fail conditions threshold release' },
};
