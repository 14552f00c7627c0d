import { perName } from '#core/read/names/per-name.ts';
import { fold } from '#core/read/transcripts/event-words.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/**
 * The names by which files of agents call the same thing, folded as {@link fold} writes them; the
 * best first.
 */
export const WORDS = {
  /** Names that only a tool is called by. */
  tool: words('toolname toolcallname functionname funcname tool function apiname recipientname'),
  /** Arguments, under names that say so. */
  arguments: words(`
    arguments args toolinput toolargs toolarguments toolkwargs inputparameters rawinput paramdict
    functionargs actioninput kwargs jsonargs
  `),
  /** Names under which a call has its arguments, and others have other things. */
  input: words('input parameters params'),
  callId: words('toolcallid callid tooluseid toolid functioncallid sourcecallid id'),
  output: words(`
    output toolresult result tooloutput toolreturn response observation aggregatedoutput outputs
    results content value return structuredcontent logs stdout text message
  `),
  /** Objects that hold a call, or a result, and nothing else. */
  inner: words('functioncall toolcall tooluse function servertooluse mcpcall payload action'),
  /** Lists of calls. */
  calls: words(`
    toolcalls functioncalls toolscalled tooluses calls dynamictoolcalls statictoolcalls
    toolinvocations actions toolsused predictedtrajectory actualtrajectory actualcalls
    predictedcalls actualtoolcalls predictedtoolcalls
  `),
  /** Lists of what calls returned. */
  results: words('observation toolresults functionresponses toolresponses'),
  /** Lists whose items are steps of one run, whatever they say of their input. */
  steps: words('steps trajectory events intermediatesteps iterations'),
  /** Lists of runs. */
  runs: words(`
    rows data results samples cases evalcases testcases sessions runs examples simulations dataset
    records traces threads evalcaseresults goldens instances tests scenarios questions
  `),
  /** Lists of what judged a run: with a name and settings, as calls have them. */
  judging: words('scores scorers metrics evaluators graders solvers assertions'),

  /** What was asked. */
  asked: words(`
    prompt question query userinput userquery instruction usercontent usermessage userprompt
    originalinput usertext task request goal input inputs problem
  `),
  /** What was asked, in a record of its own before what was done. */
  opening: words('task question prompt query userinput userquery'),

  /** What was answered. */
  answered: words(`
    response answer finalresponse finalanswer finaloutput outputtext actualoutput completion
    generation prediction output reply submission agentresponse
  `),
  /** Whose records belong together. */
  session: words(`
    sessionid threadid conversationid chatid contextid rolloutid trajectoryid
  `),
} as const;

/** Lists of words, to look one up in. */
export const IS = {
  calls: new Set(WORDS.calls),
  runs: new Set(WORDS.runs),
  steps: new Set(WORDS.steps),
  judging: new Set(WORDS.judging),
  results: new Set(WORDS.results),
} as const;

/** A key as it is compared. */
export const foldKey = perName(fold);

/** An object's keys by their folded names; of two that fold alike the first. */
export function keysOf(object: JsonObject): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const key of Object.keys(object)) {
    const word = foldKey(key);
    if (!keys.has(word)) keys.set(word, key);
  }
  return keys;
}

/** The first value under some words that is there and not null. */
export function find(
  object: JsonObject,
  keys: ReadonlyMap<string, string>,
  list: readonly string[],
): JsonValue | undefined {
  for (const word of list) {
    const key = keys.get(word);
    const value = key === undefined ? undefined : object[key];
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** The first text under some words that is not empty. */
export function findText(
  object: JsonObject,
  keys: ReadonlyMap<string, string>,
  list: readonly string[],
): string | undefined {
  for (const word of list) {
    const key = keys.get(word);
    const value = key === undefined ? undefined : object[key];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return undefined;
}

/** The first text under some words, and its key. */
export function textUnder(
  object: JsonObject,
  keys: ReadonlyMap<string, string>,
  list: readonly string[],
): { readonly key: string; readonly text: string } | undefined {
  for (const word of list) {
    const key = keys.get(word);
    const text = key === undefined ? undefined : object[key];
    if (key !== undefined && typeof text === 'string' && text.trim() !== '') return { key, text };
  }
  return undefined;
}
