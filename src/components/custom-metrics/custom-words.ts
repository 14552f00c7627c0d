import type { CustomMetric, CustomScale } from '#core/custom-metrics/custom-metric.ts';
import type { CustomResult } from '#core/custom-metrics/read-result.ts';

/** What scores of a scale are. */
export const SCALE_WORDS: Readonly<Record<CustomScale, string>> = {
  binary: '0 or 1',
  share: '0 to 1',
  number: 'any number',
};

/** Which end of the scale is good. */
export const BETTER_WORDS: Readonly<Record<CustomMetric['better'], string>> = {
  higher: 'higher is better',
  lower: 'lower is better',
  none: 'no verdict',
};

/** A metric that scores every row alike. */
export const BLANK_METRIC: Omit<CustomMetric, 'isOn'> = {
  name: 'my_metric',
  scale: 'number',
  better: 'none',
  code: `function my_metric(instance) {
  return instance.predicted_trajectory.length;
}
`,
};

/** A name that no other metric has: `word_count`, `word_count_2`. */
export function freeName(name: string, taken: readonly string[]): string {
  for (let count = 1; ; count++) {
    const tried = count === 1 ? name : `${name}_${count}`;
    if (!taken.includes(tried)) return tried;
  }
}

/** What the code gave for a row, in one line. */
export function sayResult(result: CustomResult): string {
  switch (result.kind) {
    case 'none':
      return 'null: this row is not evaluated';
    case 'error':
      return result.message;
    case 'score': {
      const more = result.more.map(([key, text]) => `${key}: ${text}`);
      return [String(result.value), ...more].join(' · ');
    }
  }
}
