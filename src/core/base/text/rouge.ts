import { commonPairs, commonSubsequenceLength } from '#core/base/lists/subsequence-bits.ts';
import { matchPlaces } from '#core/base/lists/maximum-matching.ts';
import type { InternedPair } from '#core/base/lists/interned-pair.ts';
import { porterStem } from './porter-stem.ts';
import { countRuns, internWords, type RunCounts, type TakeWord } from './word-lists.ts';

/** Both texts as word ids; results shared by metrics are computed once. */
export class RougeTexts {
  readonly words: InternedPair;
  /** The first word of each line. */
  readonly responseLines: readonly number[];
  readonly referenceLines: readonly number[];
  #runs: readonly RunCounts[] | undefined;
  #common: number | undefined;

  constructor(
    words: InternedPair,
    responseLines: readonly number[],
    referenceLines: readonly number[],
  ) {
    this.words = words;
    this.responseLines = responseLines;
    this.referenceLines = referenceLines;
  }

  /** Shared n-grams of one and of two words. */
  get runs(): readonly RunCounts[] {
    return (this.#runs ??= countRuns(this.words, 2));
  }

  /** The length of the longest common subsequence of words. */
  get common(): number {
    return (this.#common ??= commonSubsequenceLength(this.words));
  }
}

/**
 * Splits two texts into words as `rouge_score` of google-research does: a–z and 0–9, in lower case.
 */
export function readRougeTexts(
  response: string,
  reference: string,
  useStemmer: boolean,
): RougeTexts {
  const lines: number[][] = [];
  const words = internWords(response.toLowerCase(), reference.toLowerCase(), (text, take) => {
    lines.push(cutWords(text, useStemmer, take));
  });
  const [referenceLines = [], responseLines = []] = lines;
  return new RougeTexts(words, responseLines, referenceLines);
}

/** Finds the words of a text in lower case; returns the first word of each line. */
function cutWords(lower: string, useStemmer: boolean, take: TakeWord): number[] {
  const lines: number[] = [0];
  let count = 0;
  let from = -1;
  for (let at = 0; at <= lower.length; at++) {
    const code = at < lower.length ? lower.charCodeAt(at) : NEWLINE;
    const isWord = (code > 96 && code < 123) || (code > 47 && code < 58);
    if (isWord) {
      if (from < 0) from = at;
      continue;
    }
    if (from >= 0) {
      count++;
      if (useStemmer && at - from > 3) {
        const stem = stemOf(lower.slice(from, at));
        take(stem, 0, stem.length);
      } else take(lower, from, at);
      from = -1;
    }
    if (code === NEWLINE && lines.at(-1) !== count) lines.push(count);
  }
  return lines;
}

const NEWLINE = 10;

const STEMS_KEPT = 20_000;
const stems = new Map<string, string>();

/** Stems a word, cached: datasets repeat few words. */
function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = porterStem(word);
  if (stems.size >= STEMS_KEPT) stems.clear();
  stems.set(word, stem);
  return stem;
}

/** ROUGE-N: the F-measure of shared n-grams, in [0,1]; 0 when a text has none. */
export function rougeN(texts: RougeTexts, n: 1 | 2): number {
  const counts = texts.runs[n - 1];
  return counts ? fMeasure(counts.matched, counts.response, counts.reference) : 0;
}

/** ROUGE-L: the F-measure of the longest common subsequence of words, in [0,1]; 0 without words. */
export function rougeL(texts: RougeTexts): number {
  const { prediction, reference } = texts.words;
  return fMeasure(texts.common, prediction.length, reference.length);
}

/**
 * ROUGE-Lsum: for each line of the reference, the union of its longest common subsequences with
 * every line of the response; a word counts at most as often as it occurs in either text.
 * @returns the F-measure in [0,1]; 0 when a text has no words
 */
export function rougeLSum(texts: RougeTexts): number {
  const { prediction, reference, distinct } = texts.words;
  const responseLines = linesOf(prediction, texts.responseLines);
  const referenceLines = linesOf(reference, texts.referenceLines);
  // a subsequence of two single lines never exceeds the counts of words
  if (responseLines.length < 2 && referenceLines.length < 2) return rougeL(texts);
  const unions = referenceLines.map(() => new Set<number>());
  for (const made of responseLines) {
    const places = matchPlaces({ prediction: [], reference: made, distinct });
    for (const [index, expected] of referenceLines.entries()) {
      const pair = { prediction: expected, reference: made, distinct };
      for (const [, place] of commonPairs(pair, places)) unions[index]?.add(place);
    }
  }
  const leftInResponse = countWords(prediction, distinct);
  let hits = 0;
  for (const [index, line] of referenceLines.entries()) {
    for (const place of unions[index] ?? []) {
      const id = line[place] as number;
      const left = leftInResponse[id] as number;
      if (left === 0) continue;
      leftInResponse[id] = left - 1;
      hits++;
    }
  }
  return fMeasure(hits, prediction.length, reference.length);
}

function linesOf(words: readonly number[], starts: readonly number[]): readonly number[][] {
  const lines = starts.map((start, index) => words.slice(start, starts[index + 1]));
  return lines.filter((line) => line.length > 0);
}

function countWords(ids: readonly number[], distinct: number): Uint32Array {
  const counts = new Uint32Array(distinct);
  for (const id of ids) counts[id] = (counts[id] as number) + 1;
  return counts;
}

function fMeasure(matched: number, response: number, reference: number): number {
  if (matched === 0) return 0;
  const precision = matched / response;
  const recall = matched / reference;
  return (2 * precision * recall) / (precision + recall);
}
