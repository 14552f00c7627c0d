import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { isEventStream, splitEvents, takeEvents } from './event-stream.ts';

const value: fc.Arbitrary<JsonValue> = fc.dictionary(fc.string(), fc.jsonValue(), {
  minKeys: 1,
}) as fc.Arbitrary<JsonValue>;

const sent = fc.record({
  value,
  name: fc.constantFrom('', 'message', 'values', 'a "name"'),
  indent: fc.constantFrom(0, 2),
  before: fc.constantFrom('', 'id: 7\n', ': still here\n', 'retry: 10\n\n', '\n\n'),
});

describe('values in the events of a server', () => {
  it.each(['\n', '\r\n'])('are taken at their lines, lines ending in %j', (lineEnd) => {
    fc.assert(
      fc.property(fc.array(sent, { minLength: 1, maxLength: 6 }), (events) => {
        const text = events
          .map(({ value: data, name, indent, before }) => {
            const lines = JSON.stringify(data, null, indent).split('\n');
            const field = name === '' ? '' : `event: ${name}\n`;
            return `${before}${field}${lines.map((line) => `data: ${line}\n`).join('')}\n`;
          })
          .join('')
          .replaceAll('\n', lineEnd);
        expect(isEventStream(text, true)).toBe(true);
        const lines = takeEvents(text)?.text.split('\n') ?? [];
        const starts = splitEvents(text).map(({ line }) => line);
        expect(lines.flatMap((line, index) => (line === '' ? [] : [index + 1]))).toEqual(starts);
        expect(starts.map((line) => JSON.parse(lines[line - 1]!) as JsonValue)).toEqual(
          events.map(({ value: data, name }) => {
            const isNamed = name !== '' && name !== 'message';
            const plain = JSON.parse(JSON.stringify(data)) as JsonValue;
            return isNamed ? { event: name, data: plain } : plain;
          }),
        );
      }),
    );
  });

  it('stand without a name that their type repeats', () => {
    const found = takeEvents('event: stop\ndata: {"type":"stop"}\n\ndata: [DONE]\n\ndata: hm\n\n');
    expect(found).toEqual({ text: '\n{"type":"stop"}', line: 2, ignoredLines: 1 });
  });

  it('may break off', () => {
    expect(splitEvents('data: {"a":1}\n\nevent: b\ndata: {"a":')).toEqual([
      { name: '', data: '{"a":1}', line: 1, isClosed: true },
      { name: 'b', data: '{"a":', line: 4, isClosed: false },
    ]);
  });
});

describe('isEventStream', () => {
  it.each([
    ['YAML', 'id: 1\nname: a\ndata: {"a": 1}\n'],
    ['YAML of one key', 'data:\n  - {"a": 1}\n'],
    ['a log', 'data: {"a": 1} was sent\nand {"b": 2}\n'],
    ['words', 'event: the opening\ndata: to be sent\n'],
    ['a table', 'id,event,data\n1,a,{}\n'],
    ['JSON lines', '{"data": 1}\n'],
    ['nothing', ''],
  ])('is not %s', (_, text) => {
    expect(isEventStream(text, true)).toBe(false);
  });

  it('does not mind a last line that is cut', () => {
    expect(isEventStream('data: {"a":1}\n\neve', false)).toBe(true);
  });
});
