import type { PreparedAnswers } from './scoring.ts';

/** What the workers answer about the first sample; set by the build, see scripts/sample-answers.ts. */
export const FIRST_SAMPLE_ANSWERS: PreparedAnswers | undefined = undefined;
