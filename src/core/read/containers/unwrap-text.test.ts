import { describe, expect, it } from 'vitest';
import { takeFenced, takeValues, withoutInvisible } from './unwrap-text.ts';

it('withoutInvisible removes what a page has before its lines', () => {
  expect(withoutInvisible('\u200b{"a": 1}\n\u2060{"a": 2}')).toBe('{"a": 1}\n{"a": 2}');
});

describe('takeValues', () => {
  it('takes what stands after something else on its line, at its line', () => {
    const text = 'started\n[2024-05-01 10:00:00] INFO {"a": 1}\n\ndata: {"a": 2}\n[DONE]\n';
    expect(takeValues(text)).toEqual({
      text: '\n{"a": 1}\n\n{"a": 2}',
      line: 2,
      ignoredLines: 2,
    });
  });

  it('takes what a program assigns, over several lines', () => {
    const text = 'const rows = [\n  {id: 1},\n];\nexport default rows;\n';
    expect(takeValues(text)).toEqual({ text: '[\n  {id: 1},\n]', line: 1, ignoredLines: 1 });
    expect(takeValues('Out[5]: [{}]')?.text).toBe('[{}]');
  });

  it('takes nothing out of a value that breaks', () => {
    const broken = 'Rows:\n[\n  {\n    "a": [\n      {"b": 1}\n    ]\n    "c"\n  }\n]\nok {"d": 1}';
    expect(takeValues(broken)).toEqual({
      text: `${'\n'.repeat(9)}{"d": 1}`,
      line: 10,
      ignoredLines: 9,
    });
    expect(takeValues('log {"a": [{"b": 1}], "c": }')).toBeUndefined();
    expect(takeValues('"a": [{"b": 1}]')).toBeUndefined();
    expect(takeValues('{"a": 1} and more')).toBeUndefined();
  });

  it('leaves lists without objects and words alone', () => {
    expect(takeValues('see [1], {} and [x]\n')).toBeUndefined();
  });
});

const all = (): boolean => true;

describe('takeFenced', () => {
  it('takes a block, at its line, and counts the lines around it', () => {
    expect(takeFenced('Here:\n\n```json\n[1]\n```\nBye.\n', all)).toEqual({
      text: '\n\n\n[1]\n',
      line: 4,
      ignoredLines: 2,
    });
  });

  it('takes several blocks, each at its line, and leaves out what is no data', () => {
    const text = '```bash\nrun\n```\nFirst:\n~~~\na\n~~~\nand\n````json\n```\nb\n````\n';
    expect(takeFenced(text, (block) => block !== 'run\n')).toEqual({
      text: '\n\n\n\n\na\n\n\n\n```\nb\n',
      line: 6,
      ignoredLines: 3,
    });
  });

  it('runs to the end where a fence is not closed, and closes a fence before a line end of Windows', () => {
    expect(takeFenced('x\n```\n{"a":1}\n', all)?.text).toBe('\n\n{"a":1}\n');
    expect(takeFenced('```\r\n1\r\n```\r\nx\r\n', all)).toEqual({
      text: '\n1\r\n',
      line: 2,
      ignoredLines: 1,
    });
  });

  it('finds nothing without a block that is wanted', () => {
    expect(takeFenced('no ``` fence', all)).toBeUndefined();
    expect(takeFenced('```\nx\n```', () => false)).toBeUndefined();
    expect(takeFenced('', all)).toBeUndefined();
  });
});
