import { expect, it } from 'vitest';
import { causesAsIssue, shareInWords } from './causes-as-issue.ts';

const run = {
  ...{ name: 'home', settings: 'standard rules', rowCount: 120, differing: 34, causeCount: 3 },
  causes: [
    { name: 'changed\tnumber\ttext\t/temperature\tset_temperature', count: 17 },
    { name: 'extra\t\t\t\tlist_devices', count: 4 },
  ],
};

it('lists causes with count and share', () => {
  expect(causesAsIssue(run)).toBe(`## Why rows of home differ from the expected calls

34 of 120 rows differ, scored with standard rules. A row can have more than one cause; shares are of the rows that differ.

| rows | share | tool | argument | difference |
| ---: | ---: | --- | --- | --- |
| 17 | 50 % | \`set_temperature\` | \`temperature\` | is a string, expected a number |
| 4 | 12 % | \`list_devices\` |  | is extra |

1 rarer causes are not listed.
`);
});

it('keeps the table whole whatever tools are called', () => {
  const causes = [{ name: 'extra\t\t\t\ta|b`c``d\n# e', count: 1 }];
  const text = causesAsIssue({ ...run, name: '<img> [x](y)', causes, causeCount: 1 });
  expect(text).toContain('| ```a\\|b`c``d # e``` |');
  expect(text).toContain('&#60;img&#62; &#91;x&#93;(y)');
});

it('rounds no share to nothing', () => {
  expect([shareInWords(1, 500), shareInWords(0, 5), shareInWords(5, 5)]).toEqual([
    '<1 %',
    '0 %',
    '100 %',
  ]);
});
