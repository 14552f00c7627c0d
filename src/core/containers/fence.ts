import { countLineEnds } from './text-lines.ts';

/** The text inside a Markdown code block. */
export interface FencedText {
  readonly text: string;
  /** 1-based physical line it starts at. */
  readonly line: number;
  /** The language named after the fence, in lower case; may be empty. */
  readonly language: string;
  /** Lines outside the block that are not blank, fences left out. */
  readonly ignoredLines: number;
}

const FENCE = /^[ \t]*(`{3,}|~{3,})[ \t]*([\w+-]*)[^\n]*(?:\n|$)/m;

/**
 * Finds the first Markdown code block, with whatever was said around it.
 * @param text a paste
 * @returns the block; a fence that is never closed runs to the end; undefined without a fence
 */
export function findFenced(text: string): FencedText | undefined {
  const opening = FENCE.exec(text);
  const mark = opening?.[1];
  if (!opening || mark === undefined) return undefined;
  const start = opening.index + opening[0].length;
  const closing = new RegExp(`^[ \\t]*${mark}${mark.charAt(0)}*[ \\t]*$`, 'm').exec(
    text.slice(start),
  );
  const end = closing ? start + closing.index : text.length;
  const outside = text.slice(0, opening.index) + text.slice(end + (closing?.[0].length ?? 0));
  return {
    text: text.slice(start, end),
    line: 1 + countLineEnds(text, 0, start),
    language: opening[2]?.toLowerCase() ?? '',
    ignoredLines: outside.split('\n').filter((line) => line.trim() !== '').length,
  };
}
