import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { json } from '../../../../../tests/support/arbitraries.ts';
import {
  cutHead,
  headOf,
  readText,
  recordingSink,
} from '../../../../../tests/support/read-text.ts';
import { isJsonList, isJsonObject } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { jsonl } from './jsonl.ts';

const recognises = (text: string, name = ''): boolean => jsonl.recognise(headOf(text, name));

describe('recognition', () => {
  it('takes a file by its name when nothing in it is whole, but no list of rows', () => {
    expect(recognises('{"a": oops\n', 'rows.JSONL')).toBe(true);
    expect(recognises('{"a": oops\n', 'rows.txt')).toBe(false);
    expect(recognises('[{"a":1},\n{"b":2}]', 'rows.jsonl')).toBe(false);
    expect(recognises('[{"a":1},{"b":2}]\n', 'rows.jsonl')).toBe(false);
  });

  it('takes the beginning of one very long line', () => {
    expect(jsonl.recognise(cutHead(`{"a": "${'x'.repeat(60_000)}`))).toBe(true);
    expect(jsonl.recognise(cutHead('{"a":1}\n{"b": "cut he'))).toBe(true);
    expect(jsonl.recognise(cutHead(`[{"a": "${'x'.repeat(60_000)}`))).toBe(false);
  });
});

describe('readLine', () => {
  it('reads several objects, and lists of them, and tells where in the line each stands', () => {
    const { sink, read } = recordingSink();
    const spans: unknown[] = [];
    const text = ' [{"a":1}, {"a":[{}]}], ';
    jsonl.readLine(text, 7, { ...sink, row: (_, line, span) => spans.push([line, span]) });
    expect(spans).toEqual([
      [7, { from: 2, to: 9 }],
      [7, { from: 11, to: 21 }],
    ]);
    for (const line of ['{"a":1} {"a":2}', "{'a':1},{'a':2};", '{"a":1}{"a":2} {"a'])
      jsonl.readLine(line, 1, sink);
    expect(read.rows.map((row) => row['a'])).toEqual([1, 2, 1, 2, 1, 2]);
    expect(read.skipped).toEqual(['{"a']);
    // calls are no rows, and one good object does not make the rest of its line good
    for (const line of [
      '[{"tool_name":"f","tool_input":{}}]',
      '{"a":1} oops',
      '[{"a":1}] oops',
      '[]',
    ])
      jsonl.readLine(line, 1, sink);
    expect(read.rows).toHaveLength(6);
    expect(read.skipped).toHaveLength(5);
  });

  it('takes lines that are not strict JSON, and says what is not', () => {
    const lines = ["{'a': None}", '{"a": NaN}', '{"a":1,"a":2}', '{"a":"\ufffd"}'];
    lines.push('{"a":[-1e400]}', '{"__proto__":1}');
    const { rows, notes, skips } = readText(jsonl, lines.join('\n'));
    const values = [null, Number.NaN, 2, '\ufffd', [-Infinity], undefined];
    expect(rows.map((row) => row['a'])).toEqual(values);
    expect(notes).toMatchObject([
      { code: 'row_lenient', line: 1, leniencies: [{ kind: 'single_quotes' }, { count: 1 }] },
      { code: 'row_lenient', line: 2, leniencies: [{ kind: 'non_finite' }] },
      { code: 'row_lenient', line: 3, leniencies: [{ kind: 'duplicate_keys' }] },
      { code: 'characters_replaced', line: 4 },
      { code: 'row_lenient', line: 5, leniencies: [{ kind: 'beyond_range' }] },
      { code: 'column_reserved', line: 6, name: '__proto__' },
    ]);
    expect(skips).toEqual([]);
  });

  it('points at the line of a row of several lines that breaks', () => {
    const { sink, read } = recordingSink();
    jsonl.readLine('{\n  "a": 1,\n  "b": oops\n}', 10, sink);
    expect(read.skips).toEqual([
      { code: 'row_not_json', line: 12, column: 8, reason: '“oops” is a name, not a value' },
    ]);
  });

  it.each([10_000, 201])('skips a row nested %i levels deep', (levels) => {
    const nested = (depth: number): string =>
      `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
    const { rows, skips } = readText(
      jsonl,
      `${nested(200)}\n${nested(levels)}\n{"id":9007199254740993}`,
    );
    expect(rows).toHaveLength(2);
    expect(skips).toEqual([{ code: 'row_too_deep', line: 2, limit: 200 }]);
  });

  it('skips a deep row with a long integer as deep, not as broken', () => {
    const text = `{"id":9007199254740993,"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    expect(readText(jsonl, text).skips).toEqual([{ code: 'row_too_deep', line: 1, limit: 200 }]);
  });

  it('reads every object it is given, and never throws', () => {
    fc.assert(
      fc.property(json, (value) => {
        const { rows, skips } = readText(jsonl, printJson(value));
        // a list of objects holds rows
        const isRows = isJsonList(value) && value.length > 0 && value.every(isJsonObject);
        expect(rows.map((row) => printJson(row))).toEqual(
          (isRows ? value : isJsonObject(value) ? [value] : []).map((row) => printJson(row)),
        );
        if (!isRows) expect(rows.length + skips.length).toBe(1);
      }),
    );
  });
});
