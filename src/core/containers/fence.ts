import { countLineEnds, LineFinder } from './text-lines.ts';

/** What stands in Markdown code blocks. */
export interface FencedText {
  /** The blocks taken, with an empty line for each line before and between them. */
  readonly text: string;
  /** 1-based physical line the first of them starts at. */
  readonly line: number;
  /** Lines of the rest that are not blank, fences left out. */
  readonly ignoredLines: number;
}

/** A code block: its text without the fences, and where it stands with them. */
interface Block {
  readonly text: string;
  /** 1-based physical line the text starts at. */
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Takes the Markdown code blocks that hold data out of what was said around them. A fence that is
 * never closed runs to the end.
 * @param text a paste
 * @param isData whether a block is wanted
 * @returns the blocks wanted; undefined where there is none
 */
export function takeFenced(
  text: string,
  isData: (block: string) => boolean,
): FencedText | undefined {
  let joined = '';
  let firstLine: number | undefined;
  let line = 1;
  let at = 0;
  let ignoredLines = 0;
  for (const block of findBlocks(text)) {
    ignoredLines += countFilled(text.slice(at, block.from));
    at = block.to;
    if (!isData(block.text)) {
      ignoredLines += countFilled(block.text);
      continue;
    }
    firstLine ??= block.line;
    joined += '\n'.repeat(block.line - line) + block.text;
    line = block.line + countLineEnds(block.text);
  }
  ignoredLines += countFilled(text.slice(at));
  return firstLine === undefined ? undefined : { text: joined, line: firstLine, ignoredLines };
}

const OPENING = /^[ \t]*(`{3,}|~{3,})[^\n]*(?:\n|$)/gm;

function findBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = new LineFinder(text);
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(text); match; match = OPENING.exec(text)) {
    const mark = match[1] as string;
    const start = OPENING.lastIndex;
    const closing = new RegExp(`^[ \\t]*${mark}${mark.charAt(0)}*[ \\t]*\\r?$`, 'gm');
    closing.lastIndex = start;
    const close = closing.exec(text);
    const to = close ? closing.lastIndex : text.length;
    blocks.push({
      text: text.slice(start, close?.index),
      line: lines.lineAt(start),
      from: match.index,
      to,
    });
    // a match at the end of the text would begin anew
    if (to >= text.length) break;
    OPENING.lastIndex = to;
  }
  return blocks;
}

function countFilled(text: string): number {
  return text.split('\n').filter((line) => line.trim() !== '').length;
}
