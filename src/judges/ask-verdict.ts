import { CallError, type Failure } from '#core/judging/call-error.ts';
import { ANSWER_TOKENS, estimateTokens, type Usage } from '#core/judging/estimate.ts';
import { readVerdict, type VerdictFault } from '#core/judging/read-verdict.ts';
import type { Spending } from '#core/judging/spending.ts';
import type { CallQueue } from './call-queue.ts';
import type { Judge, JudgeAnswer, JudgeRequest } from './judge.ts';

const FAILURE_OF: Readonly<Record<VerdictFault, Failure>> = {
  empty: 'unparseable',
  too_long: 'unparseable',
  no_json: 'unparseable',
  only_thoughts: 'unparseable',
  truncated: 'truncated',
  invalid_json: 'unparseable',
  missing_score: 'unparseable',
  score_not_a_number: 'unparseable',
  score_out_of_rubric: 'out_of_rubric',
  conflicting_scores: 'unparseable',
  repeated_key: 'unparseable',
};

const FAULTS: Readonly<Record<VerdictFault, string>> = {
  empty: 'it is empty',
  too_long: 'it is far too long',
  no_json: 'it holds no JSON object',
  only_thoughts: 'no verdict follows its thoughts',
  truncated: 'it breaks off',
  invalid_json: 'its JSON is not valid',
  missing_score: 'it gives no verdict',
  score_not_a_number: 'its score is no number',
  score_out_of_rubric: 'its verdict is none of those that may be given',
  conflicting_scores: 'it gives two different verdicts',
  repeated_key: 'it has a key twice, with different values',
};

/** What is needed to ask for verdicts. */
export interface Asking {
  readonly judge: Judge;
  readonly queue: CallQueue;
  readonly spending: Spending;
  readonly signal: AbortSignal;
}

/**
 * Asks for a verdict, once more when the first answer holds none.
 * @param asking how to ask
 * @param request the question
 * @returns an answer that holds a verdict
 * @throws CallError where there is none; RunStopped; AbortError when ended
 */
export async function askVerdict(asking: Asking, request: JudgeRequest): Promise<JudgeAnswer> {
  const first = await askOnce(asking, request);
  const fault = faultOf(first, request);
  if (!fault) return first;
  const again = await askOnce(asking, {
    ...request,
    user: `${request.user}\n\n# Note\nAn earlier answer could not be used: ${FAULTS[fault]}. Answer with the JSON object alone.`,
  });
  const second = faultOf(again, request);
  if (second)
    throw new CallError(FAILURE_OF[second], `The answer cannot be used: ${FAULTS[second]}.`);
  return again;
}

function faultOf({ text, isCut }: JudgeAnswer, { form }: JudgeRequest): VerdictFault | undefined {
  // what the model would have gone on to say is not known
  if (isCut) return 'truncated';
  const reading = readVerdict(text, form);
  return reading.ok ? undefined : reading.fault;
}

function askOnce({ judge, queue, spending, signal }: Asking, request: JudgeRequest) {
  const expected: Usage = {
    input: estimateTokens(request.system) + estimateTokens(request.user),
    output: ANSWER_TOKENS,
  };
  return queue.run(async () => {
    if (!spending.begin(expected)) throw new CallError('budget');
    let used: Usage | undefined;
    try {
      const answer = await judge.ask(request, signal);
      used = answer.usage ?? { input: expected.input, output: estimateTokens(answer.text) };
      return answer;
    } finally {
      spending.end(expected, used);
    }
  });
}
