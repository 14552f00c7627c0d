import { describe, expect, it } from 'vitest';
import { headOf } from '../../../tests/support/read-text.ts';
import { recogniseFormat } from './registry.ts';
import { mayBeCovered, uncover } from './uncover.ts';

const ROW = '{"id": "1", "prompt": "a", "predicted_trajectory": []}';

describe('mayBeCovered', () => {
  it.each([
    ['a log', `INFO ${ROW}\nINFO ${ROW}\n`, true],
    ['a log with times in brackets', `[10:00] ${ROW}\n`, true],
    ['a mail', `On Monday, he wrote:\n> ${ROW}\n`, true],
    ['JSON text without its quotes', String.raw`[{\"id\": 1}]`, true],
    ['rows', `${ROW}\n`, false],
    ['rows after a line of words', `Here:\n${ROW}\n`, false],
    ['a table of runs', 'id,prompt,x\n1,a,"{\'a\': 1}"\n', false],
    ['YAML', 'id: 1\nrow: {"id": 1, "prompt": "a"}\n', false],
  ])('%s: %#', (_, text, expected) => {
    const head = headOf(text);
    expect(mayBeCovered(head, recogniseFormat(head))).toBe(expected);
  });
});

describe('uncover', () => {
  it('keeps the lines of rows', () => {
    expect(uncover(`> Here:\n> \n> ${ROW}\n\nBye\n`)).toEqual({
      text: `\n\n${ROW}\n\n\n`,
      line: 3,
      ignoredLines: 2,
      from: 'other_text',
    });
    expect(uncover(`>>> rows\n[${ROW}]\n>>> `)).toMatchObject({ text: `\n[${ROW}]\n\n`, line: 2 });
  });

  it('reads JSON text that lost its quotes', () => {
    expect(uncover(String.raw`[\n  {\"id\": \"a\\nb\"}\n]`)).toEqual({
      text: String.raw`[   {"id": "a\nb"} ]`,
      line: 1,
      ignoredLines: 0,
      from: 'double_encoded',
    });
  });

  it('takes no other objects for rows, and no cells of a table', () => {
    expect(uncover('config = use({"retries": 3});\n')).toBeUndefined();
    expect(uncover(`a,b\n1,2\n3,4\n5,6\nx,y ${ROW}\n`)).toBeUndefined();
  });
});
