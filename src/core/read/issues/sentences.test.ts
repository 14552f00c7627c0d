import { describe, expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import { expectSentences, type Said } from '../../../../tests/support/cases.ts';
import type { LeniencyKind } from '#core/base/literals/leniency.ts';
import { OUTCOMES, outcomeMessage } from '#core/calls/outcome.ts';
import type { TrajectoryProblem } from '#core/calls/trajectory.ts';
import {
  ISSUE_CODES,
  lineOf,
  placeOf,
  severityOf,
  type ConversionFacts,
  type Issue,
  type IssueCode,
} from './issue.ts';
import { sentenceOf, groupIssues } from './sentences.ts';

const CASES = tablesOf<{
  places: [Issue, object][];
}>('reading');

/** One issue per code; the type makes the list complete. */
const EXAMPLES: { readonly [Code in IssueCode]: Extract<Issue, { code: Code }> } = {
  file_empty: { code: 'file_empty' },
  file_without_rows: { code: 'file_without_rows' },
  file_binary: { code: 'file_binary', kind: 'a PNG image' },
  shape_unknown: { code: 'shape_unknown' },
  lines_marked: { code: 'lines_marked', line: 3, mark: 'numbers' },
  file_not_json: { code: 'file_not_json', line: 3, column: 9, reason: 'List is not closed' },
  file_too_large: { code: 'file_too_large', bytes: 612_000_000, limitBytes: 400_000_000 },
  no_rows: { code: 'no_rows' },
  read_failed: { code: 'read_failed', reason: 'Gone.' },
  scoring_held: { code: 'scoring_held' },
  scoring_failed: { code: 'scoring_failed', reason: 'A worker crashed.' },
  row_not_json: { code: 'row_not_json', line: 3, column: 9, reason: 'String is not closed' },
  row_not_object: { code: 'row_not_object', line: 3, found: 'object' },
  row_too_deep: { code: 'row_too_deep', line: 3, limit: 200 },
  row_not_csv: { code: 'row_not_csv', line: 3 },
  row_too_large: { code: 'row_too_large', line: 3, bytes: 2e8, limitBytes: 1e8 },
  row_field_count: { code: 'row_field_count', line: 3, expected: 4, found: 5 },
  trajectory_unreadable: {
    ...{ code: 'trajectory_unreadable', line: 3, column: 'steps' },
    problem: { code: 'trajectory_not_list', found: 'object' },
  },
  number_unreadable: { code: 'number_unreadable', line: 3, column: 'latency', found: '"fast"' },
  number_converted: {
    ...{ code: 'number_converted', line: 3, column: 'latency' },
    ...{ found: '"1,5"', value: 1.5 },
  },
  cell_lenient: {
    ...{ code: 'cell_lenient', line: 3, column: 'steps' },
    leniencies: [{ kind: 'single_quotes', name: '', count: 2, at: 1 }],
  },
  calls_converted: {
    ...{ code: 'calls_converted', line: 3, column: 'steps' },
    forms: ['single_call', 'arguments_json'],
  },
  arguments_not_json: {
    ...{ code: 'arguments_not_json', line: 3, column: 'steps', call: 2 },
    reason: 'string is not closed',
  },
  arguments_found: {
    ...{ code: 'arguments_found', line: 3, column: 'steps' },
    ...{ call: 2, keys: ['amount', 'currency'] },
  },
  arguments_elsewhere: {
    ...{ code: 'arguments_elsewhere', line: 3, column: 'steps' },
    ...{ call: 2, key: 'toolWishes' },
  },
  units_by_size: { code: 'units_by_size', units: ['latency in ms'] },
  side_unsure: { code: 'side_unsure', side: 'predicted', names: ['run_a', 'run_b'] },
  names_only: { code: 'names_only', line: 3, column: 'steps' },
  header_duplicate: { code: 'header_duplicate', name: 'prompt', renamed: 'prompt_2' },
  list_unread: {
    code: 'list_unread',
    line: 3,
    name: 'calls',
    reason: '“x” is a name, not a value',
  },
  columns_uneven: { code: 'columns_uneven', name: 'prompt', found: 2, expected: 3 },
  fields_missing: { code: 'fields_missing', line: 3, expected: 4, found: 2 },
  fields_extra: { code: 'fields_extra', line: 3, expected: 2, found: 4, name: 'further_cells' },
  arguments_uneven: { code: 'arguments_uneven', line: 3, column: 'tools', names: 2, found: 1 },
  lines_ignored: { code: 'lines_ignored', line: 3, count: 2 },
  file_converted: { code: 'file_converted', from: 'wrapper', facts: { name: 'rows' } },
  row_lenient: {
    ...{ code: 'row_lenient', line: 3 },
    leniencies: [{ kind: 'comments', name: '', count: 1, at: 1 }],
  },
  characters_replaced: { code: 'characters_replaced', line: 3 },
  column_reserved: { code: 'column_reserved', line: 3, name: '__proto__' },
  column_dropped: { code: 'column_dropped', place: 1 },
  schema_nulls_dropped: { code: 'schema_nulls_dropped', name: 'steps', count: 12 },
  column_converted: {
    code: 'column_converted',
    conversion: { role: 'latency_in_seconds', column: 'latency_ms', unit: 'milliseconds' },
  },
  calls_grouped: { code: 'calls_grouped', id: 'run', tool: 'tool', calls: 5, runs: 2 },
  calls_left_out: { code: 'calls_left_out', name: 'final_answer', count: 1 },
  tool_renamed: { code: 'tool_renamed', name: 'home.set', to: 'set', count: 3 },
  rows_joined: {
    code: 'rows_joined',
    facts: {
      ...{ by: 'id', paired: 3, alonePredictions: 1, aloneReferences: 0, repeated: 0 },
      added: 'gold.jsonl',
    },
  },
  reading_remembered: { code: 'reading_remembered' },
  adapter_note: {
    ...{ code: 'adapter_note', adapter: 'OpenAI chat', kind: 'names_only' },
    ...{ count: 2, detail: 'reference', path: '[0].messages' },
  },
  column_named: { code: 'column_named', name: 'predicted_trajectory', own: 'actual_calls' },
  keys_unused: {
    ...{ code: 'keys_unused', adapter: 'OpenAI chat', count: 14 },
    paths: ['usage.total_tokens', 'choices[].finish_reason', 'model', 'created', 'seed'],
  },
  row_too_long: { code: 'row_too_long', line: 3, limit: 16_000_000 },
  names_too_large: { code: 'names_too_large', line: 3, limit: 1_000_000 },
  records_broken: { code: 'records_broken', line: 3, count: 20_000 },
  file_broken: { code: 'file_broken', kind: 'gzip archive', reason: 'unexpected end' },
  file_newer: { code: 'file_newer', kind: 'run file' },
  file_unpacks_too_large: {
    ...{ code: 'file_unpacks_too_large', limitBytes: 400_000_000, ratio: 200 },
  },
  lines_blank: { code: 'lines_blank', count: 2 },
};

const PROBLEMS: readonly TrajectoryProblem[] = [
  { code: 'trajectory_not_json', column: 12, reason: 'Strings need double quotes' },
  { code: 'trajectory_not_json', column: 9, reason: 'List is not closed', cutBy: 'Excel' },
  { code: 'trajectory_not_list', found: 'object' },
  { code: 'call_is_definition', call: 4 },
  { code: 'call_not_object', call: 2, found: 'null' },
  { code: 'call_without_tool_name', call: 3, found: 'name, args' },
  { code: 'call_without_tool_name', call: 3, found: '' },
  { code: 'trajectory_too_deep', limit: 200 },
];

const leniency = (kind: LeniencyKind, name = '') => ({ kind, name, count: 1, at: 1 });
const TYPES = [
  leniency('python_objects', 'Decimal'),
  leniency('tuples'),
  leniency('python_objects', 'UUID'),
];
const FACTS: ConversionFacts = {
  ...{ fromLine: 4, name: 'rows', rowCount: 1, bytes: 20 },
  leniencies: [leniency('comments')],
};

/** Issues whose sentence depends on more than their code. */
const OTHERS: readonly Issue[] = [
  { ...EXAMPLES.file_empty, isBlank: true },
  ...(['yaml', 'markup', 'printed_table', 'curly_quotes', 'no_header'] as const).map(
    (shape): Issue => ({ code: 'shape_unknown', shape }),
  ),
  { code: 'shape_unknown', fetched: ['on-device', 'content-creation'] },
  ...(['quotes', 'backslashes'] as const).map((mark): Issue => ({
    code: 'lines_marked',
    line: 2,
    mark,
  })),
  { ...EXAMPLES.cell_lenient, leniencies: TYPES },
  { ...EXAMPLES.row_lenient, leniencies: [leniency('beyond_range')] },
  { code: 'file_converted', from: 'python', facts: FACTS },
  { code: 'file_converted', from: 'value_lists' },
  { code: 'lines_blank', count: 1 },
  ...PROBLEMS.map((problem): Issue => ({ ...EXAMPLES.trajectory_unreadable, problem })),
];

const codes = Object.keys(EXAMPLES) as IssueCode[];

const said = (issue: Issue): Said => {
  const { title, detail } = sentenceOf(issue);
  return [`${issue.code}, ${severityOf(issue.code)}`, title, detail];
};

describe('issues', () => {
  it('are listed completely, with a sentence each', async () => {
    expect([...ISSUE_CODES].sort()).toEqual([...codes].sort());
    const sentences = codes.map((code) => said(EXAMPLES[code]));
    expect(new Set(sentences.map((words) => words.slice(1).join(' '))).size).toBe(codes.length);
    await expectSentences('issues', {
      issues: sentences,
      'issues that depend on more': OTHERS.map(said),
      outcomes: OUTCOMES.map((outcome) => [outcome, outcomeMessage(outcome)]),
    });
  });

  it.each(codes)('%s is of a line where it has one', (code) => {
    const issue = EXAMPLES[code];
    expect(lineOf(issue)).toBe('line' in issue ? 3 : undefined);
  });

  it('count lines or rows, as the format does', () => {
    expect(sentenceOf(EXAMPLES.row_too_deep, 'Row').title).toBe('Row 3 skipped.');
  });
});

it('outcomes have other words each, and none for a score', () => {
  const words = OUTCOMES.map(outcomeMessage);
  expect(words[0]).toBe('');
  expect(new Set(words).size).toBe(OUTCOMES.length);
});

describe('issues grouped by kind', () => {
  describe('groupIssues', () => {
    it('puts the gravest first and counts what was not kept', () => {
      const issues: Issue[] = [
        { code: 'names_only', line: 1, column: 'a' },
        { code: 'row_not_csv', line: 2 },
        { code: 'names_only', line: 3, column: 'a' },
      ];
      expect(groupIssues(issues, { names_only: 9, row_not_csv: 1 })).toMatchObject([
        { code: 'row_not_csv', severity: 'skipped', total: 1, issues: [{ line: 2 }] },
        { code: 'names_only', severity: 'note', total: 9, issues: [{ line: 1 }, { line: 3 }] },
      ]);
      expect(groupIssues([], {})).toEqual([]);
    });
  });

  describe('placeOf', () => {
    it.each(CASES.places)('of %j is %j', (issue, place) => {
      expect(placeOf(issue)).toEqual(place);
    });
  });
});
