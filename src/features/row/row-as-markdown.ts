import { blockMarkdown, codeMarkdown, escapeMarkdown } from '#core/base/text/markdown.ts';
import type { RowDetail } from '#core/explain/row/row-detail.ts';
import type { WordPart } from '#core/base/text/sentence.ts';
import { describeCounts, unifiedLines, type UnifiedLine } from './diff-lines.ts';
import { smallestEdit, type WordedScore } from './row-scores.ts';
import { rowMarkdown as texts } from './texts.ts';

const LINES_WRITTEN = 200;

/**
 * Writes a row as Markdown for an issue or a pull request: its prompt, its scores with their
 * reasons, and its calls as a diff.
 * @param name what the row is called: its id, or its number
 * @param detail the row
 * @param scores its scores
 * @returns GitHub-flavoured Markdown; names of the data are escaped or set as code
 */
export function rowAsMarkdown(
  name: string,
  detail: RowDetail,
  scores: readonly WordedScore[],
): string {
  const lines = unifiedLines(detail);
  const left = lines.length - LINES_WRITTEN;
  const edit = sentenceOf(smallestEdit(scores));
  return [
    `### ${escapeMarkdown(name)}`,
    '',
    ...(detail.prompt === '' ? [] : [`> ${escapeMarkdown(detail.prompt)}`, '']),
    ...scores.map(scoreLine),
    '',
    `${describeCounts(detail)}.${edit === '' ? '' : ` ${edit}`}`,
    ...(lines.length > 0
      ? ['', blockMarkdown(lines.slice(0, LINES_WRITTEN).map(diffLine), 'diff')]
      : []),
    ...(left > 0 ? ['', texts.notWritten(left)] : []),
    '',
  ].join('\n');
}

function scoreLine({ title, isCode, score, words }: WordedScore): string {
  const why = sentenceOf(words);
  const reason = why === '' ? '' : `: ${why}`;
  return `- ${isCode ? codeMarkdown(title) : title} **${escapeMarkdown(score)}**${reason}`;
}

function sentenceOf(words: readonly WordPart[]): string {
  return words
    .map(({ text, isCode }) => (isCode ? codeMarkdown(text) : escapeMarkdown(text)))
    .join('');
}

const MARKS = { ' ': ' ', '−': '-', '+': '+' } as const;

function diffLine({ mark, word, tool, text, note }: UnifiedLine): string {
  const what = tool === '' ? `  ${text}` : `${tool} ${text}`.trimEnd();
  const about = [mark === ' ' || tool === '' ? '' : word, note].filter((part) => part !== '');
  return `${MARKS[mark]} ${what}${about.length > 0 ? `  # ${about.join(', ')}` : ''}`;
}
