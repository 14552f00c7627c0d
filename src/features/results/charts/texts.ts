import { countOf, formatCount } from '#ui/format-number.ts';

const INTERVALS =
  '95 % intervals: Wilson for scores of 0 or 1, beta for shares, else bootstrap, normal above 500 rows.';

export const chartsPanel = {
  name: 'Charts',
  none: 'No row has a score yet, so there is nothing to draw.',
  source: (dataset: string, rows: number, isFiltered: boolean, date: string, rules: string) =>
    `${dataset} (${countOf(rows, isFiltered ? 'filtered row' : 'row')}, ${date}); ${rules}.`,
};

export const consistency = {
  title: 'Consistency over trials',
  k: 'k (trials that must all pass)',
  passHatK: 'pass^k',
  n: (tasks: number) => `n = ${formatCount(tasks)}`,
  caption: (metric: string, source: string) =>
    `Chance that k trials of a task all pass ${metric}, with 95 % intervals over tasks (beta). n: tasks with k scored trials. ${source}`,
  head: ['k', 'pass@k', 'pass^k', '95 % low', '95 % high', 'tasks'],
};

export const latency = {
  title: 'Time',
  n: (rows: number) => `n = ${formatCount(rows)}`,
  seconds: 'Time (s)',
  share: 'Share of rows',
  named: (name: string, seconds: string) => `${name} ${seconds}`,
  caption: (source: string) =>
    `Empirical distribution of time per row; dots: median (p50) and p95. ${source}`,
  head: ['statistic', 'value'],
  lines: {
    n: 'rows',
    mean: 'mean (s)',
    median: 'median (s)',
    p90: 'p90 (s)',
    p95: 'p95 (s)',
    max: 'longest (s)',
  },
  dataHead: ['seconds', 'share of rows'],
};

export const metricMeans = {
  title: 'Means',
  axis: 'Mean score',
  mean: 'mean',
  interval: '95 % interval',
  n: 'n',
  range: (low: string, high: string) => `${low} to ${high}`,
  caption: (source: string) => `Mean of each metric. ${INTERVALS} n: rows scored. ${source}`,
  head: ['metric', 'mean', '95 % low', '95 % high', 'rows scored', 'not scored'],
};

export const passRateByGroup = {
  title: (column: string) => `Pass rate by ${column}`,
  axis: (metric: string) => `Rows that pass ${metric} (%)`,
  allRows: (percent: string) => `all groups ${percent} %`,
  pass: 'pass',
  n: 'n',
  percent: (value: string) => `${value} %`,
  caption: (metric: string, drawn: number, total: number, source: string) =>
    `Share of rows that pass ${metric}, with 95 % Wilson intervals; dashed: all groups. n: rows scored. ${
      drawn < total ? `${formatCount(drawn)} of ${formatCount(total)} groups. ` : ''
    }${source}`,
  head: ['group', 'pass rate', '95 % low', '95 % high', 'rows scored'],
};

export const scoreDistribution = {
  title: 'Scores',
  rowsAxis: 'Rows',
  note: (score: string, count: number) => `Score ${score}: ${countOf(count, 'row')}`,
  tick: (label: string, count: number) => `${label} · ${countOf(count, 'row')}`,
  range: (low: string, high: string) => `${low} to ${high}`,
  binary: (ones: number, rows: number, leftOut: string) =>
    `${formatCount(ones)} of ${countOf(rows, 'row')} ${ones === 1 ? 'has' : 'have'} score 1${leftOut}.`,
  middle: (rows: number, mean: string, median: string, leftOut: string) =>
    `${countOf(rows, 'row')}: mean ${mean}, median ${median}${leftOut}.`,
  caption: (metric: string, finding: string, source: string) =>
    `Rows by ${metric}. ${finding} ${source}`,
  head: ['score', 'rows'],
};
