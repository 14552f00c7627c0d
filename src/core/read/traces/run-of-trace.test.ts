import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import type { FoundCall } from '#core/calls/read-call.ts';
import { Collector } from '#core/read/framework/adapter.ts';
import type { Entry } from '#core/read/transcripts/entry.ts';
import { readWhole, type Turn } from '#core/read/transcripts/write-turns.ts';
import { eventsOfTrace, type Texts } from './run-of-trace.ts';
import type { Step } from './span-step.ts';

const runOf = (steps: readonly Step[], said: Texts = {}): Turn =>
  readWhole(eventsOfTrace(steps, new Collector(), said), new Collector());

/** A step from one millisecond to another. */
function step(
  id: string,
  parentId: string | undefined,
  more: Partial<Step>,
  at?: [number, number],
): Step {
  const [start, end] = at ?? [];
  return {
    id,
    parentId,
    start,
    end,
    call: undefined,
    asked: undefined,
    said: undefined,
    isModel: false,
    about: {},
    ...more,
  };
}

const requestOf = (call: FoundCall): Entry => ({ kind: 'call', call });
const tool = (name: string): Partial<Step> => ({ call: { name, input: {} } });
const model = (said: string, about: Step['about'] = {}): Partial<Step> => ({
  said,
  isModel: true,
  about,
});

it('a run has its calls with times, agents and tokens of what is not told elsewhere', () => {
  const { calls } = runOf([
    step('1', undefined, { about: { agent: 'desk', tokens: { input: 9 } } }, [0, 90]),
    step('2', '1', { ...tool('a'), about: { tokens: { input: 1 } } }, [10, 12]),
    step('3', '1', { ...tool('b'), about: { tokens: { input: 2 } } }, [20, 40]),
    step('4', '3', model('x', { tokens: { input: 2 } }), [21, 30]),
  ]);
  expect(calls.map(({ record }) => record)).toEqual([
    { agent: 'desk', startMs: 10, durationMs: 2, tokens: { input: 1 } },
    { agent: 'desk', startMs: 20, durationMs: 20 },
  ]);
});

it('calls of a model’s step that tells a whole talk have what came of them, one after the other', () => {
  const talk: readonly Entry[] = [
    requestOf({ name: 'a', input: {}, id: '1' }),
    { kind: 'result', of: '1', output: 'x' },
    requestOf({ name: 'b', input: {}, id: '2' }),
    { kind: 'result', of: '2', output: 'y' },
    { kind: 'answer', text: 'Done' },
  ];
  const { calls } = runOf([step('1', undefined, { ...model('Done'), asked: talk, told: talk })]);
  expect(calls.map(({ name, output, parallel }) => [name, output, parallel])).toEqual([
    ['a', 'x', undefined],
    ['b', 'y', undefined],
  ]);
});

it('a run goes by time, keeps the order of one moment, puts unknown times last, and nests at any depth', () => {
  const { calls } = runOf([
    step('1', undefined, tool('z')),
    step('2', undefined, tool('b'), [5, 5]),
    step('3', undefined, tool('c'), [5, 5]),
    step('4', undefined, tool('a'), [1, 1]),
    step('5', '4', {}, [2, 2]),
    step('6', '5', tool('inner'), [3, 3]),
  ]);
  expect(calls.map(({ name, isNested = false }) => [name, isNested])).toEqual([
    ['a', false],
    ['inner', true],
    ['b', false],
    ['c', false],
    ['z', false],
  ]);
});

it('a run takes the arguments from the request where the tool’s own step has none', () => {
  const asked = [requestOf({ name: 'find', input: { in: 'Ulm' }, id: 'k' })];
  const call = { name: 'find', input: undefined, id: 'k' };
  const { calls } = runOf([step('1', undefined, { asked }), step('2', '1', { call })]);
  expect(calls).toMatchObject([{ name: 'find', input: { in: 'Ulm' } }]);
});

it('a run has a call once that its tool and its request know by ids of their own', () => {
  const asked = [requestOf({ name: 'find', input: { in: 'Ulm' }, id: 'k' })];
  const call = { name: 'maps.find', input: undefined, id: '7' };
  const { calls } = runOf([step('1', undefined, { asked }), step('2', '1', { call })]);
  expect(calls).toMatchObject([{ name: 'maps.find', input: { in: 'Ulm' } }]);
});

it('a run has calls of one moment in the order in which they were asked for', () => {
  const call = (id: string): FoundCall => ({ name: 'find', input: { at: id }, id });
  const { calls } = runOf([
    step('1', undefined, { asked: [requestOf(call('k')), requestOf(call('l'))] }, [0, 9]),
    step('2', '1', { call: call('l') }, [3, 4]),
    step('3', '1', { call: call('k') }, [3, 5]),
  ]);
  expect(calls.map(({ id }) => id)).toEqual(['k', 'l']);
});

it('a run has a call again under its id where what it returned or said lies between', () => {
  const call = { name: 'find', input: {}, id: 'k' };
  const { calls } = runOf([
    step('1', undefined, { call }, [0, 1]),
    step('2', undefined, model('Once more.'), [2, 3]),
    step('3', undefined, { call }, [4, 5]),
  ]);
  expect(calls).toHaveLength(2);
});

it('a run has a call once whose server lies within it in time, where what is between is not recorded', () => {
  const inside = (at: [number, number]): Step => step('2', 'lost', tool('find'), at);
  const countOf = (at: [number, number]): number =>
    runOf([step('1', undefined, tool('find'), [0, 9]), inside(at)]).calls.length;
  expect([countOf([1, 8]), countOf([1, 10]), countOf([10, 11])]).toEqual([1, 2, 2]);
});

it('a run numbers calls that overlap, also where each has a step around it', () => {
  const { calls } = runOf([
    step('0', undefined, {}, [0, 99]),
    step('w1', '0', {}, [10, 20]),
    step('1', 'w1', tool('a'), [10, 20]),
    step('w2', '0', {}, [11, 30]),
    step('2', 'w2', tool('b'), [11, 30]),
    step('3', '0', tool('c'), [30, 40]),
    step('4', '3', tool('inner'), [31, 39]),
    step('5', '0', tool('d'), [50, 60]),
    step('6', '0', tool('e'), [55, 57]),
  ]);
  expect(calls.map(({ name, parallel }) => [name, parallel])).toEqual([
    ['a', 1],
    ['b', 1],
    ['c', undefined],
    ['inner', undefined],
    ['d', 2],
    ['e', 2],
  ]);
});

it('a run has what models said where they said it, and the question and the answer once', () => {
  const { messages } = runOf(
    [
      step('1', undefined, { said: 'Done.', about: { agent: 'desk' } }, [0, 90]),
      step('2', '1', model('', { model: 'm', tokens: { output: 3 } }), [1, 5]),
      step('3', '1', tool('a'), [6, 8]),
      step('4', '1', model('Done.'), [9, 12]),
    ],
    { prompt: 'Do it', response: 'Done.', record: { tokens: { output: 99 } } },
  );
  const about = { kind: 'message', role: 'agent', agent: 'desk' } as const;
  expect(messages.map(({ message, before }) => [before, message])).toEqual([
    [0, { kind: 'message', role: 'user', text: 'Do it' }],
    [0, { ...about, text: '', model: 'm', tokens: { output: 3 }, startMs: 1, durationMs: 4 }],
    [1, { ...about, text: 'Done.', startMs: 9, durationMs: 3 }],
  ]);
});

it('a run has the tokens of the whole on its answer where no model is recorded', () => {
  const { messages } = runOf([step('1', undefined, tool('a'), [0, 1])], {
    response: 'Done.',
    record: { tokens: { output: 99 } },
  });
  expect(messages.map(({ message }) => message.tokens)).toEqual([{ output: 99 }]);
});

it('a run keeps a model that is around the calls it asked for, as ADK records it', () => {
  const { messages } = runOf([
    step('1', undefined, model('', { model: 'm' }), [0, 9]),
    step('2', '1', tool('a'), [1, 2]),
  ]);
  expect(messages.map(({ message, before }) => [message.model, before])).toEqual([['m', 0]]);
});

it('a run fills in what only the second record of a call has, and counts it once', () => {
  const id = { id: 'c', name: 'a', input: {} };
  const { calls } = runOf([
    step('1', undefined, { call: id }, [0, 5]),
    step('2', '1', { call: { ...id, output: 7, error: 'no' } }, [1, 2]),
  ]);
  expect(calls).toEqual([
    expect.objectContaining({ output: 7, error: 'no', record: { startMs: 0, durationMs: 5 } }),
  ]);
});

it('a run keeps every call in order of time, none with a duration below zero, whatever is around what', () => {
  const id = fc.constantFrom('1', '2', '3', '4', '5');
  const moment = fc.option(fc.nat({ max: 20 }), { nil: undefined });
  const any = fc.tuple(id, id, moment, moment, fc.constantFrom('tool', 'model', 'other'));
  fc.assert(
    fc.property(fc.uniqueArray(any, { selector: ([own]) => own }), (list) => {
      const steps = list.map(([own, parent, start, end, kind]) => ({
        ...step(own, parent, kind === 'tool' ? tool(own) : kind === 'model' ? model(own) : {}),
        start,
        end,
      }));
      const { calls, messages } = runOf(steps, { prompt: 'q' });
      expect(calls.map(({ name }) => name).sort()).toEqual(
        list.flatMap(([own, , , , kind]) => (kind === 'tool' ? [own] : [])).sort(),
      );
      const starts = calls.flatMap(({ record }) => record?.startMs ?? []);
      expect(starts).toEqual([...starts].sort((a, b) => a - b));
      expect(calls.every(({ record }) => (record?.durationMs ?? 0) >= 0)).toBe(true);
      const places = messages.map(({ before }) => before);
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(places.every((place) => place <= calls.length)).toBe(true);
      // calls of one number overlap in a chain: none stands alone
      const numbers = calls.flatMap(({ parallel }) => parallel ?? []);
      expect(numbers.every((n) => numbers.filter((other) => other === n).length > 1)).toBe(true);
    }),
    { numRuns: lawRuns(200) },
  );
});
