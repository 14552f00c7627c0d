/** A sentence in two parts. */
export type Parts = readonly [title: string, detail: string];

/** What a text is that cannot be read, and what to do. */
export const UNKNOWN_SHAPES = {
  other: [
    'The format was not recognised.',
    'Expected JSON objects one per line (JSONL), a JSON list of rows, a JSON object of columns, or CSV or TSV with a header line.',
  ],
  yaml: [
    'This is YAML, which cannot be read here.',
    'Save it as JSON: “yq -o json”, or json.dumps(yaml.safe_load(text)) in Python.',
  ],
  markup: [
    'This is HTML or XML without a table of rows.',
    'A table needs a header, with names such as prompt and predicted_trajectory. Or copy the data itself: JSON, JSONL, CSV or a Markdown table.',
  ],
  printed_table: [
    'This is a printed pandas table, which does not show where cells end.',
    'Paste the output of df.to_json(orient="records", lines=True).',
  ],
  curly_quotes: [
    'The quotes of this JSON are curly.',
    'Word processors and chats do that. Copy the original, or replace “ and ” with straight quotes.',
  ],
  no_header: [
    'The first line does not name the columns.',
    'Put a line above it, such as id,prompt,predicted_trajectory,reference_trajectory, with the same delimiter.',
  ],
} satisfies Readonly<Record<string, Parts>>;

/** What a text looks like that no format accepts. */
export type UnreadShape = Exclude<keyof typeof UNKNOWN_SHAPES, 'other'>;

/** What is before or in the lines of a text, and what to do. */
export const MARKS = {
  numbers: ['Lines begin with line numbers.', 'Paste the text without them.'],
  quotes: [
    'Lines begin with “>”, as in a quoted mail.',
    'Paste the original text, without the marks.',
  ],
  backslashes: [
    'Quotes or delimiters of this table are escaped with a backslash.',
    'Save it with quotes doubled, as spreadsheets do (in pandas: to_csv without escapechar), or as JSONL.',
  ],
} satisfies Readonly<Record<string, Parts>>;

/** What is before or in the lines of a text, so that its rows cannot be read. */
export type LineMark = keyof typeof MARKS;

/** What a file was converted from. */
export const CONVERSIONS = {
  gzip: 'The file was unpacked from gzip.',
  utf_16: 'The text was converted from UTF-16.',
  parquet: 'The rows were read from Parquet.',
  double_encoded: 'The file was JSON text inside JSON text.',
  fence: 'The rows were read from a Markdown code block.',
  event_stream: 'The values were read from server-sent events.',
  other_text: 'The rows were surrounded by other text, which was ignored.',
  wrapper: 'The rows were inside another object.',
  pandas_split: 'Read as a pandas table split into columns and data.',
  // of runs stored by earlier versions
  bigquery: 'Read as an answer of BigQuery, by its schema.',
  bigquery_page:
    'Read as one page of an answer of BigQuery, by its schema: further rows are on its other pages.',
  pandas_table: 'Read as a pandas table with its schema.',
  pandas_index: 'Read as a pandas table, row by row label.',
  value_lists: 'Read as a list of lists.',
  notebook: 'The data was read from the cells of a notebook.',
  python: 'The data was read from Python assignments; nothing was run.',
  // noted in runs stored earlier; no longer read
  backslash_escapes: 'The table escapes its delimiters and quotes with a backslash.',
  separator_line: 'The first line names the delimiter; it is not a header.',
};

/** What a file was before rows could be read from it. */
export type Conversion = keyof typeof CONVERSIONS;
