import { longestCommonSubsequence } from '#core/base/lists/common-subsequence.ts';

/** A piece of a text, and whether the other text lacks it. */
export interface DiffPart {
  readonly text: string;
  readonly isDifferent: boolean;
}

/** Two texts side by side, with what only one of them has. */
export interface WordDiff {
  readonly expected: readonly DiffPart[];
  readonly made: readonly DiffPart[];
}

const WORD_LIMIT = 2000;
// Below this share of common words the marks would cover everything and say nothing.
const MIN_IN_COMMON = 0.3;

// A word, one character of a script without spaces, or one mark; each with the space after it.
// The constructor, because the flag is newer than the compiler's target and older than the browsers.
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}`;
const WORD = new RegExp(
  String.raw`(?:[${UNSPACED}]\p{M}*|[[\p{L}\p{N}\p{M}_'’]--[${UNSPACED}]]+|[^])\s*`,
  'gv',
);
const MARK = /^[^\p{L}\p{N}]+$/u;

/**
 * Compares two texts word by word; differences of space alone do not count.
 * @param expected the text that was expected
 * @param made the text that was given
 * @returns both texts in parts; unmarked when they are too long or have too little in common
 */
export function diffWords(expected: string, made: string): WordDiff {
  const plain = { expected: wholly(expected), made: wholly(made) };
  const a = wordsOf(expected);
  const b = wordsOf(made);
  if (a.length > WORD_LIMIT || b.length > WORD_LIMIT) return plain;
  const ids = new Map<string, number>();
  const idOf = (word: string): number => {
    const key = word.trim();
    const id = ids.get(key) ?? ids.size;
    ids.set(key, id);
    return id;
  };
  const matches = longestCommonSubsequence(a.map(idOf), b.map(idOf));
  if (2 * matches.length < MIN_IN_COMMON * (a.length + b.length)) return plain;
  return {
    expected: join(a, slide(a, new Set(matches.map(([i]) => i)))),
    made: join(b, slide(b, new Set(matches.map(([, j]) => j)))),
  };
}

function wholly(text: string): DiffPart[] {
  return text === '' ? [] : [{ text, isDifferent: false }];
}

/** At most one word more than the limit: a longer text is not compared. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [word] of text.matchAll(WORD)) if (words.push(word) > WORD_LIMIT) break;
  return words;
}

/** Moves a difference to the left where that makes it end as a clause ends: "x, a [b, a] c" is "x, [a b,] a c". */
function slide(words: readonly string[], common: ReadonlySet<number>): ReadonlySet<number> {
  const slid = new Set(common);
  const wordAt = (index: number): string => words[index]?.trim() ?? '';
  for (let end = words.length; end > 0; end--) {
    if (slid.has(end - 1)) continue;
    let start = end - 1;
    while (start > 0 && !slid.has(start - 1)) start--;
    let by = 0;
    while (
      slid.has(start - by - 1) &&
      wordAt(start - by - 1) === wordAt(end - by - 1) &&
      !MARK.test(wordAt(end - by - 1))
    ) {
      by++;
    }
    if (!MARK.test(wordAt(end - by - 1))) by = 0;
    for (let i = 1; i <= by; i++) {
      slid.delete(start - i);
      slid.add(end - i);
    }
    end = start - by + 1;
  }
  return slid;
}

/** Joins neighbours alike; the space after a difference stays unmarked. */
function join(words: readonly string[], common: ReadonlySet<number>): DiffPart[] {
  const parts: { text: string; isDifferent: boolean }[] = [];
  const add = (text: string, isDifferent: boolean): void => {
    const last = parts.at(-1);
    if (text === '') return;
    if (last?.isDifferent === isDifferent) last.text += text;
    else parts.push({ text, isDifferent });
  };
  for (const [index, word] of words.entries()) {
    const isDifferent = !common.has(index);
    const isLastDifferent = isDifferent && (index + 1 === words.length || common.has(index + 1));
    if (!isLastDifferent) {
      add(word, isDifferent);
      continue;
    }
    const text = word.trimEnd();
    add(text, true);
    add(word.slice(text.length), false);
  }
  return parts;
}
