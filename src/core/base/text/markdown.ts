/** Control characters, and those that change the direction of text. */
export const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Text as one line on which nothing acts: {@link UNPRINTABLE} characters become U+FFFD. */
export function printableLine(text: string): string {
  return text.replace(/[\n\r\t\u2028\u2029]+/g, ' ').replace(UNPRINTABLE, '\ufffd');
}

/** Escapes text so that GitHub-flavoured Markdown shows it as one plain line. */
export function escapeMarkdown(text: string): string {
  return printableLine(text).replace(/[\\`*_{}[\]<>#|~!@&]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

/** Writes text as inline code, in a fence longer than any run of backticks in it. */
export function codeMarkdown(text: string): string {
  const plain = printableLine(text).replace(/\s+/g, ' ');
  const fence = '`'.repeat(longestRun(plain) + 1);
  const space = /^`|`$/.test(plain) || plain.trim() === '' ? ' ' : '';
  return `${fence}${space}${plain}${space}${fence}`;
}

/** Writes lines as a block of code in GitHub-flavoured Markdown. */
export function blockMarkdown(lines: readonly string[], language = ''): string {
  const text = lines.map(printableLine).join('\n');
  const fence = '`'.repeat(Math.max(2, longestRun(text)) + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
