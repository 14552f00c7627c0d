import { describe, expect, it } from 'vitest';
import { hostileText } from './support/hostile-texts.ts';
import { readAsPage } from './support/read-as-page.ts';

const CALLS = '[{"tool_name":"a","tool_input":{}}]';
const ROW = `{"id":"1","prompt":"p","predicted_trajectory":${CALLS},"reference_trajectory":[]}`;

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('');
const list = (count: number, item: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => item(at)).join();

/**
 * Each took longer than 20 s, or showed an error of the engine: time grew with the square of the
 * length or doubled with each repetition. That there is an answer is all that is asked.
 */
const KNOWN: readonly (readonly [what: string, text: string])[] = [
  ['comments without a value', `${'/* a */\n'.repeat(40)}x`],
  ['comments of two kinds', `${'/*a*/#b\n'.repeat(28)}`],
  [
    'words apart by blank lines in a cell',
    lines(3, (at) => `{"id":${String(at)},"tools":${JSON.stringify('a\n\n'.repeat(60) + '!')}}\n`),
  ],
  ['a header of separators', `${','.repeat(100_000)}\n`],
  ['as many columns', `${list(60_000, (at) => `c${String(at)}`)}\n${list(60_000, String)}\n`],
  ['equal columns', 'a;'.repeat(100_000)],
  [
    'a row number of spaces',
    `,id,predicted_trajectory,reference_trajectory\n${' '.repeat(300_000)}x,1,[],[]\n2,2,[],[]\n`,
  ],
  ['open quotes', '"a,'.repeat(1_000_000)],
  ['stray quotes', `id,prompt\n1,p\n${'"a"a'.repeat(300_000)}`],
  [
    'backticks in a cell of a Markdown table',
    `| id | predicted_trajectory |\n|---|---|\n| ${'`'.repeat(150_000)} | [] |\n`,
  ],
  ['empty lists on one line', '[]'.repeat(1_000_000)],
  ['a fence of a million backticks', '`'.repeat(1_000_000)],
  ['such a fence above a row', `x\n${'`'.repeat(1_000_000)}\n${ROW}`],
  ['a quote and spaces', `"${' '.repeat(300_000)}`],
  ['the rule of a table and spaces', `| a | b |\n|---|---${' '.repeat(300_000)}x\n`],
  ['a number with underscores', `[${'01_'.repeat(20_000)}x]`],
  ['a broken value above blank lines', `{"a" {"b" {\n${'\n\t'.repeat(200_000)}!`],
  ['rows on one line', `> ${'{"a":1}'.repeat(60_000)}${'{"a":"a",'.repeat(40_000)}\n`],
  ['a list that is added to and named', `a = []\n${'a.append(1)\nb = [a]\n'.repeat(100_000)}`],
  ['columns set one by one', `a = {}\n${lines(5000, (at) => `a["${String(at)}"] = [1]\n`)}`],
  ['names assigned far below', `${'a = [b, f(\nc=['.repeat(60_000)}\nb = [1]\n`],
  ['assignments side by side', `a = ${'[b = '.repeat(60_000)}\n${'b=[ '.repeat(60_000)}`],
  ['texts that are never closed', lines(50_000, () => `a = ["""b\n`)],
  [
    'tags without an end',
    `<table><tr><th>id<th>prompt<tr><td>1<td>p</table>${'<td a="'.repeat(100_000)}`,
  ],
  ['tables in tables', '<table><tr><td>'.repeat(60_000)],
  ['blank lines', `${'\n'.repeat(300_000)}|`],
];

describe('a hostile text is answered', () => {
  it.each(KNOWN)('%s', async (_what, text) => {
    const { issue } = await readAsPage(text);
    // an error of the engine would have been thrown
    expect(issue?.code).not.toBe('scoring_failed');
  });

  it('that names names, with the line that goes too far', async () => {
    const text = `a0 = [1]\n${lines(40, (at) => `a${String(at + 1)} = [a${String(at)}, a${String(at)}]\n`)}`;
    expect((await readAsPage(text)).issue).toMatchObject({ code: 'names_too_large', line: 19 });
  });

  // npm run endurance reads 500 that are twenty times as long
  it.each(Array.from({ length: 40 }, (_, seed) => hostileText(seed, 50_000)))(
    '$name',
    async ({ text }) => {
      const { issue } = await readAsPage(text);
      expect(issue?.code).not.toBe('scoring_failed');
    },
  );
});
