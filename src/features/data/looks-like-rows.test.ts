import { expect, it } from 'vitest';
import { looksLikeRows } from './open-files.ts';

const RECORD = '{"id":"a","predicted_trajectory":[{"tool_name":"t","tool_input":{}}]}';

it.each([
  ['a record', RECORD, true],
  ['records', `${RECORD}\n${RECORD}\n`, true],
  ['a list', `[\n${RECORD},\n${RECORD}\n]`, true],
  ['a record over several lines', JSON.stringify(JSON.parse(RECORD), null, 2), true],
  ['records of Python', "{'id': 'a', 'x': None}\n{'id': 'b', 'x': nan}", true],
  ['a table', 'id,predicted\na,"[]"', true],
  ['a table with tabs', 'id\tpredicted\na\t[]', true],
  ['a word', 'living room', false],
  ['a sentence', 'meet me at five', false],
  ['a value', '"21"', false],
  ['a call', '{"tool_name":"t","tool_input":{"a":1}}', false],
  ['calls', '[{"name":"t","args":{}}]', false],
  ['nothing', ' ', false],
])('%s: %s is rows: %s', (_, text, isRows) => {
  expect(looksLikeRows(text)).toBe(isRows);
});
