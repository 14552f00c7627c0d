import type { FileIssue, UnreadShape } from './issue.ts';

/** A sentence in two parts: what happened, then what to do. */
export type Parts = readonly [title: string, detail: string];

/** What a text is that cannot be read, and what to do. */
const SHAPES: Readonly<Record<UnreadShape | 'other', Parts>> = {
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
    'A table has one header, with names such as prompt and predicted_trajectory. Or copy the data itself: JSON, JSONL, CSV or a Markdown table.',
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
};

/** Says of a text that cannot be read what it is, and what to do. */
export function describeUnknown({
  shape,
  fetched,
}: Extract<FileIssue, { code: 'shape_unknown' }>): Parts {
  return fetched ? describeFetched(fetched) : SHAPES[shape ?? 'other'];
}

function describeFetched(names: readonly string[]): Parts {
  const list = new Intl.ListFormat('en');
  return [
    `This code fetches ${list.format(names.map((name) => `“${name}”`))}; pasted code is not run, and there are no rows in it.`,
    `Under Samples the page has its own on the same subject: ${list.format(names.map((name) => `#/?sample=${name}`))}. For the original, run the code and open eval_dataset.json.`,
  ];
}
