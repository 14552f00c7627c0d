import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { EXACT } from './support/build.ts';
import { scoreText } from './support/score-text.ts';

const call = (tool_name: string, tool_input: JsonObject): JsonObject => ({ tool_name, tool_input });
const CALLED = [call('open_valve', { turns: 3, beds: ['a', 'b'] })];
const EXPECTED = [call('open_valve', { turns: 3, beds: ['a', 'b'] })];
const OTHER = [call('open_valve', { turns: 4, beds: ['a'] })];

// source: the form of answers in https://cloud.google.com/bigquery/docs/reference/rest/v2/jobs/query
const CALLS_FIELD = {
  name: 'trajectory',
  type: 'RECORD',
  mode: 'REPEATED',
  fields: [
    { name: 'tool_name', type: 'STRING' },
    {
      name: 'tool_input',
      type: 'STRUCT',
      fields: [
        { name: 'turns', type: 'INTEGER' },
        { name: 'beds', type: 'STRING', mode: 'REPEATED' },
        { name: 'door', type: 'STRING' },
      ],
    },
  ],
};
const cell = (v: unknown): object => ({ v });
const callsCell = (calls: readonly JsonObject[]): object =>
  cell(
    calls.map(({ tool_name, tool_input }) => {
      const { turns, beds } = tool_input as { turns: number; beds: string[] };
      const input = [cell(String(turns)), cell(beds.map(cell)), cell(null)];
      return cell({ f: [cell(tool_name), cell({ f: input })] });
    }),
  );
const bigQuery = (more: object = {}): object => ({
  kind: 'bigquery#queryResponse',
  schema: {
    fields: [
      { name: 'id', type: 'STRING', mode: 'NULLABLE' },
      { ...CALLS_FIELD, name: 'predicted_trajectory' },
      { ...CALLS_FIELD, name: 'reference_trajectory' },
      { name: 'latency_in_seconds', type: 'FLOAT' },
      { name: 'failure', type: 'BOOLEAN' },
      { name: 'at', type: 'TIMESTAMP' },
      { name: 'facts', type: 'JSON' },
    ],
  },
  jobReference: { projectId: 'p', jobId: 'j' },
  totalRows: '2',
  rows: [
    [cell('r1'), callsCell(CALLED), callsCell(EXPECTED), cell('0.5'), cell('false')],
    [cell('r2'), callsCell(CALLED), callsCell(OTHER), cell(null), cell('true')],
  ].map((cells) => ({ f: [...cells, cell('1.7E9'), cell('{"a":[1,null]}')] })),
  jobComplete: true,
  ...more,
});

describe('an answer of BigQuery', () => {
  it.each([
    ['printed', JSON.stringify(bigQuery(), null, 2)],
    ['on a line', JSON.stringify(bigQuery())],
    ['in words', `It answered:\n${JSON.stringify(bigQuery(), null, 2)}\nDone.`],
  ])('is read by its schema: %s', async (_, text) => {
    const file = await scoreText(text);
    const others = { at: '2023-11-14T22:13:20.000Z', facts: { a: [1, null] } };
    expect(file.rows).toEqual([
      {
        ...{ id: 'r1', predicted_trajectory: CALLED, reference_trajectory: EXPECTED },
        ...{ latency_in_seconds: 0.5, failure: false, ...others },
      },
      {
        ...{ id: 'r2', predicted_trajectory: CALLED, reference_trajectory: OTHER },
        ...{ latency_in_seconds: null, failure: true, ...others },
      },
    ]);
    expect(file.score(EXACT)).toEqual([1, 0]);
    expect(file.notes).toContainEqual({ code: 'file_converted', from: 'bigquery' });
    expect(file.notes).toContainEqual({
      code: 'schema_nulls_dropped',
      name: 'predicted_trajectory',
      count: 2,
    });
  });

  it('says that further rows are on other pages', async () => {
    for (const more of [{ pageToken: 'x' }, { totalRows: '3' }]) {
      const { notes } = await scoreText(JSON.stringify(bigQuery(more)));
      expect(notes).toContainEqual({ code: 'file_converted', from: 'bigquery_page' });
    }
  });
});

it('an answer of BigQuery keeps what is not of its type', async () => {
  const schema = { fields: [{ name: 'n', type: 'INTEGER' }] };
  const rows = ['7', '9007199254740993', 'abc'].map((v) => ({ f: [cell(v)] }));
  const answer = { kind: 'bigquery#queryResponse', schema, rows, totalRows: { toString: 1 } };
  const file = await scoreText(JSON.stringify(answer));
  expect(file.rows.map((one) => one['n'])).toEqual([7, 9007199254740993n, 'abc']);
});

it.each(['a', 'id', 'predicted_trajectory'])(
  'a table of pandas with its schema is called one, and all of it is used: %s',
  async (index) => {
    const row = { predicted_trajectory: CALLED, reference_trajectory: OTHER };
    const text = JSON.stringify({
      schema: { fields: [{ name: 'index' }], primaryKey: ['index'], pandas_version: '1.4.0' },
      data: [{ index: 0, ...row, [index]: CALLED }],
    });
    const file = await scoreText(text);
    expect(file.score(EXACT)).toEqual([0]);
    expect(file.notes).toEqual([{ code: 'file_converted', from: 'pandas_table' }]);
    expect(file.formatId).toBe('json-values');
  },
);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** What pandas prints: `to_html()`. */
function htmlTable(rows: readonly JsonObject[], names = Object.keys(rows[0] ?? {})): string {
  const head = names.map((name) => `      <th>${escaped(name)}</th>\n`).join('');
  const cellsOf = (row: JsonObject): string =>
    names.map((name) => `      <td>${escaped(printed(row[name] ?? null))}</td>\n`).join('');
  const body = rows.map(
    (row, at) => `    <tr>\n      <th>${String(at)}</th>\n${cellsOf(row)}    </tr>\n`,
  );
  return `<table border="1" class="dataframe">\n  <thead>\n    <tr style="text-align: right;">\n      <th></th>\n${head}    </tr>\n  </thead>\n  <tbody>\n${body.join('')}  </tbody>\n</table>`;
}

/** As Python prints a value. */
function printed(value: JsonValue): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value).replaceAll('"', "'").replaceAll(',', ', ').replaceAll(':', ': ');
}

const ROWS = [
  { prompt: 'a < b & c', predicted_trajectory: CALLED, reference_trajectory: EXPECTED },
  { prompt: '<b>bold</b>', predicted_trajectory: CALLED, reference_trajectory: OTHER },
];
const SHOWN = `<div>\n<style scoped>\n    .dataframe tbody tr th { vertical-align: top; }\n</style>\n${htmlTable(ROWS)}\n<p>2 rows × 3 columns</p>\n</div>`;

describe('a table as HTML', () => {
  it.each([
    ['by itself', htmlTable(ROWS)],
    ['as a notebook shows it', SHOWN],
    ['on one line', htmlTable(ROWS).replaceAll(/\n\s*/g, '')],
    ['of a page', `<!doctype html>\n<html><body><h1>Runs</h1>${SHOWN}</body></html>`],
    ['behind another', `<table><tr><th>mean</th></tr><tr><td>1</td></tr></table>${SHOWN}`],
    ['in capitals, with attributes', htmlTable(ROWS).replaceAll('<td', '<TD class="x y"')],
    ['without closing tags', htmlTable(ROWS).replaceAll(/<\/t[dhr]>/g, '')],
    ['in words', `We have:\n\n${htmlTable(ROWS)}\n\nand so on`],
    ['in a fence', `We have:\n\`\`\`html\n${htmlTable(ROWS)}\n\`\`\`\n`],
    ['in two parts', htmlTable(ROWS.slice(0, 1)) + htmlTable(ROWS.slice(1))],
  ])('is read, its lists as lists: %s', async (_, text) => {
    const file = await scoreText(text);
    expect(file.rows.map(({ prompt }) => prompt)).toEqual(ROWS.map(({ prompt }) => prompt));
    expect(file.score(EXACT)).toEqual([1, 0]);
  });

  it('is read from the outputs of a notebook whose cells have no data', async () => {
    const data = { 'text/html': SHOWN.split(/(?<=\n)/), 'text/plain': ['  prompt predicted…'] };
    const outputs = [{ output_type: 'execute_result', data }];
    const cells = [{ cell_type: 'code', source: 'frame = load()\nframe', outputs }];
    const file = await scoreText(JSON.stringify({ cells, nbformat: 4 }), 'a.ipynb');
    expect(file.score(EXACT)).toEqual([1, 0]);
  });

  it('gives every text of a cell back', async () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((one) => one.trim() === one && !/[\r\n\p{Cc}]|^(?:NaN|None|NaT|<NA>)$/u.test(one));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1 }), async (texts) => {
        const rows = texts.map((prompt) => ({ prompt, response: 'x' }));
        const file = await scoreText(htmlTable(rows));
        expect(file.rows.map(({ prompt }) => prompt)).toEqual(texts);
      }),
    );
  });

  it('says what pandas has cut off', async () => {
    const cut = htmlTable(ROWS).replace(/<td>\[.*?<\/td>/, "<td>[{'tool_name': 'open_val...</td>");
    const { cellIssues } = await scoreText(cut);
    expect(cellIssues).toContainEqual(
      expect.objectContaining({ code: 'trajectory_unreadable', column: 'predicted_trajectory' }),
    );
    const dots = `<tr><th>...</th>${'<td>...</td>'.repeat(3)}</tr>`;
    const { skips, rows } = await scoreText(htmlTable(ROWS).replace('</tbody>', `${dots}</tbody>`));
    expect(skips).toMatchObject([{ code: 'row_not_csv' }]);
    expect(rows).toHaveLength(2);
  });

  it('is not made of cells that span others, nor of other pages', async () => {
    for (const text of [
      htmlTable(ROWS).replace('<th>prompt', '<th colspan="2">prompt'),
      '<!doctype html><html><body><table><tr><td>a</td></tr></table></body></html>',
      '<rows><row prompt="a"/></rows>',
    ])
      await expect(scoreText(text)).rejects.toThrow('"shape":"markup"');
  });
});
