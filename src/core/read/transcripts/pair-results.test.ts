import { expect, it } from 'vitest';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { Collector } from '#core/read/framework/adapter.ts';
import { callsIn, type Entry } from './entry.ts';
import { pairResults } from './pair-results.ts';

const call = (name: string, id?: string): Entry => ({
  kind: 'call',
  call: { name, input: {}, id },
});
const result = (output: JsonValue, of?: string): Entry => ({ kind: 'result', of, output });

function outputsOf(entries: readonly Entry[]): {
  outputs: readonly (JsonValue | undefined)[];
  notes: readonly string[];
} {
  const out = new Collector();
  const outputs = callsIn(pairResults(entries, out)).map(({ output }) => output);
  return { outputs, notes: out.result().notes.map(({ code, detail }) => `${code} ${detail}`) };
}

it('results are given to calls by id, in whatever order they come, and in a later turn', () => {
  const later: Entry = { kind: 'user', text: 'And?' };
  const entries = [call('a', '1'), call('a', '2'), later, result('y', '2'), result('x', '1')];
  expect(outputsOf(entries)).toEqual({ outputs: ['x', 'y'], notes: [] });
});

it('results are given to calls by id where they stand before their call', () => {
  expect(outputsOf([result('x', '1'), call('a', '1')]).outputs).toEqual(['x']);
});

it('results are given to calls by the tool where it was called once, without a note', () => {
  const entries = [call('a'), call('b'), result('y', 'b'), result('x', 'a')];
  expect(outputsOf(entries)).toEqual({ outputs: ['x', 'y'], notes: [] });
});

it('results are given to calls by order where a tool waits for several, with a note', () => {
  const entries = [call('a'), call('a'), result('x', 'a'), result('y', 'a')];
  expect(outputsOf(entries)).toEqual({ outputs: ['x', 'y'], notes: ['results_by_order a'] });
});

it('results are given to calls by order where they name nothing, or what no call has, with a note', () => {
  const entries = [call('a'), call('b'), result('x'), result('y', 'call_9')];
  expect(outputsOf(entries)).toEqual({
    outputs: ['x', 'y'],
    notes: ['results_by_order a', 'results_by_order b'],
  });
});

it('results are given to calls never to a call that has another id, nor to one of a run that is over', () => {
  expect(outputsOf([call('a', '1'), result('x', '2')]).outputs).toEqual([undefined]);
  expect(outputsOf([call('a'), { kind: 'end' }, result('x')]).outputs).toEqual([undefined]);
});

it('results are given to calls with what went wrong and how long it took', () => {
  const entries: Entry[] = [
    { kind: 'call', call: { name: 'a', input: {}, id: '1', record: { model: 'm' } } },
    { kind: 'result', of: '1', output: 'no', error: true, record: { durationMs: 5 } },
  ];
  expect(callsIn(pairResults(entries, new Collector()))).toEqual([
    {
      ...{ name: 'a', input: {}, id: '1', output: 'no', error: true },
      record: { durationMs: 5, model: 'm' },
    },
  ]);
});
