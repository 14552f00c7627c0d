import type { Colors } from 'picocolors/types.js';

class Made {
  /** Keeps other objects with a text from being taken for one. */
  readonly #isMade = true;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  static is(value: unknown): value is Made {
    return typeof value === 'object' && value !== null && #isMade in value;
  }
}

/**
 * Text that is fit for a terminal: what comes from files, arguments and other programs has no control
 * characters in it, which move the cursor, set the clipboard or begin a line. Only this module makes
 * it, and nothing else can be printed.
 */
export type Printable = Made;

/** What can become printable. */
export type Text = Printable | string | number;

/** Makes text fit to be printed: one line without control characters. */
export function printable(text: Text): Printable {
  return Made.is(text) ? text : new Made(clean(String(text)));
}

function clean(text: string): string {
  return text.replace(/[\n\r\t\u2028\u2029]+/g, ' ').replace(UNPRINTABLE, '\ufffd');
}

/** Control characters, and those that change the direction of what follows. */
const UNPRINTABLE = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;

/** Writes a line: the template as it is, and all that is put into it made printable. */
export function say(template: TemplateStringsArray, ...values: readonly Text[]): Printable {
  const parts = template.map((part, at) => {
    const value = values[at];
    return value === undefined ? part : `${part}${printable(value).text}`;
  });
  return new Made(parts.join(''));
}

/** Joins texts, with line ends between unless other text is given. */
export function joined(parts: readonly Text[], between = '\n'): Printable {
  return new Made(parts.map((part) => printable(part).text).join(between));
}

/** Fills a text with spaces in front. */
export function padded(text: Text, width: number): Printable {
  return new Made(printable(text).text.padStart(width));
}

/** Colours for standard output. */
export type Inks = Readonly<
  Record<'bold' | 'cyan' | 'dim' | 'green' | 'red' | 'yellow', (text: Text) => Printable>
>;

/** Makes what picocolors colours printable. */
export function inksOf(colors: Colors): Inks {
  const ink =
    (paint: (text: string) => string) =>
    (text: Text): Printable =>
      new Made(paint(printable(text).text));
  return {
    bold: ink(colors.bold),
    cyan: ink(colors.cyan),
    dim: ink(colors.dim),
    green: ink(colors.green),
    red: ink(colors.red),
    yellow: ink(colors.yellow),
  };
}

/** Sets printable cells as a table of printable lines. */
export function tableOf(
  set: (head: readonly string[], rows: readonly (readonly string[])[]) => string,
  head: readonly Text[],
  rows: readonly (readonly Text[])[],
): Printable {
  const texts = (cells: readonly Text[]): string[] => cells.map((cell) => printable(cell).text);
  return new Made(set(texts(head), rows.map(texts)));
}

/**
 * Breaks what GitHub's runner takes for a command: `##[…]` anywhere in a line, `::` at its
 * beginning.
 */
export function withoutCommands(text: string): string {
  return text.replaceAll('##[', '## [').replace(/^([^\S\r\n\u2028\u2029]*):(?=:)/gm, '$1: ');
}

/**
 * Escapes in JSON, or in the literals of a script, what a terminal or GitHub’s runner would act on;
 * the values stay.
 */
export function escaped(text: string): string {
  return text
    .replace(UNPRINTABLE, (mark) =>
      mark === '\n' || mark === '\t'
        ? mark
        : `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    .replaceAll('##[', '#\\u0023[');
}
