import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { step } from '../../../tests/support/build.ts';
import { lawRuns } from '../../../tests/support/law-runs.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import type { Step } from '#core/calls/step.ts';
import { detailRow } from '#core/explain/row/row-detail.ts';
import { stepsOfRow, alignRow } from '#core/explain/row/align-row.ts';
import { EXACT_MATCHER } from '#core/match/match-calls.ts';
import { searchSteps, textOfStep, viewText, viewValue } from './step-text.ts';
import { markOf, findRecoveries, viewSteps, type StepsView } from './step-view.ts';
import {
  lengthOfUnion,
  type Interval,
  placeSteps,
  spanOf,
  sumSteps,
  timedSteps,
} from './timeline.ts';

const ROLES = {
  predicted_trajectory: 'made',
  reference_trajectory: 'expected',
  transcript: 'transcript',
};

interface RowParts {
  readonly made: readonly JsonObject[];
  readonly expected?: readonly JsonObject[];
  readonly transcript?: readonly JsonObject[];
}

function read(parts: RowParts): {
  readonly view: StepsView;
  readonly steps: readonly Step[];
} {
  const record: JsonObject = { ...parts };
  const aligned = alignRow(record, ROLES, EXACT_MATCHER);
  const steps = stepsOfRow(record, ROLES);
  return { view: viewSteps(steps, aligned), steps };
}

/** Each line as a word: its number, and what it is. */
const linesOf = ({ items }: StepsView): string[] =>
  items.map((item) => {
    if (item.kind === 'missing') return `missing ${item.slot.reference?.tool ?? ''}`;
    if (item.kind === 'message') return `${String(item.number)} ${item.role}`;
    return `${String(item.number)} ${item.slot?.kind ?? 'called'} ${item.tool}`;
  });

const REFUND: RowParts = {
  made: [
    step(
      'get',
      { id: 1 },
      { parallel: 1, start_ms: 1000, duration_ms: 400, tool_output: { a: 1 } },
    ),
    step('look', {}, { parallel: 1, start_ms: 1200, duration_ms: 400 }),
    step('pay', { sum: 2 }, { start_ms: 2000, duration_ms: 100, tool_error: 'too slow' }),
    step('pay', { sum: 3 }, { start_ms: 2500, cost: 0.5, currency: 'USD' }),
  ],
  expected: [step('get', { id: 1 }), step('label'), step('pay', { sum: 2 })],
  transcript: [
    { role: 'user', text: 'money back', before: 0 },
    { role: 'agent', text: '', before: 2, start_ms: 1700, duration_ms: 200, input_tokens: 12 },
  ],
};

describe('the steps of a row', () => {
  it('are messages and calls in order, with their marks; a missing call where the alignment has it', () => {
    const { view } = read(REFUND);
    expect(linesOf(view)).toEqual([
      '1 user',
      '2 equal get',
      'missing label',
      '3 extra look',
      '4 agent',
      '5 equal pay',
      '6 extra pay',
    ]);
    expect(view).toMatchObject({ stepCount: 6, left: 0, hasReference: true });
  });

  it('tell times since the first start, calls side by side, and what recovers', () => {
    const { items } = read(REFUND).view;
    expect(items[1]).toMatchObject({
      record: { startMs: 0, durationMs: 400 },
      parallel: 2,
      output: { text: '{"a": 1}', lines: 3 },
    });
    expect(items[3]).not.toHaveProperty('parallel');
    expect(items[4]).toMatchObject({ calls: 2, record: { startMs: 700, tokens: { input: 12 } } });
    expect(items[5]).toMatchObject({ error: { text: 'too slow' }, recoveredIn: 6 });
    expect(items[6]).toMatchObject({ recovers: 5 });
  });

  it('have no marks without a reference, and no times where none are recorded', () => {
    const { view } = read({ made: [step('get')] });
    expect(linesOf(view)).toEqual(['1 called get']);
    expect(view.hasReference).toBe(false);
    expect(view.items[0]).toMatchObject({ record: {} });
    expect(spanOf(timedSteps(view.items))).toBeUndefined();
  });

  it('end with the calls that were never made', () => {
    expect(linesOf(read({ made: [], expected: [step('a'), step('b')] }).view)).toEqual([
      'missing a',
      'missing b',
    ]);
  });

  it('list every made and every missing call once, whatever the two sides are', () => {
    const side = fc.array(
      fc.constantFrom('a', 'b', 'c').map((tool) => step(tool)),
      {
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(side, side, (made, expected) => {
        const { view } = read({ made, expected });
        const numbers = view.items.flatMap((item) => (item.kind === 'call' ? [item.number] : []));
        expect(numbers).toEqual(made.map((_, at) => at + 1));
        const kept = view.items.filter(({ kind }) => kind === 'missing').length;
        const met = view.items.filter(
          (item) => item.kind === 'call' && item.slot?.reference != null,
        ).length;
        expect(kept + met).toBe(expected.length);
      }),
      { numRuns: lawRuns(60) },
    );
  });
});

describe('texts of steps', () => {
  it('are cut, with the size of the whole', () => {
    expect(viewText('ab\ncd', 3)).toEqual({ text: 'ab\n…', isCut: true, lines: 2, bytes: 5 });
    expect(viewValue('one\ntwo', 99)).toMatchObject({ text: 'one two', isCut: true, lines: 2 });
    expect(viewValue({ a: [1] }, 99)).toMatchObject({ text: '{"a": [1]}', isCut: false });
  });

  it('count UTF-8 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(viewText(text, 1).bytes).toBe(new TextEncoder().encode(text).length);
      }),
      { numRuns: lawRuns(100) },
    );
  });

  it('are read in full, part by part', () => {
    const { steps } = read(REFUND);
    expect(textOfStep(steps[0]!, 'text')).toBe('money back');
    expect(textOfStep(steps[0]!, 'input')).toBeUndefined();
    expect(textOfStep(steps[1]!, 'output')).toBe('{\n  "a": 1\n}');
    expect(textOfStep(steps[4]!, 'error')).toBe('too slow');
  });

  it('are found in whatever case: in words, names, arguments, results and errors', () => {
    const { steps } = read(REFUND);
    expect(searchSteps(steps, ' MONEY ')).toEqual([1]);
    expect(searchSteps(steps, 'pay')).toEqual([5, 6]);
    expect(searchSteps(steps, '"sum": 3')).toEqual([6]);
    expect(searchSteps(steps, '"a": 1')).toEqual([2]);
    expect(searchSteps(steps, 'SLOW')).toEqual([5]);
    expect(searchSteps(steps, '  ')).toEqual([]);
  });

  it('name an error once where the result is the same text', () => {
    const error = 'No such tool: pay';
    const failed = step('pay', {}, { tool_error: error, tool_output: error });
    const { view } = read({ made: [failed] });
    expect(view.items).toMatchObject([{ kind: 'call', error: { text: error } }]);
    expect(view.items[0]).not.toHaveProperty('output');
  });
});

it('recovery is the next call of the same tool that succeeds; one beside the failed call is not', () => {
  const steps = (made: readonly JsonObject[]) => read({ made }).steps;
  const failed = (tool: string, more: JsonObject = {}): JsonObject =>
    step(tool, {}, { tool_error: 'no', ...more });
  expect([...findRecoveries(steps([failed('a'), step('b'), failed('a'), step('a')]))]).toEqual([
    [0, 3],
    [2, 3],
  ]);
  expect(findRecoveries(steps([failed('a'), step('b')])).size).toBe(0);
  const beside = [failed('a', { parallel: 1 }), step('a', {}, { parallel: 1 }), step('a')];
  expect([...findRecoveries(steps(beside))]).toEqual([[0, 2]]);
});

const interval = fc
  .tuple(fc.nat(500), fc.nat(200))
  .map(([start, length]): Interval => ({ start, end: start + length }));

describe('time', () => {
  it('that overlaps counts once: no more than the sum, no less than the longest, at most the span', () => {
    fc.assert(
      fc.property(fc.array(interval, { minLength: 1, maxLength: 12 }), (list) => {
        const lengths = list.map(({ start, end }) => end - start);
        const union = lengthOfUnion(list);
        const covered = new Set(
          list.flatMap(({ start, end }) =>
            Array.from({ length: end - start }, (_, i) => start + i),
          ),
        );
        expect(union).toBe(covered.size);
        expect(union).toBeLessThanOrEqual(lengths.reduce((a, b) => a + b));
        expect(union).toBeGreaterThanOrEqual(Math.max(...lengths));
      }),
      { numRuns: lawRuns(60) },
    );
  });

  it('is added up: model, tools, neither; what nobody records is absent', () => {
    expect(sumSteps(timedSteps(read(REFUND).view.items))).toEqual({
      durationMs: 1500,
      modelMs: 200,
      toolMs: 700,
      callsWithoutTime: 1,
      idleMs: 600,
      inputTokens: 12,
      costs: [{ amount: 0.5, currency: 'USD' }],
    });
    expect(sumSteps(timedSteps(read({ made: [step('a')] }).view.items))).toEqual({
      callsWithoutTime: 1,
      costs: [],
    });
  });

  it('places every line in the run, a step without a time where the one before it ends', () => {
    const { items } = read(REFUND).view;
    const places = placeSteps(items);
    expect(places).toHaveLength(items.length);
    for (const { from, to } of places) {
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeGreaterThanOrEqual(from);
      expect(to).toBeLessThanOrEqual(1);
    }
    const untimed = read({ made: [step('a'), step('b')] }).view.items;
    expect(placeSteps(untimed)).toEqual([
      { from: 0, to: 0.5 },
      { from: 0.5, to: 1 },
    ]);
  });
});

it('an error is marked before anything else', () => {
  const { items } = read(REFUND).view;
  expect(items.map(markOf)).toEqual([
    'user',
    'equal',
    'missing',
    'extra',
    'message',
    'error',
    'extra',
  ]);
});

it.each([
  ['a transcript', [{ role: 'user', text: 'q', before: 0 }], ['', 'a', 'b']],
  ['a prompt and a response alone', null, ['', 'a', 'b', '']],
])('the bar that marks a step counts the same steps, with %s', (_, transcript, tools) => {
  const made = [{ tool_name: 'a' }, { tool_name: 'b' }];
  const record = { prompt: 'q', response: 'r', made, transcript };
  const roles = { ...ROLES, prompt: 'prompt', response: 'response' };
  const aligned = alignRow(record, roles, EXACT_MATCHER);
  const { steps } = detailRow(record, roles, undefined, aligned);
  expect(steps.map(({ tool }) => tool)).toEqual(tools);
  const { items } = viewSteps(stepsOfRow(record, roles), aligned);
  for (const item of items)
    if (item.kind === 'call') expect(steps[item.number - 1]?.tool).toBe(item.tool);
});
