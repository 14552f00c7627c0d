import { CallError } from '#core/judge/call-error.ts';
import type { Failure } from '#core/calls/outcome.ts';
import { ANSWER_TOKENS, estimateTokens } from '#core/judge/estimate-cost.ts';
import { readVerdict, VERDICT_FAULTS, type VerdictFault } from '#core/judge/read-verdict.ts';
import type { Provider, JudgeAnswer, JudgeRequest } from './provider.ts';
import type { Scheduler } from './scheduler.ts';

/**
 * Asks for a verdict, twice if the first answer has none.
 * @throws CallError without a verdict; RunStopped; AbortError when cancelled
 */
export async function askVerdict(
  judge: Provider,
  scheduler: Scheduler,
  request: JudgeRequest,
): Promise<JudgeAnswer> {
  const first = await askOnce(judge, scheduler, request);
  const fault = faultOf(first, request);
  if (!fault) return first;
  const again = await askOnce(judge, scheduler, {
    ...request,
    user: `${request.user}\n\n# Note\nAn earlier answer could not be used: ${VERDICT_FAULTS[fault]}. Answer with the JSON object alone.`,
  });
  const second = faultOf(again, request);
  if (second) throw new CallError(failureOf(second), describeAnswer(again.text, second));
  return again;
}

/** The characters repeated of an answer without a verdict. */
const ANSWER_KEPT = 200;

function describeAnswer(text: string, fault: VerdictFault): string {
  const answer = text.trim().replaceAll(/\s+/g, ' ');
  const shown = answer.length > ANSWER_KEPT ? `${answer.slice(0, ANSWER_KEPT)}…` : answer;
  const why = `The answer cannot be used: ${VERDICT_FAULTS[fault]}.`;
  return answer === '' ? why : `${why} It says: ${shown}`;
}

function faultOf({ text, isCut }: JudgeAnswer, { form }: JudgeRequest): VerdictFault | undefined {
  // the rest of a cut answer is unknown
  if (isCut) return 'truncated';
  const reading = readVerdict(text, form);
  return reading.ok ? undefined : reading.fault;
}

function failureOf(fault: VerdictFault): Failure {
  if (fault === 'score_out_of_rubric') return 'out_of_rubric';
  return fault === 'truncated' ? 'truncated' : 'unparseable';
}

function askOnce(
  judge: Provider,
  scheduler: Scheduler,
  request: JudgeRequest,
): Promise<JudgeAnswer> {
  const input = estimateTokens(request.system) + estimateTokens(request.user);
  return scheduler.run(() => judge.ask(request, scheduler.signal), {
    expected: { input, output: ANSWER_TOKENS },
    usedBy: ({ usage, text }) => usage ?? { input, output: estimateTokens(text) },
  });
}
