import * as agents from '#features/agents/questions.ts';
import * as compare from '#features/compare/questions.ts';
import * as data from '#features/data/questions.ts';
import * as downloads from '#features/downloads/questions.ts';
import * as gate from '#features/gate/questions.ts';
import * as judge from '#features/judge/questions.ts';
import * as metrics from '#features/metrics/questions.ts';
import * as references from '#features/references/questions.ts';
import * as results from '#features/results/questions.ts';
import * as row from '#features/row/questions.ts';
import * as steps from '#features/steps/questions.ts';
import type { HeldRuns } from './held-run.ts';
import { redactRuns } from './redact-runs.ts';
import * as runs from './run-questions.ts';
import { SCORING_QUESTIONS } from './scoring-questions.ts';
import { writeRows } from './write-rows.ts';

/** All that a worker is asked. A question is a function that a `questions.ts` exports. */
export const QUESTIONS = {
  ...agents,
  ...compare,
  ...data,
  ...downloads,
  ...gate,
  ...judge,
  ...metrics,
  ...references,
  ...results,
  ...row,
  ...steps,
  ...runs,
  ...SCORING_QUESTIONS,
  redactRuns,
  writeRows,
};

type Questions = typeof QUESTIONS;

/**
 * Questions about runs whose columns and sources the worker keeps: functions of these runs, an input
 * and a callback for the progress. The page asks `reader.ask(run, 'view', input)`.
 */
export type RunQuestions = {
  [
    Name in keyof Questions as Questions[Name] extends (runs: HeldRuns, ...rest: never[]) => unknown
      ? Name
      : never
  ]: Questions[Name];
};

/**
 * Questions about files: functions of an input, which has all they need, and a callback for the
 * progress. Any worker can answer. The page asks `pool.ask('readLine', input)`.
 */
export type FileQuestions = Omit<Questions, keyof RunQuestions>;
