import type { Standing } from '#core/explain/summary/headline.ts';
import type { DifferenceKind, Signature } from '#core/match/signature.ts';
import type { Interval } from '#core/base/statistics/interval.ts';
import { isUnitScale, type Metric } from '#core/score/metric/metric.ts';
import type { ToolTable } from '#core/explain/tool-table/tool-table.ts';
import type { MetricSummary } from '#core/explain/summary/metric-summary.ts';
import { countOf, formatBytes, formatCount, toDecimals } from '#ui/format-number.ts';

/** Writes a day and its time: Nov 21, 2026, 9:41:07 AM. */
export function formatMoment(date: Date): string {
  return date.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'medium' });
}

/** What the kinds of mistakes are called. */
export const KIND_TITLES: Readonly<Record<DifferenceKind, string>> = {
  'number-as-string': 'Number sent as text',
  'string-as-number': 'Text sent as number',
  'other-arguments': 'Wrong argument',
  missing: 'Missing call',
  extra: 'Extra call',
  moved: 'Wrong order',
};

export const causeStrip = {
  name: 'What most rows differ in',
  /** @param standing how they stand to the metric that decides, empty where none does */
  rows: (count: number, standing: Standing | '') =>
    standing === 'unscored'
      ? `${countOf(count, 'row')} left out`
      : countOf(count, standing === 'passing' ? 'passing row' : 'row'),
};

export const columnsDialog = {
  title: 'Columns',
  ofTable: 'Table columns',
  ofDataset: 'Dataset columns',
  none: 'All columns of this dataset are already shown.',
  more: (count: number) => `${countOf(count, 'more column')} not listed.`,
  most: (count: number) => `At most ${count} dataset columns can be shown at a time.`,
  reset: 'Reset columns',
  done: 'Done',
};

export const describeFilter = {
  range: (low: string, high: string) => `${low} to ${high}`,
  differences: {
    changed: 'changed arguments',
    'number-as-string': 'a number sent as text',
    'string-as-number': 'text sent as a number',
    'other-arguments': 'a wrong argument',
    missing: 'a missing call',
    extra: 'an extra call',
    moved: 'a call in the wrong position',
  } satisfies Readonly<Record<Signature['kind'] | DifferenceKind, string>>,
  verdicts: { pass: 'pass', fail: 'fail' },
  blank: '(blank)',
  tools: {
    extra: (called: string) => `${called} called, not expected`,
    missing: (expected: string) => `${expected} expected, not called`,
    other: (called: string, expected: string) => `${called} called for ${expected}`,
    same: (tool: string) => `${tool} called where expected`,
    correct: (tool: string) => `${tool} called as expected`,
    wrong: (tool: string) => `${tool} called with wrong arguments`,
  },
  step: (from: string, to: string, isFirst: boolean) =>
    `${from === '' ? 'start' : from} → ${to === '' ? 'end' : to}${isFirst && from !== '' ? ', at its first call' : ''}`,
  contains: (column: string, text: string) => `${column} contains “${text}”`,
  containsText: (text: string) => `contains “${text}”`,
  fails: (metric: string) => `${metric} fails`,
  passes: (metric: string) => `${metric} passes`,
  hasError: (metric: string) => `${metric} has an error`,
  isNotScored: (metric: string) => `left out of ${metric}`,
  hasNoScore: (metric: string) => `${metric} has no score`,
  notScored: 'Left out',
  agentFailed: 'Agent failed',
  calls: (tool: string) => `calls ${tool}`,
  code: (code: string) => `code: ${code}`,
  not: (filter: string) => `not ${filter}`,
  or: ' or ',
  and: ' and ',
};

export const filterLine = {
  name: 'Filters',
  search: 'Filter rows by text',
  placeholder: (column: string | undefined) =>
    `Words, or ${column === undefined ? 'a condition' : `${column} = …`}`,
  suggestions: 'Suggestions',
  hint: 'Words, or a condition: name, then = != ~ < >, then a value; join with and, or, not. ↓ lists suggestions, Enter sets a condition.',
  all: 'All',
};

export const filterBar = {
  failed: 'Failed',
  notScored: 'Left out',
  agentFailed: 'Agent failed',
  columns: 'Columns…',
  searching: (share: number) => `Searching… ${Math.floor(share * 100)} %`,
  shown: (count: number, total: number) => `${formatCount(count)} of ${formatCount(total)} rows`,
};

export const gridRow = {
  agentFailed: 'Agent failed',
  failed: '▲ agent failed',
  results: {
    pass: 'pass',
    partial: 'fail',
    fail: 'fail',
    none: 'left out',
    yes: 'yes',
    no: 'no',
    error: 'error',
  },
  noCall: 'no call',
};

export const groupChoices = { tool: 'Tool called' };

export const groups = {
  name: 'Groups',
  by: 'Group by',
  more: 'Other',
  second: 'Second column',
  secondOf: (column: string) => `second column: ${column}`,
  rows: 'rows',
  pass: 'pass',
  passTitle: 'Rows that pass by the metric that decides, of those with a score',
  rate: 'rate',
  onAxis: (mean: string) => `0 to 1, all rows ${mean}`,
  cause: 'top cause',
  passOf: ({ count, of }: { readonly count: number; readonly of: number }) =>
    `${formatCount(count)} of ${formatCount(of)}`,
  crossed: (first: string, second: string) => `${first} × ${second}`,
  crossedHint: (fewest: number) => `Rows that pass; pale where fewer than ${formatCount(fewest)}`,
  rest: (passing: string, rest: string, isClear: boolean, low: string, high: string) =>
    ` passes less often than the rest: ${passing} against ${rest}. The difference is ${
      isClear ? 'clear' : 'not clear'
    }, between ${low} and ${high}.`,
  method: '95 % interval of the difference, by Newcombe (1998)',
  meanOf: (metric: string) => `Mean of ${metric}`,
  found: (count: number, rowCount: number, isFiltered: boolean) =>
    `${countOf(count, 'group')} of ${countOf(rowCount, isFiltered ? 'filtered row' : 'row')}.`,
  smaller: (count: number) => `${countOf(count, 'smaller group')} not listed.`,
  left: {
    tool: (count: number) => `${countOf(count, 'row')} without a call.`,
    cell: (count: number) =>
      `${countOf(count, 'row')} in no group: only the first 1,000 values of a column are grouped.`,
  },
};

export const headCell = {
  originalOrder: 'Original order',
  sort: (column: string) => `${column}: sort`,
};

type Write = (value: number | null) => string;

export const runNumbers = {
  short: (title: string): string => (title.endsWith(' match') ? title.slice(0, -6) : title),
  rules: (departures: string): string => `Rules: ${departures}`,
  useStandard: 'Use standard rules',
  name: 'Metrics',
  fromSummary: 'rows, read from a summary',
  scored: (date: Date) => `Scored ${formatMoment(date)}.`,
  count: formatCount,
  passing: ({ passing, valid }: { readonly passing: number; readonly valid: number }) =>
    `${formatCount(passing)} ${runNumbers.pass(valid)}`,
  pass: (rows: number): string => `of ${countOf(rows, 'row')} ${rows === 1 ? 'passes' : 'pass'}`,
  calls: (rows: number, calls: number) =>
    `${rows === 1 ? 'row' : 'rows'}, ${countOf(calls, 'call')}`,
  ofRows: (rows: number) => `of ${countOf(rows, 'row')}`,
  /** What a mean is of: its unit, and the rows that have it where others lack it. */
  unit: (metric: Metric | undefined, rows: number | undefined) =>
    [
      (metric?.scale === 'seconds' ? ' s' : '') +
        (metric?.group === 'process' && !isUnitScale(metric.scale) ? ' a row' : ''),
      rows === undefined ? '' : ` of ${countOf(rows, 'row')}`,
    ]
      .filter((words) => words !== '')
      .join(','),
  all: (mean: string) => ` · all ${mean}`,
  ofAll: (all: { readonly passing: number; readonly valid: number }) =>
    `All rows: ${runNumbers.passing(all)}`,
  noCall: (count: number) =>
    `${countOf(count, 'row')} made no call and ${count === 1 ? 'fails' : 'fail'}`,
  leaveOut: 'leave out',
  leaveOutTitle: 'As the Vertex AI service does',
  observed: 'No expected calls, so rows neither pass nor fail.',
  expect: 'Add expected calls…',
  metrics: 'Metrics',
  none: 'No metrics selected, so nothing is scored. Select some under Metrics.',
  unscored: 'No row has a score.',
  interval: ({ low, high }: Interval, write: Write) =>
    `, 95 % interval ${write(low)} to ${write(high)}`,
  label: (title: string, unit: string, interval: string, of: MetricSummary, write: Write) =>
    `${title}: mean ${write(of.mean)}${unit}, standard deviation ${write(of.std)}` +
    `${interval}; ${formatCount(of.valid)} scored, ${formatCount(of.notEvaluated)} left out, ` +
    countOf(of.errors, 'error'),
  hint: (definition: string, interval: string, mean: string) =>
    `${definition}${interval === '' ? '' : ` Mean ${mean}${interval}.`} Click to sort.`,
  versus: (of: MetricSummary['versus']) =>
    of ? `${formatCount(of.wins)} won, ${formatCount(of.losses)} lost` : '',
};

export const resultColumns = {
  result: 'Result',
  row: 'row',
  prompt: 'Question',
  trajectory: 'Calls',
  why: 'What differs',
  standsOut: 'Stands out',
  error: 'error',
  step: (place: number) => `step ${formatCount(place)}`,
};

export const resultsGrid = {
  name: 'Results',
  noMatch: 'No row matches',
  filters: (rowCount: number, filters: readonly string[]) =>
    `0 of ${formatCount(rowCount)} rows: ${filters.join(', ')}.`,
  clear: (filter: string) => `Clear “${filter}”`,
  clearAll: 'Clear all',
  onPaper: 'Only the visible rows are printed. The CSV and the HTML report have all of them.',
};

export const resultsPane = {
  scoring: (dataset: string) => `Scoring ${dataset}`,
  progress: 'Scoring',
  done: (of: {
    readonly rowCount: number;
    readonly bytesDone: number;
    readonly bytesTotal: number;
  }) =>
    `${formatCount(of.rowCount)} rows · ${formatBytes(of.bytesDone)} of ${formatBytes(of.bytesTotal)}`,
  cancel: 'Cancel',
};

export const resultsState = {
  summary: 'A summary has no rows',
  summaryDetail:
    'The means above come from a summary file. To see rows, open its dataset or results.',
  tryAgain: 'Try again',
  openOther: 'Open another file',
  sample: 'Show a sample',
  reading: (dataset: string) => `Reading ${dataset}`,
  readingDetail: 'The first rows appear as soon as they are scored.',
};

export const rowsPart = {
  reading: 'Reading the rows',
  stopped: 'Stopped.',
  read: 'Read the rows',
};

export const runResults = {
  name: 'Results',
  actions: 'This run',
  rows: 'Rows',
  causes: 'Causes',
  tools: 'Tools',
  review: 'Review',
  groups: 'Groups',
  numbers: 'Numbers',
  foreignCode: 'Code that is not yours:',
  unread: (names: readonly string[]) =>
    `${names.join(', ')}. It will not run until you have read and approved it.`,
  read: 'Read it',
};

export const failurePatterns = {
  title: 'Failure patterns',
  text: 'Names from Google’s Automatic Loss Analysis. Each is found by the fixed rule in its tooltip.',
  places: (count: number, listed: number) =>
    `${countOf(count, 'place')}${count > listed ? `, the first ${formatCount(listed)}:` : ''}`,
  found: 'Click one to see its rows.',
  none: 'None of these patterns was found.',
  noneDeclared: 'Add your tool definitions to find unknown tools and parameters.',
  declare: 'Declare tools…',
  unnamed: 'no tool',
  judge: 'Ask a judge about others',
};

export const causeList = {
  head: (standing: Standing, failing: number, hasMetric: boolean) =>
    ({
      failing: `Why ${countOf(failing, 'row')} ${failing === 1 ? 'fails' : 'fail'}`,
      passing: 'Differs, but fails no row',
      unscored: hasMetric
        ? 'Differs in rows without a score'
        : 'Differences from the expected calls',
    })[standing],
  hint: 'A row can have more than one cause.',
  outOf: (count: number, standing: Standing | '', failing: number) =>
    standing === 'failing'
      ? `${formatCount(count)} of ${countOf(failing, 'failing row')}`
      : causeStrip.rows(count, standing),
  causesOf: (kind: string) => `Causes: ${kind}`,
  tools: (count: number) => countOf(count, 'tool'),
  rarer: (count: number) => `${countOf(count, 'rarer cause')} not listed.`,
  none: 'Every compared row is as expected.',
  notCompared: 'No row was compared.',
};

export const causePanel = {
  content: 'Rows of the cause',
  fix: 'Fix…',
  row: 'row',
  expected: 'expected',
  called: 'called',
  absent: 'absent',
  others: (count: number) => `and ${countOf(count, 'more row')}`,
  show: (count: number) => `Show ${countOf(count, 'row')}`,
};

export const numbers = {
  name: 'Numbers',
  table: 'Summary',
  by: 'Group by',
  metricField: 'Metric',
  metric: 'metric',
  rows: (count: number, isFiltered: boolean) =>
    `${countOf(count, isFiltered ? 'filtered row' : 'row')}. A row passes at a score of 1 or at your threshold.`,
  copyCsv: 'Copy CSV',
  copiedCsv: 'Copied as CSV.',
  agreement: 'Judge agreement',
  judged: 'judged metric',
  none: 'No metrics selected, so there is nothing to summarise.',
};

export const summaryLines = {
  file: [
    'scored',
    'not scored',
    'errors',
    'mean',
    'sd',
    'median',
    'p90',
    'p95',
    'p99',
    'min',
    'max',
    '95 % low',
    '95 % high',
    'interval',
    'passes from',
    'pass rate',
  ],
  scored: 'scored',
  notScored: 'left out',
  errors: 'errors',
  mean: 'mean',
  deviation: 'sd',
  deviationTitle: 'Sample standard deviation, n − 1',
  median: 'median',
  min: 'min',
  max: 'max',
  interval: '95 % interval',
  intervalTitle: '95 % interval of the mean',
  methods: {
    wilson: 'Interval: Wilson',
    beta: 'Interval: Clopper and Pearson’s, carried over to shares by a beta distribution',
    bootstrap: 'Interval: bootstrap, 10,000 resamples, fixed seed',
    normal: 'Interval: normal, above 500 rows',
  },
  passes: 'passes',
  passRate: 'pass rate',
  passInterval: (range: string) => `95 % interval ${range} (Wilson)`,
  range: (low: string, high: string) => `${low} to ${high}`,
  samplesAgree: 'samples agree',
  samplesAgreeTitle: 'Share of a row’s samples with its most common score',
  candidateWins: 'candidate wins',
  ties: 'ties',
  baselineWins: 'baseline wins',
  ordersDisagree: 'orders disagree',
  ordersDisagreeTitle: 'Share of judged rows in which the two orders disagree',
};

export const thresholdField = {
  wrong: 'Enter a number such as 0.8, or nothing for the default.',
  passes: (metric: string, isAtMost: boolean) => `${metric} passes ${isAtMost ? 'up to' : 'from'}`,
};

/** Texts of the menu of the table in FilterBar.svelte. */
export const tools = {
  shown: 'Tools shown as',
  parts: {
    table: 'Each tool',
    transitions: 'What follows what',
  },
};

/** What calls record of themselves. */
export const toolRecords = {
  name: 'Times and tool errors',
  heads: {
    calls: 'calls',
    errors: 'tool errors',
    rate: 'error rate',
    sum: 'time',
    median: 'median',
    p95: 'p95',
    tokens: 'tokens',
    cost: 'cost',
  },
  of: (count: number, calls: number, what: string) =>
    `${what} of ${formatCount(count)} of ${countOf(calls, 'call')}`,
  recorded: { errors: 'End recorded', time: 'Time recorded', cost: 'Cost recorded' },
  tokens: (input: string, output: string, cached: string) =>
    `in ${input}, out ${output}, cached ${cached}`,
  seconds: (ms: number) =>
    ms < 1000
      ? `${formatCount(Math.round(ms))} ms`
      : `${(ms / 1000).toFixed(ms < 100_000 ? 1 : 0)} s`,
  money: (amount: number, currency: string) =>
    `${amount.toLocaleString('en', { maximumSignificantDigits: 3 })}${currency === '' ? '' : ` ${currency}`}`,
  percent: (share: number) => `${toDecimals(100 * share, 1, 100)} %`,
};

export const toolTable = {
  name: 'Tools',
  table: 'Tools',
  tool: 'tool',
  sort: (head: string) => `Sort by ${head}`,
  wrong: 'wrong',
  wrongTitle: 'Expected calls that were not made as expected',
  expected: 'expected',
  right: 'of these right',
  changed: 'changed',
  changedTitle: 'Called where expected, with wrong arguments',
  missing: 'missing',
  missingTitle: 'Expected, and not called',
  extra: 'extra',
  extraTitle: 'Called where it was not expected',
  never: 'never expected',
  found: ({ toolCount, countedRows, rowCount }: ToolTable, isFiltered: boolean) => {
    const all = countOf(rowCount, isFiltered ? 'filtered row' : 'row');
    const isOfAll = countedRows === rowCount;
    const rows = isOfAll ? all : `the ${formatCount(countedRows)} of ${all} with calls to compare`;
    return `${countOf(toolCount, 'tool')} in ${rows}, worst first.`;
  },
  notRecorded: '– means not recorded.',
  none: 'No row has calls on both sides, so there is nothing to compare.',
  noCalls: 'No row has calls that can be read.',
  rest: (count: number) => `${countOf(count, 'more tool')} not listed.`,
};

export const toolPanel = {
  content: 'About the tool',
  counts: (expected: number, called: number) =>
    `expected ${formatCount(expected)}, called ${formatCount(called)}`,
  leads: 'Called after',
  pass: 'rows that pass',
  of: (count: number, all: number) => `${formatCount(count)} of ${formatCount(all)}`,
  instead: 'Called instead',
  calls: 'calls',
  arguments: 'Arguments',
  rows: 'rows',
  what: 'what',
  figure: 'recorded',
  count: (count: number) => (count === 0 ? 'none' : formatCount(count)),
  show: 'Show its rows',
};

export const transitions = {
  name: 'What follows what',
  table: 'What follows what',
  transition: 'transition',
  runs: 'runs',
  steps: 'steps',
  succeed: 'success',
  stepsTitle: 'How often it happens: a run may do so several times',
  succeedTitle: 'The share of its runs that succeed',
  none: 'No row has calls that can be read.',
  found: (count: number, rowCount: number, isFiltered: boolean) =>
    `${countOf(count, 'transition')} in ${countOf(rowCount, isFiltered ? 'filtered row' : 'row')}.`,
  success: (metric: string, threshold: string) => ` A run succeeds when ${metric} is ${threshold}.`,
  percent: (share: number) => `${Math.round(100 * share)} %`,
  more: (count: number) => `Show ${formatCount(count)} more`,
  rest: (count: number) => `${countOf(count, 'transition')} in fewer runs not listed.`,
  csv: 'Download CSV',
  head: ['from', 'to', 'steps', 'runs', 'runs judged', 'runs that succeed'],
  start: 'start',
  end: 'end',
};

export const viewInLink = {
  noSample: (name: string) => `There is no sample ${name}.`,
  noRun: 'The run of this link is not stored in this browser.',
  noRow: (number: string) => `This run has no row ${number}.`,
  noFilters: (problem: string) => `The link’s filters do not fit this run. ${problem}`,
};
