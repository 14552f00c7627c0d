import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { tryJson } from '#core/base/json/parse-json.ts';
import type { ReadResult } from '#core/base/literals/read-json.ts';
import type { TolerantResult } from '#core/base/literals/parse-tolerant.ts';
import { foldKey } from '#core/base/json/pick.ts';
import { CALL_WORDS, SAYS_ARGUMENTS } from '#core/calls/call-keys.ts';
import type { DiffCalls } from '#core/match/diff-calls.ts';
import type { CallMatcher } from '#core/match/call-matcher.ts';
import type { InternedPair } from '#core/base/lists/interned-pair.ts';
import type { Score } from '#core/calls/outcome.ts';
import type { OrderedPair } from '#core/match/patterns/order-search.ts';
import type { MatchingRules } from '#core/match/rules.ts';

/*
 * Replacements for other modules in functions for a warehouse, listed in `scripts/row-function.ts`:
 * only strict JSON is read, no reference has patterns, and recorded steps and messages are ignored.
 */

/** Thrown for a cell that is not strict JSON; it counts as unreadable. */
class NotStrict extends Error {}

/** In place of `base/literals/read-json.ts`, without places of errors. */
export function readJson(text: string): ReadResult {
  return tryJson(text) ?? { ok: false, column: 1, reason: '' };
}

/** In place of `base/literals/parse-tolerant.ts`: throws NotStrict for anything but strict JSON. */
export function parseTolerant(text: string): TolerantResult {
  const strict = tryJson(text);
  if (!strict) throw new NotStrict();
  return { ...strict, tolerances: [] };
}

/** Parses like {@link parseTolerant}; its notes would change no value. */
export function readNoting(text: string): TolerantResult {
  return parseTolerant(text);
}

/** In place of `base/literals/read-literal.ts`: always throws NotStrict. */
export function readWrittenCall(): never {
  throw new NotStrict();
}

/** No bare word is a value. */
export function isValueWord(): boolean {
  return true;
}

/** In place of `calls/call-names.ts`: names in a text are no JSON. */
export function namesIn(): undefined {
  return undefined;
}

/** No word means that no tool was called. */
export function isEmptyWord(): boolean {
  return false;
}

/** In place of `read/cells/conversation-cell.ts`: always throws NotStrict. */
export function callsOfConversation(): never {
  throw new NotStrict();
}

/** In place of `read/transcripts/read-message.ts`: a message is no call, so that a talk is unreadable. */
export const isMessage = (): boolean => false;
/** The same of all of a talk. */
export const isConversation = (): boolean => false;

/** In place of `match/diff-calls.ts`: scores need no differences. */
export const diffCalls: DiffCalls = () => [];

/** Scores need no differences under rules either. */
export const diffUnder = (): DiffCalls => diffCalls;

/** In place of `match/patterns/order-search.ts`: never thrown without patterns. */
export class TooManyVariants extends Error {}

/** Without patterns, no reference has variants. */
export function bestOfVariants(pair: InternedPair, scoreOf: (pair: InternedPair) => Score): Score {
  return scoreOf(pair);
}

/** Without patterns, no reference is in partial order. */
export function isOrdered(): boolean {
  return false;
}

const never = (_: OrderedPair): never => {
  throw new TooManyVariants();
};

export {
  never as bestOrder,
  never as editShareInOrder,
  never as isMadeInOrder,
  never as isSameInOrder,
  never as lcsShareInOrder,
};

/** In place of `match/patterns/with-patterns.ts`. */
export const NOT_RECORDED = '\u0000not recorded';

/** Scripts are not written for references with patterns. */
export function withPatterns(_: MatchingRules, whole: CallMatcher): CallMatcher {
  return whole;
}

/** In place of `read/cells/read-steps.ts`: groups of steps need patterns. */
export function isStepPattern(): boolean {
  return false;
}

/** Never called. */
export function readStepPattern(): readonly never[] {
  return [];
}

const KNOWN: ReadonlySet<string> = new Set([
  ...CALL_WORDS.arguments,
  ...CALL_WORDS.id,
  ...CALL_WORDS.output,
  ...CALL_WORDS.wrapper,
]);

/** In place of `calls/arguments-beside.ts`: throws NotStrict for arguments beside a name. */
export function argumentsBeside({
  key,
  input,
  holders,
}: {
  readonly key: string;
  readonly input: JsonValue | undefined;
  readonly holders: readonly JsonObject[];
}): undefined {
  for (const [other, value] of holders.flatMap((holder) => Object.entries(holder))) {
    if (other === key || KNOWN.has(foldKey(other))) continue;
    // beside blank arguments only an object counts, or its text
    const isPlain = typeof value !== 'object' && !/^\s*["{]/.test(String(value));
    if (input === undefined || !isPlain || SAYS_ARGUMENTS.test(other)) throw new NotStrict();
  }
}

/** In place of `calls/step-record.ts`. */
export const readStepRecord = (): object => ({});
/** No error is read. */
export const readStepError = (): undefined => undefined;
/** No record is written. */
export const writeStepRecord = (): object => ({});

/** In place of `calls/transcript.ts`. */
export const isTranscript = (): boolean => false;
/** There is no transcript. */
export const saysMore = (): boolean => false;
/** Nothing is written. */
export const writeTranscript = (): readonly unknown[] => [];
