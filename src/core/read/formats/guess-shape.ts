import type { UnreadShape } from '#core/read/issues/codes.ts';
import type { FileIssue } from '#core/read/issues/issue.ts';

/** Characters. */
const LOOKED_AT = 10_000;

const SHAPES: readonly (readonly [
  shape: UnreadShape,
  isIt: (text: string, lines: readonly string[]) => boolean,
])[] = [
  ['curly_quotes', (text) => /^\s*(?:\[\s*)?\{\s*[\u201c-\u201f]/.test(text)],
  ['markup', (text) => /^\s*<(?:!doctype|\?xml|[a-z][\w:-]*[\s>])/i.test(text)],
  ['printed_table', (_, lines) => isPrintedTable(lines) || isPrintedSeries(lines)],
  ['yaml', (_, lines) => isYaml(lines)],
  ['no_header', (text) => /^[^\n{["']*["']?\[\s*\{[^\n]*[,;\t]/.test(text)],
];

/** Two cells or more in the first line, the rows below numbered. */
function isPrintedTable([first = '', ...rows]: readonly string[]): boolean {
  if (!/^[ \t]+\S/.test(first) || !first.trim().includes('  ')) return false;
  return rows.some((row) => /^(?:\d+|\.\.) +\S/.test(row));
}

/** Numbered values, and below them what they are. */
function isPrintedSeries(lines: readonly string[]): boolean {
  const end = lines.findIndex((line) => !/^(?:\d+ +\S|\.\.)/.test(line));
  return end > 0 && /^\d/.test(lines[0] ?? '') && /^Name: .+, dtype: \w/.test(lines[end] ?? '');
}

/** Two keys with their values, below a document's beginning and comments. */
function isYaml(lines: readonly string[]): boolean {
  const from = lines.findIndex((line) => line.trim() !== '' && !/^(?:---|#|%YAML)/.test(line));
  const [first = '', ...others] = from < 0 ? [] : lines.slice(from);
  const second = others.find((line) => line.trim() !== '') ?? '';
  return /^(?:- )?[\w.-]+:(?: |\r?$)/.test(first) && /^\s*(?:- )?[\w.-]+:(?:\s|$)/.test(second);
}

/**
 * Guesses what a text is that cannot be read.
 * @returns what it looks like; undefined when it looks like nothing known
 */
export function guessShape(text: string): UnreadShape | undefined {
  const head = text.slice(0, LOOKED_AT);
  const lines = head.split('\n');
  return SHAPES.find(([, isIt]) => isIt(head, lines))?.[0];
}

const FETCHES = /\/agent-eval-datasets\//;
const FETCHED = ['on-device', 'customer-support', 'content-creation'];
// in a notebook its quotes are escaped
const CHOSEN = /\bdataset\s*=\s*\\?["']([\w-]+)/;

/**
 * Finds the public datasets of the documentation that a program fetches.
 * @returns their names; undefined where it fetches none
 */
function fetchedDatasets(text: string): readonly string[] | undefined {
  if (!FETCHES.test(text)) return undefined;
  const chosen = CHOSEN.exec(text)?.[1];
  const names = FETCHED.filter((name) =>
    chosen === undefined ? text.includes(`/${name}/`) : name === chosen,
  );
  return names.length > 0 ? names : undefined;
}

/** Why a text of no format cannot be read. */
export function unknownShape(text: string): Extract<FileIssue, { code: 'shape_unknown' }> {
  const fetched = fetchedDatasets(text);
  const shape = guessShape(text);
  return { code: 'shape_unknown', ...(fetched && { fetched }), ...(shape && { shape }) };
}
