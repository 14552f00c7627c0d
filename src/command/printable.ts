import type { Colors } from 'picocolors/types.js';
import { printableLine, UNPRINTABLE } from '#core/base/text/markdown.ts';

class Made {
  /** Distinguishes it from other objects with a text. */
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
 * Text without control characters, which could move the cursor, set the clipboard or begin a line.
 * Text of files, arguments and programs is only printed in this form, which only this module makes.
 */
export type Printable = Made;

/** What can become printable. */
export type Text = Printable | string | number;

/** Makes text printable: one line without control characters. */
export function printable(text: Text): Printable {
  return Made.is(text) ? text : new Made(printableLine(String(text)));
}

/** Writes a line: the template unchanged, its values made printable. */
export function say(template: TemplateStringsArray, ...values: readonly Text[]): Printable {
  const parts = template.map((part, at) => {
    const value = values[at];
    return value === undefined ? part : `${part}${printable(value).text}`;
  });
  return new Made(parts.join(''));
}

/** Joins texts, by default with line ends. */
export function joined(parts: readonly Text[], between = '\n'): Printable {
  return new Made(parts.map((part) => printable(part).text).join(between));
}

/** Pads a text with spaces on the left. */
export function padded(text: Text, width: number): Printable {
  return new Made(printable(text).text.padStart(width));
}

/** Colours for standard output. */
export type Inks = Readonly<
  Record<'bold' | 'cyan' | 'dim' | 'green' | 'red' | 'yellow', (text: Text) => Printable>
>;

/** Makes the colours of picocolors printable. */
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

/** Prints cells as a table. */
export function tableOf(
  set: (head: readonly string[], rows: readonly (readonly string[])[]) => string,
  head: readonly Text[],
  rows: readonly (readonly Text[])[],
): Printable {
  const texts = (cells: readonly Text[]): string[] => cells.map((cell) => printable(cell).text);
  return new Made(set(texts(head), rows.map(texts)));
}

/** Breaks commands of GitHub's runner: `##[…]` anywhere in a line, `::` at its beginning. */
export function withoutCommands(text: string): string {
  return text.replaceAll('##[', '## [').replace(/^([^\S\r\n\u2028\u2029]*):(?=:)/gm, '$1: ');
}

/**
 * Escapes characters in JSON or in literals of a script that a terminal or GitHub’s runner would
 * act on; values stay equal.
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
