import type { Usage } from '#core/judging/estimate.ts';
import type { VerdictForm } from '#core/judging/verdict-form.ts';

/** Where a judge is and how it is reached. The key is kept nowhere but in memory. */
export interface Connection {
  readonly baseUrl: string;
  readonly model: string;
  readonly key: string;
}

/** One question to a judge. */
export interface JudgeRequest extends Connection {
  readonly system: string;
  readonly user: string;
  /** What it may answer. */
  readonly form: VerdictForm;
  readonly temperature: number;
  /** Milliseconds the answer may take. */
  readonly withinMs: number;
}

/** What a judge answered. */
export interface JudgeAnswer {
  /** The verdict as JSON text, or whatever it said instead. */
  readonly text: string;
  /** Tokens as the provider counted them; undefined where it does not say. */
  readonly usage: Usage | undefined;
  /** The provider says that the model did not come to its end, e.g. the answer was cut at its longest. */
  readonly isCut: boolean;
}

/**
 * The shape of a verdict, as JSON Schema.
 * @param form what may be answered
 * @returns the schema
 */
export function verdictSchema({ field, allowed }: VerdictForm): Record<string, unknown> {
  return {
    type: 'object',
    properties: {
      explanation: { type: 'string' },
      [field]: { type: field === 'score' ? 'number' : 'string', enum: allowed },
    },
    required: ['explanation', field],
    additionalProperties: false,
  };
}

/** A provider of judges. */
export interface Judge {
  /** Equals the folder's name. */
  readonly id: string;
  readonly title: string;
  /** Where requests go unless a person says otherwise; empty where there is no address. */
  readonly baseUrl: string;
  /** Addresses worth offering, with what stands there. */
  readonly places: readonly { readonly title: string; readonly baseUrl: string }[];
  readonly key: 'needed' | 'optional' | 'none';
  /** Cannot be asked from here: a person carries prompts out and verdicts in. */
  readonly isManual?: true;
  /** A model to begin with. */
  readonly model: string;
  /** What to know before the first call: keys, CORS, local addresses. */
  readonly help: string;
  /**
   * Asks one question.
   * @param request the question
   * @param signal ends the call
   * @returns the answer
   * @throws CallError; AbortError when ended
   */
  ask(request: JudgeRequest, signal: AbortSignal): Promise<JudgeAnswer>;
  /**
   * Lists the models the key may use.
   * @param connection where to ask
   * @param signal ends the call
   * @returns ids of models
   * @throws CallError; AbortError when ended
   */
  listModels(connection: Connection, signal: AbortSignal): Promise<readonly string[]>;
}

/** The most tokens a verdict may take. */
export const MOST_ANSWER_TOKENS = 2048;

/** What a judge is asked for when it only has to show that it answers. */
export const TEST_PROMPT = {
  system: 'Answer with one JSON object: {"explanation": "a few words", "score": 1}.',
  user: 'This is a test of the connection.',
} as const;
