// All that a worker is asked: a question is a function that one of these files exports.
export * from '#features/agents/questions.ts';
export * from '#features/compare/questions.ts';
export * from '#features/data/questions.ts';
export * from '#features/downloads/questions.ts';
export * from '#features/gate/questions.ts';
export * from '#features/judge/questions.ts';
export * from '#features/metrics/questions.ts';
export * from '#features/references/questions.ts';
export * from '#features/results/questions.ts';
export * from '#features/steps/questions.ts';
export * from './run-questions.ts';
export * from './scoring-questions.ts';
export { redactRuns } from './redact-runs.ts';
export { writeRows } from './write-rows.ts';
