import { EDITOR_LIMIT_BYTES } from '#state/workspace.svelte.ts';

/** A text in a field and what is selected of it. */
export interface Selected {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * What to open when a paste is too much for the editor.
 * @returns the pasted text when it alone is, the whole text when both together are, else undefined
 */
export function tooLargeToPaste(
  pasted: string,
  { text, start, end }: Selected,
): string | undefined {
  // a character has three bytes at the most
  if ((pasted.length + text.length) * 3 <= EDITOR_LIMIT_BYTES) return undefined;
  const whole = text.slice(0, start) + pasted + text.slice(end);
  return [pasted, whole].find((part) => new Blob([part]).size > EDITOR_LIMIT_BYTES);
}
