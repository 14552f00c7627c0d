import { isRecordedText } from '#core/calls/scored-row.ts';
import type { CallStep } from '#core/calls/step.ts';
import {
  blameSteps,
  explainSteps,
  nameCalls,
  scoreSteps,
  processMetric,
  type RunSteps,
} from './process-metric.ts';
import { isJsonList, isJsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { unwrapEncoded } from '#core/base/json/pick.ts';

/** The share of argument values found earlier in the prompt or in results of tools. */
export const argumentProvenance = processMetric({
  id: 'argument_provenance',
  title: 'Argument provenance',
  short: 'sourced',
  scale: 'share',
  better: 'higher',
  definition:
    'The share of argument values that were in the prompt, a message of the user or an earlier result.',
  score: scoreSteps((run) => {
    if (run.calls.length === 0) return 'prediction_empty';
    if (run.calls.every(({ isNameOnly }) => isNameOnly === true)) return 'arguments_missing';
    if (!hasQuestion(run)) return 'sources_missing';
    const { values, found } = findSources(run);
    return values === 0 ? 'no_values' : found / values;
  }),
  explain: explainSteps((run) => {
    const { values, found, places, left } = findSources(run);
    const share = `${String(found)} of ${String(values)} values were in the prompt or an earlier result`;
    const which = places.length > 0 ? `; not those of ${nameCalls(places)}` : '';
    const calls = left === 1 ? 'call is' : 'calls are';
    const also =
      left === 0
        ? ''
        : ` ${String(left)} ${calls} left out: what an earlier one returned is not recorded.`;
    return `${share}${which}.${also}`;
  }),
  blames: blameSteps((run) => findSources(run).places[0]),
});

interface Sources {
  readonly values: number;
  readonly found: number;
  /** Places of calls with a value that was not found, from 0. */
  readonly places: readonly number[];
  /** Calls left out because an earlier result is not recorded. */
  readonly left: number;
}

function hasQuestion(run: RunSteps): boolean {
  return isRecordedText(run.texts.prompt) || run.messages.some(({ role }) => role === 'user');
}

/**
 * Visits the calls of a run with everything written or returned before each.
 * @param visit takes a call and the words known before it; undefined after a call without a
 * recorded result
 */
export function eachSource(
  run: RunSteps,
  visit: (step: CallStep, known: ReadonlySet<string> | undefined) => void,
): void {
  if (!hasQuestion(run)) return;
  const known = new Set<string>();
  addWords(known, run.texts.prompt);
  let isComplete = true;
  for (const step of run.all) {
    if (step.kind === 'message') {
      if (step.role !== 'agent') addWords(known, step.text);
      continue;
    }
    visit(step, isComplete ? known : undefined);
    addWords(known, step.output);
    if (typeof step.error === 'string') addWords(known, step.error);
    if (step.output === undefined && step.error === undefined) isComplete = false;
  }
}

function findSources(run: RunSteps): Sources {
  const places: number[] = [];
  let [values, found, left] = [0, 0, 0];
  eachSource(run, ({ call, place }, known) => {
    if (!known) {
      left++;
      return;
    }
    // longer texts are written by the agent
    const given = distinctiveValues(call.tool_input).filter(({ needsAll }) => needsAll);
    const sourced = given.filter((value) => isAmong(value, known)).length;
    values += given.length;
    found += sourced;
    if (sourced < given.length) places.push(place);
  });
  return { values, found, places, left };
}

const VALUES_LOOKED_UP = 1000;
const TEXT_READ = 20_000;
/** Longer texts are sentences: any one of their distinctive words stands for them. */
const WORDS_OF_VALUE = 3;

const WORD = /[\p{L}\p{N}]+/gu;
/** Keys whose values classify something instead of naming it. */
const FORM_KEYS = new Set(['type', 'role', 'status']);
const TRIVIAL = new Set(
  ['true', 'false', 'null', 'none', 'error', 'failed', 'done', 'success', 'successful'].concat([
    'completed',
    'okay',
    'unknown',
  ]),
);
const LETTERS = 4;
const DIGITS = 3;
const LONG_WORD = 8;

/** A value to look up by its words: by all of them, or by any one. */
export interface DistinctiveValue {
  readonly words: readonly string[];
  readonly needsAll: boolean;
}

function wordsOf(text: string): readonly string[] {
  return text.slice(0, TEXT_READ).toLowerCase().match(WORD) ?? [];
}

/** Adds every word of a value to a set: of texts, numbers and truth values, not of keys. */
export function addWords(words: Set<string>, value: JsonValue | undefined): void {
  if (value === undefined) return;
  eachScalar(value, (text) => {
    for (const word of wordsOf(text)) words.add(word);
    return true;
  });
}

/**
 * Finds the distinctive values within a value, at most {@link VALUES_LOOKED_UP}: numbers of three
 * or more digits; texts of four or more letters or digits other than `success` and the like; of
 * longer texts the words with a digit, a capital or at least eight letters.
 */
export function distinctiveValues(value: JsonValue | undefined): readonly DistinctiveValue[] {
  const found: DistinctiveValue[] = [];
  if (value === undefined) return found;
  eachScalar(value, (text) => {
    const distinctive = distinctiveValue(text);
    if (distinctive) found.push(distinctive);
    return found.length < VALUES_LOOKED_UP;
  });
  return found;
}

function distinctiveValue(text: string): DistinctiveValue | undefined {
  const words = wordsOf(text);
  if (words.length > WORDS_OF_VALUE) {
    const distinctive = (text.slice(0, TEXT_READ).match(WORD) ?? []).filter(isDistinctiveWord);
    if (distinctive.length === 0) return undefined;
    return { words: distinctive.map((word) => word.toLowerCase()), needsAll: false };
  }
  const joined = words.join('');
  const isNumber = /^\d+$/.test(joined);
  if (joined.length < (isNumber ? DIGITS : LETTERS) || TRIVIAL.has(joined)) return undefined;
  return { words, needsAll: true };
}

function isDistinctiveWord(word: string): boolean {
  if (/\d/.test(word)) return word.length >= DIGITS;
  return word.length >= (/^\p{Lu}/u.test(word) ? LETTERS : LONG_WORD);
}

/** Visits the scalars of a value, also within JSON text, until `take` stops it. */
function eachScalar(value: JsonValue, take: (text: string) => boolean): boolean {
  const inner = typeof value === 'string' ? unwrapEncoded(value) : value;
  if (isJsonList(inner)) return inner.every((item) => eachScalar(item, take));
  if (isJsonObject(inner))
    return Object.entries(inner).every(
      ([key, item]) => (FORM_KEYS.has(key) && typeof item === 'string') || eachScalar(item, take),
    );
  return inner === null || take(String(inner));
}

/** Whether a value is among some words. */
export function isAmong(
  { words, needsAll }: DistinctiveValue,
  known: ReadonlySet<string>,
): boolean {
  return needsAll ? words.every((word) => known.has(word)) : words.some((word) => known.has(word));
}

/** The share of results that are never used later. */
export const unusedResults = processMetric({
  id: 'unused_results',
  title: 'Unused results',
  short: 'unused',
  scale: 'share',
  better: 'lower',
  definition:
    'The share of results of which nothing occurs later in arguments, messages of the agent or the answer.',
  score: scoreSteps((run) => {
    if (run.calls.length === 0) return 'prediction_empty';
    if (run.made.every(({ output }) => output === undefined)) return 'results_missing';
    if (!run.hasAnswer) return 'response_missing';
    const { unused, lookedUp } = findUnused(run);
    return lookedUp === 0 ? 'no_values' : unused.length / lookedUp;
  }),
  explain: explainSteps((run) => {
    const { unused, lookedUp } = findUnused(run);
    const left = run.calls.length - lookedUp;
    const also =
      left === 0
        ? ''
        : ` ${String(left)} of ${String(run.calls.length)} calls have no result with anything to look up.`;
    if (unused.length === 0) return `A part of every result is used later.${also}`;
    return `No part of the result of ${nameCalls(unused)} is used later.${also}`;
  }),
  blames: blameSteps((run) => findUnused(run).unused[0]),
});

interface Unused {
  /** Places of the calls, from 0. */
  readonly unused: readonly number[];
  /** The number of calls whose result has a distinctive value. */
  readonly lookedUp: number;
}

/** Searches for results in everything after them, from the last call to the first. */
function findUnused(run: RunSteps): Unused {
  const asked = new Set<string>();
  addWords(asked, run.texts.prompt);
  for (const { role, text } of run.messages) if (role !== 'agent') addWords(asked, text);
  const later = new Set<string>();
  addWords(later, run.texts.response);
  const unused: number[] = [];
  let lookedUp = 0;
  for (const step of run.all.toReversed()) {
    if (step.kind === 'message') {
      if (step.role === 'agent') addWords(later, step.text);
      continue;
    }
    const given = new Set<string>();
    addWords(given, step.call.tool_input);
    const news = distinctiveValues(step.output).flatMap((value) => newsOf(value, [asked, given]));
    if (news.length > 0) {
      lookedUp++;
      if (!news.some((value) => isAmong(value, later))) unused.unshift(step.place);
    }
    for (const word of given) later.add(word);
  }
  return { unused, lookedUp };
}

/** The values of a result that were not known before the call. */
function newsOf(
  { words, needsAll }: DistinctiveValue,
  known: readonly ReadonlySet<string>[],
): readonly DistinctiveValue[] {
  const news = words.filter((word) => !known.some((set) => set.has(word)));
  if (news.length === 0) return [];
  return [{ words: needsAll ? words : news, needsAll }];
}
