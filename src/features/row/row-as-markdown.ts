import { nameOfPath } from '#core/base/json/json-path.ts';
import { blockMarkdown, codeMarkdown, escapeMarkdown } from '#core/base/text/markdown.ts';
import type { RowDetail, SlotView } from '#core/explain/row/row-detail.ts';
import type { CallView } from '#core/explain/row/call-view.ts';
import type { WordPart } from '#core/base/text/sentence.ts';
import {
  describeCounts,
  describeEqualArguments,
  isAligned,
  noteDifference,
} from '#features/calls/call-lines.ts';
import { smallestEdit, type WordedScore } from './row-scores.ts';
import { rowMarkdown as texts } from './texts.ts';

const LINES_WRITTEN = 200;

/**
 * Writes a row as Markdown for an issue or a pull request: its prompt, its scores with their
 * reasons, and its calls as a diff.
 * @param name what the row is called: its id, or its number
 * @param detail the row
 * @param scores its scores
 * @param decides the id of the score that decides whether it passes, empty for none
 * @returns GitHub-flavoured Markdown; names of the data are escaped or set as code
 */
export function rowAsMarkdown(
  name: string,
  detail: RowDetail,
  scores: readonly WordedScore[],
  decides: string,
): string {
  const aligned = isAligned(detail);
  const all = detail.slots.flatMap((slot) => linesOf(slot, aligned));
  const lines = all.slice(0, LINES_WRITTEN);
  const left = all.length - lines.length;
  const edit = sentenceOf(smallestEdit(scores, decides));
  return [
    `### ${escapeMarkdown(name)}`,
    '',
    ...(detail.prompt === '' ? [] : [`> ${escapeMarkdown(detail.prompt)}`, '']),
    ...scores.map(scoreLine),
    '',
    `${describeCounts(detail)}.${edit === '' ? '' : ` ${edit}`}`,
    ...(lines.length > 0 ? ['', blockMarkdown(lines, 'diff')] : []),
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

/**
 * The lines of a slot as a diff has them: a changed call, and one for each value of its arguments.
 */
function linesOf(slot: SlotView, aligned: boolean): string[] {
  const { kind, reference, prediction, at } = slot;
  if (kind === 'changed' && reference) {
    const differing = slot.differences.flatMap((difference) => {
      const path = difference.path === '' ? texts.wholeInput : nameOfPath(difference.path);
      const notes = noteDifference(difference);
      return [
        lineOf('-', `  ${path} ${difference.reference ?? texts.absent}`, notes.reference),
        lineOf('+', `  ${path} ${difference.prediction ?? texts.absent}`, notes.prediction),
      ];
    });
    return [lineOf(' ', reference.tool, describeEqualArguments(slot)), ...differing];
  }
  if ((kind === 'equal' || slot.isSkipped === true) && reference) return [callLine(' ', reference)];
  if (kind === 'moved') {
    if (at !== 'prediction' && reference)
      return [callLine('-', reference, texts.moved, texts.calledAt(prediction?.place))];
    if (prediction)
      return [callLine('+', prediction, texts.moved, texts.expectedAt(reference?.place))];
  }
  return [
    ...(reference ? [callLine('-', reference, aligned ? texts.missing : texts.expected)] : []),
    ...(prediction ? [callLine('+', prediction, aligned ? texts.extra : texts.called)] : []),
  ];
}

type Mark = ' ' | '-' | '+';

const callLine = (mark: Mark, { tool, input }: CallView, ...about: readonly string[]): string =>
  lineOf(mark, `${tool} ${input}`.trimEnd(), ...about);

function lineOf(mark: Mark, what: string, ...about: readonly string[]): string {
  const notes = about.filter((note) => note !== '').join(', ');
  return `${mark} ${what}${notes === '' ? '' : `  # ${notes}`}`;
}
