import type { PreparedAnswers } from './prepared-answers.ts';

/** What the workers answer about the first sample; set by the build, see .tooling/sample-answers.ts. */
export const FIRST_SAMPLE_ANSWERS: PreparedAnswers | undefined = undefined;
