import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Trajectory } from '#core/calls/trajectory.ts';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { call, calls } from '../../../../tests/support/build.ts';
import { json } from '../../../../tests/support/arbitraries.ts';
import { compileRule } from './find-offence.ts';
import { describeRuleProblem, parseRule, wordsOfRule } from './parse-rule.ts';
import { printRule } from './print-rule.ts';
import {
  RELATIONS,
  type ArgumentCondition,
  type CallCondition,
  type NamedRule,
  type TrajectoryRule,
} from './rule.ts';

function read(text: string): TrajectoryRule {
  const parsed = parseRule(text);
  if (!parsed.ok) throw new Error(describeRuleProblem(parsed.problem));
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
    '`no rule`',
  ])('names and values are told from words: %s', (marked) => {
    const parts = wordsOfRule(marked.replaceAll('`', ''));
    const said = parts.map(({ text, isCode }) => (isCode ? `\`${text}\`` : text));
    expect(said.join('')).toBe(marked);
  });

  it.each([
    'never delete_account',
    'never "handoff to *"',
    'at most 3 calls of search',
    'at least 1 call of search(query matches "^a")',
    'at most 20 calls',
    'verify_identity before issue_refund',
    'issue_refund only after verify_identity with the same customer_id and order_id',
    'search then open then close',
    'after search, open within 3 calls',
    'after search(kind = "21"), open with the same id',
    'no identical call more than 2 times in a row',
    'no identical poll(id is present) more than 1 time in a row',
    'charge_card only if amount <= 500 and currency = EUR and to is absent',
    'never transfer(amount > 100, /to/0/iban != {"$any":["a","b"]})',
    'refund: issue_refund only after verify_identity',
    'ends with an answer',
  ])('%s', (text) => {
    const parsed = parseRule(text);
    expect(parsed.ok ? printRule(parsed.rule) : describeRuleProblem(parsed.problem)).toBe(text);
  });

  it.each([
    ['at most 3 search', 'at most 3 calls of search'],
    ['AT MOST 1 calls OF search', 'at most 1 call of search'],
    ['after search then open within 1 calls', 'after search, open within 1 call'],
    ["never 'a b'", 'never "a b"'],
    ['a only after b with same x, y', 'a only after b with the same x and y'],
  ])('%s is %s', (text, printed) => {
    const parsed = parseRule(text);
    expect(parsed.ok && printRule(parsed.rule)).toBe(printed);
  });

  it.each([
    ['', 'Write a rule, for example “never delete_account”.'],
    ['nevr delete', 'Character 1: “nevr” cannot be here; expected “never”. Did you mean “never”?'],
    ['nevr', 'Character 1: “nevr” cannot be here; expected “never”. Did you mean “never”?'],
    [
      'issue_refund onli after verify',
      'Character 14: “onli” cannot be here; expected “before”, “only after”, “only if”, “then” or “(”. Did you mean “only after”?',
    ],
    ['at most many search', 'Character 9: “many” cannot be here; expected a whole number from 0.'],
    ['at most 3', 'At the end: something is missing; expected “calls” or a tool.'],
    ['never a(b > high)', 'Character 13: “high” cannot be here; expected a number.'],
    ['never a(b = {"x": })', 'Character 13: “{"x": }” is no JSON: A value is missing.'],
    ['never "a', 'Character 7: “"a” is not closed, or no sign of a rule.'],
    ['never a b', 'Character 9: “b” cannot be here; expected the end.'],
    [`never ${'a'.repeat(2000)}`, 'A rule has at most 2000 characters.'],
  ])('%s: %s', (text, message) => {
    const parsed = parseRule(text);
    expect(parsed.ok ? '' : describeRuleProblem(parsed.problem)).toBe(message);
  });
});

const refund = (id: string, amount = 1) => call('refund', { id, amount });
const verify = (id: string) => call('verify', { id });
const poll = (result?: unknown) =>
  ({
    ...call('poll', { id: 1 }),
    source: result === undefined ? {} : { tool_output: result },
  }) as never;

describe('the first call that breaks a rule', () => {
  it.each<[string, Trajectory, number | 'end' | 'kept']>([
    ['never b', calls('aabab'), 3],
    ['never b', calls('aa'), 'kept'],
    ['never *', [], 'kept'],
    ['never refund(amount > 100)', [refund('a', 100), refund('b', 101)], 2],
    ['never refund(amount > 100)', [call('refund', { amount: '250' })], 1],
    ['never refund(amount > 100)', [call('refund', { amount: 'much' })], 'kept'],
    ['never refund(note != x)', [refund('a')], 1],
    ['never refund(note is absent)', [refund('a')], 1],
    ['never refund(/a/1/b = 2)', [call('refund', { a: [0, { b: 2 }] })], 1],
    ['at most 2 a', calls('abab'), 'kept'],
    ['at most 2 a', calls('ababa'), 5],
    ['at most 0 calls', [], 'kept'],
    ['at most 3 calls', calls('abcd'), 4],
    ['at least 2 a', calls('ab'), 'end'],
    ['at least 2 a', calls('aba'), 'kept'],
    ['a before b', calls('cba'), 2],
    ['a before b', calls('cab'), 'kept'],
    ['a before b', calls('c'), 'kept'],
    ['refund only after verify', [verify('1'), refund('2')], 'kept'],
    ['refund only after verify with the same id', [verify('1'), refund('1'), refund('2')], 3],
    ['refund only after verify with the same id', [call('verify', {}), call('refund', {})], 2],
    ['a only after a', calls('ba'), 2],
    ['a then b then c', calls('bacbc'), 'kept'],
    ['a then b then c', calls('bcab'), 'end'],
    ['after a, b within 2 calls', calls('axb'), 'kept'],
    ['after a, b within 2 calls', calls('abaxxb'), 3],
    ['after a, b', calls('bxa'), 3],
    ['after a, b', calls('axxxb'), 'kept'],
    ['after refund, verify with the same id', [refund('1'), refund('2'), verify('1')], 2],
    ['no identical call more than 2 times in a row', calls('aabaa'), 'kept'],
    ['no identical call more than 2 times in a row', calls('baaaa'), 4],
    ['no identical b more than 1 time in a row', calls('aabb'), 4],
    ['no identical call more than 1 time in a row', [refund('1'), refund('2')], 'kept'],
    [
      'no identical call more than 2 times in a row',
      [poll('wait'), poll('wait'), poll('done')],
      'kept',
    ],
    ['no identical call more than 2 times in a row', [poll('wait'), poll('wait'), poll('wait')], 3],
    ['no identical call more than 2 times in a row', [poll(), poll(), poll()], 3],
    ['refund only if amount <= 5', [refund('1', 5), refund('1', 6)], 2],
    ['refund only if amount <= 5', calls('ab'), 'kept'],
  ])('%s of %j: %s', (text, made, place) => {
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
