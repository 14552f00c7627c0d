export const figures = {
  run: (letter: string, name: string, rules: string) => `${letter}: ${name}, ${rules}.`,
};

export const means = {
  title: 'Means',
  note: (letter: string) => `A and ${letter}, the same rows`,
  axis: 'Mean score',
  caption: (letter: string, source: string) =>
    `Means over the rows scored in both runs (n) with 95 % intervals: Wilson for scores of 0 or 1, beta for shares, else bootstrap, normal above 500 rows. Dot: A; square: ${letter}. Whether they differ is settled by the paired differences, not by intervals that overlap. ${source}`,
  head: ['metric', 'run', 'mean', '95 % low', '95 % high', 'rows'],
};

export const differences = {
  title: 'Differences',
  note: (letter: string) => `${letter} − A, paired`,
  axis: (letter: string) => `Difference in mean score, ${letter} − A`,
  difference: 'Δ',
  interval: '95 % interval',
  caption: (source: string) =>
    `Paired differences with 95 % bootstrap intervals, over the rows scored in both runs (n). Filled: settled, the interval leaves out 0 and the p adjusted for all metrics (Holm) is at most 0.05. ${source}`,
  head: ['metric', 'difference', '95 % low', '95 % high', 'p (Holm)', 'rows'],
};
