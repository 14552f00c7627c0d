import type { JsonObject } from '#core/base/json/json-value.ts';
import { type Keys, words } from '#core/base/json/pick.ts';

/**
 * The names by which files of agents call the same thing, folded; the best first.
 */
export const WORDS = {
  /** Names of a tool's name. */
  tool: words(
    'toolname toolcallname functionname functioncallname funcname tool function apiname recipientname',
  ),
  /** Names of arguments. */
  arguments: words(`
    arguments args toolinput toolargs toolarguments toolkwargs inputparameters rawinput paramdict
    functionargs actioninput kwargs jsonargs
  `),
  output: words(`
    output toolresult result tooloutput toolreturn response observation aggregatedoutput outputs
    return returns returned returnvalue results content value structuredcontent logs stdout text
    message
  `),
  /** Lists of calls. */
  calls: words(`
    toolcalls functioncalls toolscalled tooluses calls dynamictoolcalls statictoolcalls
    toolinvocations actions toolsused predictedtrajectory actualtrajectory actualcalls
    predictedcalls actualtoolcalls predictedtoolcalls called
  `),
  /** Lists of results. */
  results: words(
    'observation toolresults tooluseresults functionresponses toolresponses toolcallstates',
  ),
  /** Lists whose items are steps of one run, even if they have inputs of their own. */
  steps: words('steps trajectory events intermediatesteps iterations plan'),
  /** Lists of messages, in which inner lists are turns, or the versions of a message. */
  talks: words('history content conversation turns dialogue dialog exchanges'),
  /** Lists of runs. */
  runs: words(`
    rows data results samples cases evalcases testcases sessions runs examples simulations dataset
    records traces threads evalcaseresults goldens instances tests scenarios questions prompts
    requests edges trials attempts rollouts
  `),
  /** Those whose items are whole runs, whatever they tell. */
  trials: words('trials attempts rollouts runs simulations cases evalcases testcases scenarios'),
  /** Lists of evaluators, which have a name and settings, as calls do. */
  judging: words('scores scorers metrics evaluators graders solvers assertions'),

  /** What was asked. */
  asked: words(`
    prompt question query userinput userquery instruction usercontent usermessage userprompt
    originalinput usertext utterance taskinput task request goal input inputs problem intent
  `),
  /** The question and the answer of one turn, where one record has both. */
  turnAsked: words(
    'user human customer usertext usermessage userinput userquery query question input prompt',
  ),
  turnAnswered: words(`
    assistant ai bot assistantmessage assistantresponse assistanttext botresponse agentmessage
    agentresponse agenttext response answer output reply
  `),
  /** A question that follows the list beside it. */
  next: words('question query prompt userinput userquery input'),
  /** A question in a separate record before the run. */
  opening: words(
    'task question prompt query instruction userinput userquery usermessage taskinput input',
  ),
  /** An answer, in an event that says that it is the end, or a model's. */
  ended: words(`
    finaloutput finalanswer finalresponse answer response taskoutput output completion content text
    message
  `),

  /** What was answered. */
  answered: words(`
    response answer finalresponse finalanswer finaloutput outputtext actualoutput completion
    generation prediction predict output reply submission agentresponse finalresult
    finalsolution
  `),
  /** The result in a step with one call. */
  seen: words('observations observation'),
  /** Identity, kind and turn of a record. */
  id: words('uuid id'),
  kind: words('type role messagetype'),
  turn: words('invocationid turnid'),
  /** The number of a step of a run. */
  step: words('step stepnumber stepnum stepindex stepid round iteration'),
  after: words('previousresponseid'),
  /** Keys that only a model's whole answer has. */
  answering: words('finishreason choices candidates stopreason responseid'),
  /** Keys whose value records of one run share. */
  session: words(`
    sessionid threadid conversationid chatid contextid rolloutid trajectoryid
  `),
} as const;

/** Lists of words, to look one up in. */
export const IS = {
  calls: new Set(WORDS.calls),
  runs: new Set(WORDS.runs),
  trials: new Set(WORDS.trials),
  steps: new Set(WORDS.steps),
  judging: new Set(WORDS.judging),
  results: new Set(WORDS.results),
  talks: new Set(WORDS.talks),
} as const;

/** The first text under some words, and its key. */
export function textUnder(
  object: JsonObject,
  keys: Keys,
  list: readonly string[],
): { readonly key: string; readonly text: string } | undefined {
  for (const key of keys.under(list)) {
    const text = object[key];
    if (typeof text === 'string' && text.trim() !== '') return { key, text };
  }
  return undefined;
}
