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
  k: (trials: number) => countOf(trials, 'trial'),
  axis: 'Chance that all pass (pass^k)',
  passHatK: 'pass^k',
  tasks: 'tasks',
  caption: (metric: string, source: string) =>
    `Chance that k trials of a task all pass ${metric}, with 95 % intervals over tasks (beta). Tasks: those with k scored trials. ${source}`,
  head: ['k', 'pass@k', 'pass^k', '95 % low', '95 % high', 'tasks'],
};

export const latency = {
  title: 'Time',
  n: (rows: number) => `n = ${formatCount(rows)}`,
  caption: (median: string, p95: string, leftOut: string, source: string) =>
    `Rows by time. Median ${median}, 95 % within ${p95}${leftOut}. ${source}`,
  note: (time: string, count: number) => `Time ${time}: ${countOf(count, 'row')}`,
  head: ['time', 'rows'],
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
