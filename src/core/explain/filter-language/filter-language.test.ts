import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { FAILURE_PATTERNS } from '#core/explain/failure-patterns/failure-patterns.ts';
import { printSignature, type Signature } from '#core/match/signature.ts';
import type { Filter } from '#core/explain/view/filter.ts';
import type { FilterNames } from './filter-names.ts';
import {
  DIFFERENCES,
  DIFFERENCES_FILTERED,
  parseFilters,
  describeProblem,
} from './parse-filters.ts';
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
const recall = (min: number, max = min): Filter => ({
  kind: 'score',
  columnId: 'trajectory_recall',
  min,
  max,
});
const room = (value: string): Filter => ({ kind: 'cell', column: 'room', value });
const code = (name: string): Filter => ({ kind: 'code', code: name });
const tool = (name: string): Filter => ({ kind: 'tool', tool: name });
const not = (of: Filter): Filter => ({ kind: 'not', of });

describe('reading a filter text', () => {
  it.each<[string, readonly Filter[]]>([
    ['', []],
    ['  \n', []],
    ['trajectory_recall = 1', [recall(1)]],
    ['trajectory_recall = 0.25 to 1e0', [recall(0.25, 1)]],
    ['trajectory_recall<1', [relation('trajectory_recall', '<', 1)]],
    ['Recall < 1', [relation('trajectory_recall', '<', 1)]],
    [
      'recall is not-scored',
      [{ kind: 'outcome', columnId: 'trajectory_recall', outcome: 'not-evaluated' }],
    ],
    ['latency >= 2.5', [relation('latency_in_seconds', '>=', 2.5)]],
    ['trajectory_recall != -0', [relation('trajectory_recall', '!=', 0)]],
    ['trajectory_recall IS failing', [{ kind: 'failing', columnId: 'trajectory_recall' }]],
    [
      'trajectory_recall is error',
      [{ kind: 'outcome', columnId: 'trajectory_recall', outcome: 'error' }],
    ],
    [
      '"trajectory_single_tool_use(find it)" is unscored',
      [{ kind: 'unscored', columnId: 'trajectory_single_tool_use(find it)' }],
    ],
    ['error_code = wrong-argument', [code('wrong-argument')]],
    ['code != "skipped check"', [not(code('skipped check'))]],
    ['error_code = "1"', [code('1')]],
    ['error_code = 1', [{ kind: 'score', columnId: 'error_code', min: 1, max: 1 }]],
    ['tool = search', [tool('search')]],
    [`tool != 'turn "off"'`, [not(tool('turn "off"'))]],
    ['row is agent-failed', [{ kind: 'agent-failed' }]],
    ['text ~ "two\\twords"', [{ kind: 'text', text: 'two\twords' }]],
    ['difference = extra', [{ kind: 'difference', difference: 'extra' }]],
    ['difference = number-as-string', [{ kind: 'difference', difference: 'number-as-string' }]],
    ['pattern = tool-error', [{ kind: 'pattern', pattern: 'tool-error' }]],
    [
      'pattern != tool-error "turn off"',
      [not({ kind: 'pattern', pattern: 'tool-error', tool: 'turn off' })],
    ],
    ['id = 7', [{ kind: 'cell', column: 'case_no', value: '7' }]],
    ['"tool" = ""', [{ kind: 'cell', column: 'tool', value: '' }]],
    [
      'column trajectory_recall > 3',
      [{ kind: 'cell-relation', column: 'trajectory_recall', relation: '>', value: 3 }],
    ],
    ['"two words" ~ x', [{ kind: 'cell-text', column: 'two words', text: 'x' }]],
    ['__proto__ = x', [{ kind: 'cell', column: '__proto__', value: 'x' }]],
    [
      'cause = changed set_device /id text to number',
      [{ kind: 'signature', signature: 'changed\ttext\tnumber\t/id\tset_device' }],
    ],
    [
      'cause = changed set_device /id string to number',
      [{ kind: 'signature', signature: 'changed\ttext\tnumber\t/id\tset_device' }],
    ],
    [
      'cause = missing set_device and pair = search "" ',
      [
        { kind: 'signature', signature: 'missing\t\t\t\tset_device' },
        { kind: 'tool-pair', expected: 'search', made: '' },
      ],
    ],
    [
      'pair = search search wrong',
      [{ kind: 'tool-pair', expected: 'search', made: 'search', isRight: false }],
    ],
    ['transition = "" search', [{ kind: 'step', from: '', to: 'search' }]],
    [
      'transition != search set_device first',
      [not({ kind: 'step', from: 'search', to: 'set_device', isFirst: true })],
    ],
    ['room = a and (room = b and room = c)', [room('a'), room('b'), room('c')]],
    [
      'room = a or room = b and not room = c',
      [{ kind: 'any', of: [room('a'), { kind: 'all', of: [room('b'), not(room('c'))] }] }],
    ],
    ['(room=a or room=b)and(room=c)', [{ kind: 'any', of: [room('a'), room('b')] }, room('c')]],
  ])('%j', (text, filters) => {
    expect(parseFilters(text, NAMES)).toEqual({ ok: true, filters });
  });

  it.each<[string, number, string]>([
    [
      'trajectory_recal = 1',
      0,
      'Character 1: this run has no metric or column “trajectory_recal”.',
    ],
    ['prompt = x', 0, 'Character 1: this run has no metric or column “prompt”.'],
    ['column gone = x', 7, 'Character 8: this run has no metric or column “gone”.'],
    [
      'trajectory_recall',
      17,
      'The filter is not complete: expected “=”, “!=”, “<”, “<=”, “>”, “>=”, “~” or “is”.',
    ],
    [
      'trajectory_recall = high',
      20,
      'Character 21: “high” is not expected here; expected a number.',
    ],
    ['trajectory_recall = "1"', 20, 'Character 21: “"1"” is not expected here; expected a number.'],
    ['trajectory_recall = 1 to', 24, 'The filter is not complete: expected a number.'],
    [
      'trajectory_recall is bad',
      21,
      'Character 22: “bad” is not expected here; expected “failing”, “passing”, “unscored”, “not-evaluated” or “error”.',
    ],
    ['tool < x', 5, 'Character 6: “<” is not expected here; expected “=” or “!=”.'],
    ['tool = x tool = y', 9, 'Character 10: “tool” is not expected here; expected “and” or “or”.'],
    ['room = "x', 7, 'Character 8: a quote or “!” is incomplete. Close the quote, or write !=.'],
    ['room ! x', 5, 'Character 6: a quote or “!” is incomplete. Close the quote, or write !=.'],
    ['(room = x', 9, 'The filter is not complete: expected “and”, “or” or “)”.'],
    ['room = x)', 8, 'Character 9: “)” is not expected here; expected “and” or “or”.'],
    ['cause = changed set_device /id text', 35, 'The filter is not complete: expected “to”.'],
    ['('.repeat(60), 50, 'Character 51: brackets are nested too deep.'],
    ['x'.repeat(10_001), 0, 'This filter is too long.'],
  ])('%j is wrong at %i', (text, from, sentence) => {
    const parsed = parseFilters(text, NAMES);
    if (parsed.ok) throw new Error('was read');
    expect(parsed.problem.from).toBe(from);
    expect(describeProblem(parsed.problem, parsed.offered)).toBe(sentence);
  });

  it('takes any text without throwing', () => {
    const piece = fc.constantFrom('room', '=', '"', '(', ')', 'and', 'not', '!', '1', "'", '\\');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const parsed = parseFilters(pieces.join(' '), NAMES);
        if (!parsed.ok) expect(describeProblem(parsed.problem, parsed.offered)).not.toBe('');
      }),
    );
  });
});

function relation(columnId: string, sign: '<' | '>=' | '!=', value: number): Filter {
  return { kind: 'score-relation', columnId, relation: sign, value };
}

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

describe('writing filters', () => {
  it('is undone by reading', () => {
    fc.assert(
      fc.property(filters, (list) => {
        const text = printFilters(list, NAMES);
        expect(parseFilters(text, NAMES)).toEqual({ ok: true, filters: list });
      }),
      { numRuns: lawRuns(500) },
    );
  });
});
