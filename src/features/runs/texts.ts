import { countOf, formatCount } from '#ui/format-number.ts';

export const runName = { field: 'Name of the run' };

export const runs = {
  gone: (name: string) => `“${name}” is no longer stored.`,
  notFound: (query: string) => `No run has “${query.trim()}” in its name, dataset, agent or rules`,
  empty: 'Every dataset you score is kept here',
  howTo:
    'Open a sample, a file or pasted rows under Results. The scores and rows are stored on this device, so you can reopen, rename and compare them later. Open a backup to restore its runs.',
  playground: 'Go to Results',
  title: 'Runs',
  none: 'No runs yet',
  runs: (count: number) => countOf(count, 'run'),
  ofTaskSets: (count: number) => `of ${countOf(count, 'task set')}`,
  stored: 'Stored in this browser only. Scored runs are kept until you delete them.',
  backUpDue:
    'The browser may delete them when disk space runs low. Back them up; open the backup to restore.',
  find: 'Find a run',
  tooMany: 'At most eight runs can be compared',
  selectTwo: 'Select two runs to compare',
  backUp: 'Back up all runs',
  compare: (count: number) => `Compare ${countOf(count, 'run')}`,
};

export const runsTable = {
  name: 'Runs',
  run: 'run',
  scored: 'scored',
  pass: 'pass',
  rate: (metric = '') => (metric === '' ? 'rate' : `rate, ${metric}`),
  trend: 'trend',
  changed: 'changed since the run before',
  changedHint: 'For the first run: its rules',
  more: 'more',
  passing: (passing: number, scored: number) => `${formatCount(passing)} of ${formatCount(scored)}`,
  rows: (count: number) => countOf(count, 'row'),
  open: 'Open',
  resume: 'Resume',
  rename: 'Rename',
  downloadRun: 'Download run file',
  downloadSummary: 'Download summary (JSON)',
  discard: 'Discard',
  delete: 'Delete',
  select: (name: string, hasRows: boolean) =>
    `Select ${name}${hasRows ? '' : ', which has no rows to compare'}`,
  interrupted: 'interrupted',
  summaryOnly: 'summary only',
  moreAbout: (name: string) => `More about ${name}`,
  names: ([first = '', second = '', ...others]: readonly string[]) =>
    [first, second, ...(others.length > 0 ? [`${formatCount(others.length)} more`] : [])]
      .filter((name) => name !== '')
      .join(', '),
  tasks: (count: number) => countOf(count, 'task'),
  runs: (count: number) => countOf(count, 'run'),
  showMore: (count: number) => `Show ${countOf(count, 'more run')}`,
  shown: (shown: number, total: number) => `${formatCount(shown)} of ${formatCount(total)} shown`,
};

export const whatChanged = {
  metrics: 'other metrics',
  agent: (before: string | undefined, now: string | undefined) =>
    now === undefined ? 'no agent' : `agent: ${before === undefined ? '' : `${before} → `}${now}`,
  agentSettings: 'agent settings',
  file: (name: string) => `file: ${name}`,
  data: (hasSameTasks: boolean) => (hasSameTasks ? 'other calls' : 'other data'),
  rows: (count: number) => `${count > 0 ? '+' : '−'}${countOf(Math.abs(count), 'row')}`,
  nothing: 'scored again',
};

export const backup = {
  backedUp: 'backed up',
  withoutAnswers: 'without the agent’s answers: damaged',
  leftOut: 'left out: damaged',
  restored: 'restored',
  storedAlready: 'stored already',
  notStored: 'not stored',
  /** The first count is always named, the others where they are not 0. */
  sentence: (parts: readonly (readonly [count: number, what: string])[]) => {
    const named = parts.filter(([count], index) => index === 0 || count > 0);
    return `${named.map(([count, what]) => `${countOf(count, 'run')} ${what}`).join(', ')}.`;
  },
};

export const trend = {
  noRate: 'No metric of 0 and 1 is scored',
  unopened: (metric: string) => `${metric}: open the run to see its means`,
  notScored: (metric: string) => `${metric}: not among the run’s metrics`,
  noScore: (metric: string) => `${metric}: no row has a score`,
  mean: (metric: string, scored: number, rows: number) =>
    `${metric}: mean of ${formatCount(scored)} of ${formatCount(rows)} rows`,
};

export const moments = {
  today: (time: string) => `today ${time}`,
  yesterday: (time: string) => `yesterday ${time}`,
};
