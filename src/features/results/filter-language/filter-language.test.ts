import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { casesOf } from '../../../../tests/support/cases.ts';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { FAILURE_PATTERNS } from '#core/explain/failure-patterns/failure-patterns.ts';
import { printSignature, type Signature } from '#core/match/signature.ts';
import type { Filter } from '#core/explain/view/filter.ts';
import type { FilterNames } from './filter-names.ts';
import { DIFFERENCES, DIFFERENCES_FILTERED, parseFilters } from './parse-filters.ts';
import { printFilters } from './print-filters.ts';

const NAMES: FilterNames = {
  scores: [
    'trajectory_recall',
    'trajectory_single_tool_use(find it)',
    'latency_in_seconds',
    'error_code',
  ],
  titles: new Map([
    ['recall', 'trajectory_recall'],
    ['code', 'error_code'],
    ['room', 'latency_in_seconds'],
  ]),
  codes: ['wrong-argument'],
  columns: ['room', 'tool', 'two words', 'case_no', 'trajectory_recall', '__proto__'],
  tools: ['search', 'set_device', 'turn off'],
  roles: { id: 'case_no', prompt: 'gone' },
};
const not = (of: Filter): Filter => ({ kind: 'not', of });

interface Case {
  readonly text: string;
  readonly filters?: readonly Filter[];
  /** The place of what is wrong, and what is said of it. */
  readonly from?: number;
  readonly problem?: string;
}

describe('reading a filter text', () => {
  it.each([
    ...casesOf<Case>('filter-language'),
    { text: '('.repeat(60), from: 50, problem: 'Character 51: brackets are nested too deep.' },
    { text: 'x'.repeat(10_001), from: 10_000, problem: 'A filter has at most 10000 characters.' },
  ])('$text', ({ text, filters, from, problem }) => {
    const parsed = parseFilters(text, NAMES);
    if (parsed.ok) expect(parsed.filters).toEqual(filters);
    else {
      expect(parsed.problem.from).toBe(from);
      expect(parsed.problem.message).toBe(problem);
    }
  });

  it('takes any text without throwing', () => {
    const piece = fc.constantFrom('room', '=', '"', '(', ')', 'and', 'not', '!', '1', "'", '\\');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const parsed = parseFilters(pieces.join(' '), NAMES);
        if (!parsed.ok) expect(parsed.problem.message).not.toBe('');
      }),
    );
  });
});

const name = fc.oneof(
  fc.constantFrom('search', 'and', 'text', 'to', '', 'a b', '"', 'x\ty', '1', 'f(x)'),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const columnId = fc.constantFrom(...NAMES.scores);
const column = fc.constantFrom(...NAMES.columns);
const sign = fc.constantFrom('<', '<=', '>', '>=');
const kindOf = fc.constantFrom(...DIFFERENCES);
const type = fc.constantFrom<Signature['foundType']>(
  ...(['null', 'boolean', 'number', 'text', 'list', 'object', 'absent'] as const),
);
const noTypes = fc.tuple(fc.constant('' as const), fc.constant('' as const));
const types = fc.oneof(noTypes, fc.tuple(type, type));
const cause = fc
  .tuple(kindOf, name, name, types)
  .map(([kind, called, path, [expectedType, foundType]]) => {
    return printSignature({ kind, tool: called, path, expectedType, foundType });
  });

const plain = fc.oneof(
  fc.record({ kind: fc.constant('score'), columnId, min: number, max: number }),
  fc.record({
    kind: fc.constant('score-relation'),
    columnId,
    relation: fc.oneof(sign, fc.constant('!=')),
    value: number,
  }),
  fc.record({ kind: fc.constant('score-text'), columnId, text: name }),
  fc.record({ kind: fc.constantFrom('failing', 'passing', 'unscored'), columnId }),
  fc.record({
    kind: fc.constant('outcome'),
    columnId,
    outcome: fc.constantFrom('not-evaluated', 'error'),
  }),
  fc.record({ kind: fc.constantFrom('not-evaluated', 'agent-failed') }),
  fc.record({ kind: fc.constant('tool'), tool: name }),
  fc.record({
    kind: fc.constant('code'),
    code: fc.oneof(name, fc.constantFrom('1', '-0', '1e3', ' ')),
  }),
  fc.record({ kind: fc.constant('signature'), signature: cause }),
  fc.record({
    kind: fc.constant('difference'),
    difference: fc.constantFrom(...DIFFERENCES_FILTERED),
  }),
  fc.record(
    { kind: fc.constant('tool-pair'), expected: name, made: name, isRight: fc.boolean() },
    { requiredKeys: ['kind', 'expected', 'made'] },
  ),
  fc.record(
    { kind: fc.constant('step'), from: name, to: name, isFirst: fc.constant(true) },
    { requiredKeys: ['kind', 'from', 'to'] },
  ),
  fc.record(
    { kind: fc.constant('pattern'), pattern: fc.constantFrom(...FAILURE_PATTERNS), tool: name },
    { requiredKeys: ['kind', 'pattern'] },
  ),
  fc.record({ kind: fc.constant('cell'), column, value: name }),
  fc.record({ kind: fc.constant('cell-text'), column, text: name }),
  fc.record({ kind: fc.constant('cell-relation'), column, relation: sign, value: number }),
  fc.record({ kind: fc.constant('text'), text: name }),
) as fc.Arbitrary<Filter>;

/** Filters as a text gives them: no list directly within a list of its kind, none of one item. */
const { any, all, either } = fc.letrec<Record<'any' | 'all' | 'either' | 'negated', Filter>>(
  (tie) => ({
    negated: fc.oneof({ maxDepth: 4 }, plain, tie('either')).map(not),
    any: fc
      .array(fc.oneof({ maxDepth: 4 }, plain, tie('negated'), tie('all')), {
        minLength: 2,
        maxLength: 3,
      })
      .map((of) => ({ kind: 'any', of })),
    all: fc
      .array(fc.oneof({ maxDepth: 4 }, plain, tie('negated'), tie('any')), {
        minLength: 2,
        maxLength: 3,
      })
      .map((of) => ({ kind: 'all', of })),
    either: fc.oneof({ maxDepth: 4 }, plain, tie('negated'), tie('any'), tie('all')),
  }),
);
const filters = fc.array(fc.oneof(plain, any, either.map(not), all.map(not)), { maxLength: 4 });

it('writing filters is undone by reading', () => {
  fc.assert(
    fc.property(filters, (list) => {
      const text = printFilters(list, NAMES);
      expect(parseFilters(text, NAMES)).toEqual({ ok: true, filters: list });
    }),
    { numRuns: lawRuns(500) },
  );
});
