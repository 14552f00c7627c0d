import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { call, calls } from '../../../../tests/support/build.ts';
import { tablesOf } from '../../../../tests/support/cases.ts';
import { json } from '../../../../tests/support/arbitraries.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import type { ToolCall, Trajectory } from '#core/calls/trajectory.ts';
import { describeUnused } from './rule-scorer.ts';
import { compileRule } from './find-offence.ts';
import { parseRule, wordsOfRule } from './parse-rule.ts';
import { printRule } from './print-rule.ts';
import {
  RELATIONS,
  type ArgumentCondition,
  type CallCondition,
  type NamedRule,
  type TrajectoryRule,
} from './rule.ts';

const CASES = tablesOf<{
  sentences: string[];
  rewritten: [string, string][];
  unreadable: [string, string][];
  offences: [string, string | JsonObject[], number | 'end' | 'kept'][];
  withoutTool: [string, string][];
  withoutArgument: [string, string][];
}>('trajectory-rules');

function read(text: string): TrajectoryRule {
  const parsed = parseRule(text);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return parsed.rule.rule;
}

/** The place of the first call that breaks a rule, from 1; `end` where it is no call, `kept` where none. */
function offence(text: string, made: Trajectory, hasAnswer?: boolean): number | 'end' | 'kept' {
  const found = compileRule(read(text)).findOffence({ calls: made, hasAnswer });
  if (!found) return 'kept';
  return found.call === undefined ? 'end' : found.call + 1;
}

const name = fc.oneof(
  fc.constantFrom(
    'search',
    'issue_refund',
    'never',
    'only',
    'a b',
    'x:y',
    'x:',
    '*',
    'del_*',
    '"',
    '-1',
  ),
  fc.string({ minLength: 1, maxLength: 6 }),
);
const condition: fc.Arbitrary<ArgumentCondition> = fc
  .record({
    argument: fc.oneof(name, fc.constant('/a/0')),
    relation: fc.constantFrom(...RELATIONS),
    value: fc.oneof(json, fc.constantFrom('21', 'true', 'is', 'a b', '')),
    limit: fc.oneof(fc.integer(), fc.constantFrom(0.5, 1e21, -1e-7)),
  })
  .map(({ argument, relation, value, limit }) => {
    if (relation === 'present' || relation === 'absent') return { argument, relation, value: null };
    if (relation === 'matches') return { argument, relation, value: '^ORD-[0-9]+$' };
    if (relation === '=' || relation === '!=') return { argument, relation, value };
    return { argument, relation, value: limit };
  });
const someCall: fc.Arbitrary<CallCondition> = fc.record({
  tool: name,
  where: fc.array(condition, { maxLength: 2 }),
});
const same = fc.uniqueArray(name, { maxLength: 2 });
const count = fc.integer({ min: 1, max: 30 });
const anyCall = fc.option(someCall, { nil: undefined });
const withCall = <T extends object>(rest: T, one: CallCondition | undefined): T =>
  one ? { ...rest, call: one } : rest;
const rule: fc.Arbitrary<TrajectoryRule> = fc.oneof(
  fc.record({ kind: fc.constant('never' as const), call: someCall }),
  fc
    .tuple(fc.constantFrom('at-most' as const, 'at-least' as const), count, anyCall)
    .map(([kind, limit, one]) => withCall({ kind, count: limit }, one)),
  fc.record({ kind: fc.constant('before' as const), first: someCall, then: someCall, same }),
  fc.record({ kind: fc.constant('only-after' as const), call: someCall, after: someCall, same }),
  fc.record({
    kind: fc.constant('sequence' as const),
    calls: fc.array(someCall, { minLength: 2, maxLength: 3 }),
  }),
  fc.record(
    { kind: fc.constant('followed' as const), call: someCall, by: someCall, same, within: count },
    { requiredKeys: ['kind', 'call', 'by', 'same'] },
  ),
  fc
    .tuple(count, anyCall)
    .map(([limit, one]) => withCall({ kind: 'no-repeats' as const, count: limit }, one)),
  fc.record({
    kind: fc.constant('only-if' as const),
    call: someCall,
    where: fc.array(condition, { minLength: 1, maxLength: 3 }),
  }),
  fc.constant({ kind: 'answer' as const }),
);
const named: fc.Arbitrary<NamedRule> = fc.record({ name, rule }, { requiredKeys: ['rule'] });

describe('a rule as text', () => {
  it('is read back as it is printed', () => {
    fc.assert(
      fc.property(named, (one) => {
        const text = printRule(one);
        expect(parseRule(text)).toEqual({ ok: true, rule: one });
        expect(
          wordsOfRule(text)
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
      }),
      { numRuns: lawRuns(300) },
    );
  });

  it.each([
    'refund: at most `3` calls of `search`',
    'after `"then"`, `open(a = 1, b > 2)` within `3` calls',
    '`charge` only if `amount` <= `500` and `if` is absent',
    '`most` before `least` with the same `a` and `b`',
    '`no rule at all`',
  ])('names and values are told from words: %s', (marked) => {
    const parts = wordsOfRule(marked.replaceAll('`', ''));
    const said = parts.map(({ text, isCode }) => (isCode ? `\`${text}\`` : text));
    expect(said.join('')).toBe(marked);
  });

  it.each(CASES.sentences)('%s', (text) => {
    const parsed = parseRule(text);
    expect(parsed.ok ? printRule(parsed.rule) : parsed.problem.message).toBe(text);
  });

  it.each(CASES.rewritten)('%s is %s', (text, printed) => {
    const parsed = parseRule(text);
    expect(parsed.ok && printRule(parsed.rule)).toBe(printed);
  });

  it.each([
    ...CASES.unreadable,
    [`never ${'a'.repeat(2000)}`, 'A rule has at most 2000 characters.'],
  ])('%s: %s', (text, message) => {
    const parsed = parseRule(text);
    expect(parsed.ok ? '' : parsed.problem.message).toBe(message);
  });
});

describe('the first call that breaks a rule', () => {
  it.each(CASES.offences)('%s of %j: %s', (text, given, place) => {
    const made =
      typeof given === 'string'
        ? calls(given)
        : given.map((source) => ({ ...(source as unknown as ToolCall), source }));
    expect(offence(text, made)).toBe(place);
  });

  it('is told by integers of any length', () => {
    const idOf = (tool: string, id: bigint) => call(tool, { id });
    const made = [idOf('verify', 9007199254740992n), idOf('refund', 9007199254740993n)];
    expect(offence('refund only after verify with the same id', made)).toBe(2);
  });

  it('is none where what is lacking is an answer', () => {
    expect(offence('ends with an answer', [], true)).toBe('kept');
    expect(offence('ends with an answer', calls('a'), false)).toBe('end');
  });
});

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });

describe('laws', () => {
  it('at most and at least count as counting does, and allow more as n grows or shrinks', () => {
    fc.assert(
      fc.property(word, fc.nat({ max: 5 }), (made, n) => {
        const found = [...made].filter((letter) => letter === 'a').length;
        expect(offence(`at most ${String(n)} a`, calls(made)) === 'kept').toBe(found <= n);
        expect(offence(`at least ${String(n)} a`, calls(made)) === 'kept').toBe(found >= n);
        if (offence(`at most ${String(n)} a`, calls(made)) === 'kept')
          expect(offence(`at most ${String(n + 1)} a`, calls(made))).toBe('kept');
      }),
    );
  });

  it('what is kept is kept by every beginning, and what breaks first breaks in no shorter one', () => {
    const texts = [
      'never b',
      'b only after a',
      'a before b',
      'at most 2 b',
      'b only if x is present',
    ];
    fc.assert(
      fc.property(word, fc.constantFrom(...texts), (made, text) => {
        const first = offence(text, calls(made));
        const places = [...made].map((_, index) => offence(text, calls(made.slice(0, index + 1))));
        const expected = typeof first === 'number' ? first : Infinity;
        expect(places.map((place) => place !== 'kept')).toEqual(
          places.map((_, index) => index + 1 >= expected),
        );
      }),
    );
  });

  it('order is as a search of all pairs has it', () => {
    fc.assert(
      fc.property(word, fc.integer({ min: 1, max: 4 }), (made, n) => {
        const places = (letter: string) =>
          [...made].flatMap((one, index) => (one === letter ? [index] : []));
        const late = places('b').find((b) => !places('a').some((a) => a < b));
        expect(offence('b only after a', calls(made))).toBe(late === undefined ? 'kept' : late + 1);
        const alone = places('a').find((a) => !places('b').some((b) => b > a && b - a <= n));
        expect(offence(`after a, b within ${String(n)} calls`, calls(made))).toBe(
          alone === undefined ? 'kept' : alone + 1,
        );
        const isInOrder = places('a').some((a) => places('b').some((b) => b > a));
        expect(offence('a then b', calls(made)) === 'kept').toBe(isInOrder);
      }),
    );
  });
});

it.each(CASES.withoutTool)('%s in a run without the tool', (text, warning) => {
  expect(describeUnused(text, ['a', 'b'])).toEqual([warning]);
  expect(describeUnused(text, ['a', 'b', 'drop_table'])).toEqual([]);
});

it.each(CASES.withoutArgument)('%s in a run without the argument', (text, warning) => {
  const called = [
    ['a', ['x', 'b/c']],
    ['b', ['x']],
  ] as const;
  expect(describeUnused(text, ['a', 'b'], called)).toEqual(warning === '' ? [] : [warning]);
  expect(describeUnused(text, ['a', 'b'])).toEqual([]);
});
