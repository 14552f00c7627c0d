import type { OpenedRun } from '#workers/open-file.ts';

/** What the workers answer about the first sample; set by the build, see scripts/sample-answers.ts. */
export const FIRST_SAMPLE_ANSWERS: OpenedRun | undefined = undefined;
