import { expect, it } from 'vitest';
import { guessShape, unknownShape } from './guess-shape.ts';

it.each([
  ['yaml', '- id: 1\n  prompt: a\n'],
  ['yaml', '# rows\n---\neval_cases:\n- eval_id: a\n'],
  ['markup', '<table border="1"><tr></tr></table>'],
  ['markup', '<?xml version="1.0"?><rows/>'],
  ['printed_table', '   id  prompt  trajectory\n0  a1  Hello   [{}]\n1  a2  ...  []\n'],
  ['printed_table', "0    [{'tool_name': 'a'}]\n1    []\nName: trajectory, dtype: object"],
  ['curly_quotes', '[{\u201cid\u201d: 1}]'],
  ['no_header', 'r1\tp1\t[{"tool_name": "a"}]\t[]\n'],
  [undefined, 'Some words: and more\nof them.\n'],
  [undefined, ''],
  // long runs of white space are looked through once
  [undefined, `${'\n'.repeat(9000)}a`],
  [undefined, `${' '.repeat(9000)}a`],
])('says %s', (shape, text) => {
  expect(guessShape(text)).toBe(shape);
});

const copy = (folder: string): string =>
  `!gcloud storage cp gs://a/agent-eval-datasets/${folder}/x .\n`;

it.each([
  [['customer-support'], `dataset = "customer-support"  # or "on-device"\n${copy('{dataset}')}`],
  [['on-device', 'content-creation'], copy('on-device') + copy('content-creation')],
  [['on-device'], JSON.stringify({ source: [`dataset = "on-device"\n`, copy('{dataset}')] })],
  [undefined, 'dataset = "on-device"\n'],
  [undefined, copy('another')],
])('names the datasets that a program fetches: %s', (fetched, text) => {
  expect(unknownShape(text)).toEqual({ code: 'shape_unknown', ...(fetched && { fetched }) });
});
