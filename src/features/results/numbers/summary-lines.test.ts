import { expect, it } from 'vitest';
import { asCsv, asMarkdown, trialLines } from './summary-lines.ts';

const TABLE = trialLines(
  {
    k: 2,
    taskCount: 3,
    most: 4,
    metrics: [
      {
        ...{
          columnId: 'a',
          metricId: 'a',
          passAtK: 2 / 3,
          passHatK: null,
          k: 2,
          byK: [],
          tasks: 3,
        },
        ...{ spread: 0.5, unsteady: 2 },
      },
      {
        ...{ columnId: 'b', metricId: 'b', passAtK: 1, passHatK: 0, k: 2, byK: [], tasks: 3 },
        ...{ spread: null, unsteady: 0 },
      },
    ],
    byTask: undefined,
  },
  ({ columnId }) => (columnId === 'a' ? 'Match, "all" | a\\b' : columnId),
);

it('writes numbers in full as CSV', () => {
  expect(asCsv(TABLE)).toBe(
    `metric,pass@2,pass^2,tasks,spread,inconsistent\r\n"Match, ""all"" | a\\b",${String(2 / 3)},,3,0.5,2\r\nb,1,0,3,,0\r\n`,
  );
});

it('writes Markdown that no name can break', () => {
  expect(asMarkdown(TABLE)).toBe(
    [
      '| metric | pass@2 | pass^2 | tasks | spread | inconsistent |',
      '| --- | --: | --: | --: | --: | --: |',
      '| Match, "all" \\| a\\\\b | 0.6667 | – | 3 | 0.5 | 2 |',
      '| b | 1 | 0 | 3 | – | 0 |',
      '',
    ].join('\n'),
  );
});
