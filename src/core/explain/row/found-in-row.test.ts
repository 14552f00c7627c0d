import { expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import { call, calls, recordOf } from '../../../../tests/support/build.ts';
import type { Filter } from '#core/explain/view/filter.ts';
import { printSignature } from '#core/match/signature.ts';
import { assignRoles } from '#core/read/dataset/columns.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { previewRow } from './row-detail.ts';

const CASES = tablesOf<{
  foundCalls: [Filter, number][];
}>('filters');

const ROLES = assignRoles(['id', 'prompt', 'predicted_trajectory', 'reference_trajectory', 'note']);
const RECORD: JsonObject = {
  id: 'r-kettle',
  prompt: `${'Please. '.repeat(60)}Boil the Kettle and tell me when it is done.`,
  note: 'A night light for the hall',
  ...recordOf(
    [call('a'), call('set', { n: '5' }), call('b'), call('say', { text: 'Good Morning' })],
    [call('a'), call('set', { n: 5 }), call('c'), call('b'), call('say', { text: 'Hello' })],
  ),
};
const preview = (...filters: readonly Filter[]) =>
  previewRow(RECORD, ROLES, undefined, [], filters);
const found = (...filters: readonly Filter[]) => preview(...filters).found;
const why = (...filters: readonly Filter[]): string =>
  preview(...filters)
    .why.map(({ text }) => text)
    .join('');
const missing = printSignature({
  ...{ kind: 'missing', tool: 'c', path: '', expectedType: '', foundType: '' },
});

it('what filters look for in a row is nothing for filters of scores, and for what is not to be there', () => {
  expect(found()).toBeUndefined();
  expect(found({ kind: 'failing', columnId: 'trajectory_exact_match' })).toBeUndefined();
  expect(found({ kind: 'not', of: { kind: 'tool', tool: 'b' } })).toBeUndefined();
});

it.each(CASES.foundCalls)('what filters look for in a row is a call: %j', (filter, slot) => {
  expect(found(filter)).toMatchObject({ slot, bar: slot, passage: undefined });
});

it('what filters look for in a row is why the row failed, before anything else', () => {
  expect(why()).toBe('n 5 → "5" (string)');
  expect(why({ kind: 'signature', signature: missing })).toBe('missing c');
  expect(preview({ kind: 'signature', signature: missing }).moreCount).toBe(2);
  // an equal call says nothing of failures
  expect(why({ kind: 'tool', tool: 'b' })).toBe('n 5 → "5" (string)');
});

it('what filters look for in a row is a passage of the prompt, or of another text where no call has it', () => {
  expect(found({ kind: 'text', text: 'kettle' })).toEqual({
    slot: -1,
    bar: -1,
    passage: {
      column: 'prompt',
      before: '…e. Please. Boil the ',
      match: 'Kettle',
      after: ' and tell me when it is done.',
    },
  });
  expect(found({ kind: 'text', text: 'night' })?.passage).toEqual({
    column: 'note',
    before: 'A ',
    match: 'night',
    after: ' light for the hall',
  });
  const inNote = { kind: 'cell-text', column: 'note', text: 'kettle' } as const;
  expect(found(inNote)?.passage).toBeUndefined();
});

it('what filters look for in a row is not drawn where the barcode ends before it', () => {
  const long = calls('a'.repeat(450) + 'b');
  const row = previewRow(recordOf(long, long), ROLES, undefined, [], [{ kind: 'tool', tool: 'b' }]);
  expect(row.found).toMatchObject({ slot: 450, bar: -1 });
});
