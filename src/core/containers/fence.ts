import { countLineEnds } from './text-lines.ts';

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

interface Fence {
  readonly char: string;
  readonly width: number;
  /** Whether nothing stands after it on its line. */
  readonly isBare: boolean;
}

const FENCE = /^[ \t]*(?:(`{3})|~{3})/;

function findBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let opening: (Fence & Pick<Block, 'line' | 'from'> & { start: number }) | undefined;
  let line = 0;
  for (let at = 0; at < text.length;) {
    line++;
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const fence = fenceOn(text.slice(at, end));
    const next = Math.min(end + 1, text.length);
    if (fence && !opening) opening = { ...fence, start: next, line: line + 1, from: at };
    else if (fence && opening && closes(fence, opening)) {
      const { start, ...place } = opening;
      blocks.push({ text: text.slice(start, at), line: place.line, from: place.from, to: end });
      opening = undefined;
    }
    at = end + 1;
  }
  if (opening) {
    const { start, line: first, from } = opening;
    blocks.push({ text: text.slice(start), line: first, from, to: text.length });
  }
  return blocks;
}

function closes(fence: Fence, opening: Fence): boolean {
  return fence.isBare && fence.char === opening.char && fence.width >= opening.width;
}

function fenceOn(line: string): Fence | undefined {
  const found = FENCE.exec(line);
  if (!found) return undefined;
  const char = found[1] === undefined ? '~' : '`';
  const from = found[0].length - 3;
  let to = from;
  while (line.charAt(to) === char) to++;
  return { char, width: to - from, isBare: line.slice(to).trim() === '' };
}

function countFilled(text: string): number {
  return text.split('\n').filter((line) => line.trim() !== '').length;
}
