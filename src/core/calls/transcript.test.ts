import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lawRuns } from '../../../tests/support/law-runs.ts';
import { readStepRecord, writeStepRecord } from './step-record.ts';
import type { StepRecord } from './step.ts';
import type { ToolCall } from './trajectory.ts';
import { callStep, stepsOf, writeTranscript, type PlacedMessage } from './transcript.ts';

const amount = fc.double({ min: 0, max: 1e12, noNaN: true, noDefaultInfinity: true });
const name = fc.string({ minLength: 1 });
const tokens = fc
  .record({ input: fc.nat(), output: fc.nat(), cached: fc.nat() }, { requiredKeys: [] })
  .filter((some) => Object.keys(some).length > 0);
const record: fc.Arbitrary<StepRecord> = fc.record(
  {
    agent: name,
    model: name,
    startMs: amount,
    durationMs: amount,
    tokens,
    cost: fc.record({ amount, currency: fc.constantFrom('', 'USD', 'EUR') }),
  },
  { requiredKeys: [] },
);

function made(tool_name: string, source = {}): ToolCall {
  return { tool_name, tool_input: {}, source };
}

it('a record is read as it was written; nothing recorded stays nothing', () => {
  fc.assert(
    fc.property(record, (written) => {
      expect(readStepRecord(writeStepRecord(written))).toEqual(written);
    }),
    { numRuns: lawRuns(500) },
  );
  expect(readStepRecord({})).toEqual({});
});

it.each([[-1], ['abc'], [''], [null], [Number.NaN], [Infinity], [true]])(
  '%s is no duration, and none is not zero',
  (duration_ms) => {
    expect(readStepRecord({ duration_ms })).toEqual({});
  },
);

it('every call and every message is a step, messages where they were said', () => {
  const message = fc
    .record({ role: fc.constantFrom('user', 'agent', 'system'), text: fc.string(), record })
    .map(({ role, text, record }) => ({ kind: 'message', role, text, ...record }) as const);
  const placed = fc
    .array(fc.record({ message, before: fc.nat({ max: 6 }) }), { maxLength: 6 })
    .map((list): PlacedMessage[] => list.toSorted((a, b) => a.before - b.before));
  fc.assert(
    fc.property(placed, fc.nat({ max: 5 }), (messages, count) => {
      const calls = Array.from({ length: count }, (_, index) => made(`t${index}`));
      const steps = stepsOf(calls, [...writeTranscript(messages)]);
      const said = steps.filter(({ kind }) => kind === 'message');
      expect(said).toEqual(messages.map(({ message }) => message));
      const places = steps.flatMap((step) => (step.kind === 'call' ? [step.place] : []));
      expect(places).toEqual(calls.map((_, index) => index));
      for (const [index, { message, before }] of messages.entries()) {
        const at = steps.indexOf(said[index] as (typeof steps)[number]);
        const earlier = steps.slice(0, at).filter(({ kind }) => kind === 'call').length;
        expect(earlier, message.text).toBe(Math.min(before, count));
      }
    }),
  );
});

it.each([[undefined], ['a text'], [{}], [[1, null, { role: 'robot', text: 'x', before: 0 }]]])(
  'a cell that is no transcript, %j, has no messages',
  (cell) => {
    expect(stepsOf([made('a')], cell)).toEqual([callStep(made('a'), 0)]);
  },
);

it('a call has its result, its error and what ran beside it', () => {
  const source = {
    tool_name: 'a',
    id: 'c1',
    tool_output: { ok: false },
    tool_error: 'no such order',
    parallel: 2,
    duration_ms: 0,
  };
  expect(callStep(made('a', source), 3)).toMatchObject({
    ...{ kind: 'call', place: 3, id: 'c1', parallel: 2, durationMs: 0 },
    ...{ output: { ok: false }, error: 'no such order' },
  });
  expect(callStep(made('a', { tool_error: '' }), 0)).not.toHaveProperty('error');
  expect(callStep(made('a', { tool_error: true }), 0)).toHaveProperty('error', true);
});
