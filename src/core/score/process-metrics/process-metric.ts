import { unwrapEncoded } from '#core/base/json/pick.ts';
import { listWords, plain, type WordPart } from '#core/base/text/sentence.ts';
import { isRecordedText, type RowTexts, type ScoredRow } from '#core/calls/scored-row.ts';
import { whyNoCalls, type Score } from '#core/calls/outcome.ts';
import type { CallStep, MessageStep, Step } from '#core/calls/step.ts';
import type { CallsSide, Trajectory } from '#core/calls/trajectory.ts';
import { callStep, stepsOf } from '#core/calls/transcript.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import type {
  ComputedMetric,
  ExplainedScore,
  Metric,
  ScoreColumn,
  ScoreRow,
} from '#core/score/metric/metric.ts';

type Shared = 'source' | 'origin' | 'group' | 'needs' | 'readsCalls';

/** Makes a metric of how a run went, with the fields that all of them share. */
export function processMetric(
  metric: Omit<ComputedMetric, Shared> & Partial<Pick<Metric, 'needs'>>,
): ComputedMetric {
  return {
    origin: 'playground',
    group: 'process',
    needs: ['predicted_trajectory'],
    ...(metric.isCounted !== true && { readsCalls: true }),
    ...metric,
  };
}

/** A row as process metrics see it: its calls with results, and its messages. */
export class RunSteps {
  readonly calls: Trajectory;
  readonly texts: RowTexts;
  readonly #side: CallsSide;
  #steps: readonly Step[] | undefined;

  constructor(side: CallsSide, texts: RowTexts) {
    this.calls = side.calls;
    this.texts = texts;
    this.#side = side;
  }

  /** The calls with their results and records, in order; read once for all metrics. */
  get made(): readonly CallStep[] {
    const known = MADE.get(this.#side);
    if (known) return known;
    const steps = this.calls.map(callStep);
    MADE.set(this.#side, steps);
    return steps;
  }

  /** All steps in order, messages included. */
  get all(): readonly Step[] {
    return (this.#steps ??= stepsOf(this.calls, unwrapEncoded(this.texts.transcript)));
  }

  get messages(): readonly MessageStep[] {
    return this.all.filter((step) => step.kind === 'message');
  }

  /** Whether an answer is recorded: as response, or as a message after all calls. */
  get hasAnswer(): boolean {
    const last = this.all.findLast(
      (step) => step.kind === 'call' || (step.role === 'agent' && step.text.trim() !== ''),
    );
    return isRecordedText(this.texts.response) || last?.kind === 'message';
  }
}

const MADE = new WeakMap<CallsSide, readonly CallStep[]>();

/** Reads the steps of a row; undefined without a list of predicted calls. */
function stepsOfScored({ prediction, texts }: ScoredRow): RunSteps | undefined {
  return prediction.state === 'calls' ? new RunSteps(prediction, texts) : undefined;
}

/** Wraps a formula over the steps of a run; a missing or unreadable run has no score. */
export function scoreSteps(
  score: (run: RunSteps, column: ScoreColumn, settings: MetricSettings) => Score,
): ScoreRow {
  return (row, settings, column) => {
    const { prediction } = row;
    if (prediction.state !== 'calls') return whyNoCalls(prediction, 'prediction');
    return score(new RunSteps(prediction, row.texts), column, settings);
  };
}

/** Wraps an explanation by the steps of a run. */
export function explainSteps(
  say: (run: RunSteps, score: ExplainedScore) => string,
): (score: ExplainedScore) => readonly WordPart[] {
  return (score) => {
    const run = stepsOfScored(score.aligned.row);
    return plain(run ? say(run, score) : '');
  };
}

/** Wraps a function that finds the call to blame, by its place from 0. */
export function blameSteps(
  find: (run: RunSteps, score: ExplainedScore) => number | undefined,
): (score: ExplainedScore) => number | undefined {
  return (score) => {
    const run = stepsOfScored(score.aligned.row);
    return run && find(run, score);
  };
}

const PLACES_NAMED = 3;

/** Lists calls by places from 0: `call 3`, `calls 3 and 5`, `calls 3, 5, 6 and 4 more`. */
export function nameCalls(places: readonly number[]): string {
  const named = places.slice(0, PLACES_NAMED).map((place) => String(place + 1));
  const rest = places.length - named.length;
  const parts = rest > 0 ? [...named, `${String(rest)} more`] : named;
  return `${parts.length === 1 ? 'call' : 'calls'} ${listWords(parts, 'and')}`;
}

/** The numbers recorded by steps, and the number of steps that have one. */
export interface RecordedSum {
  readonly sum: number;
  readonly recorded: number;
  readonly steps: number;
}

/** Sums a number over the steps that record it. */
export function sumOf(
  steps: readonly Step[],
  numberOf: (step: Step) => number | undefined,
): RecordedSum {
  const numbers = steps.flatMap((step) => numberOf(step) ?? []);
  const sum = numbers.reduce((total, number) => total + number, 0);
  return { sum, recorded: numbers.length, steps: steps.length };
}

/** Says how many of a row's steps, or of its calls, record a number; which of them could is not known. */
export function howManyRecord({ recorded, steps }: RecordedSum, noun = 'step'): string {
  if (recorded === steps) return steps === 1 ? `Of one ${noun}.` : `Of all ${steps} ${noun}s.`;
  return `Recorded by ${recorded} of ${steps} ${noun}s.`;
}
