/** In the place of `calls/step-record.ts`: what is recorded of a step scores no row there. */
export const readStepRecord = (): object => ({});
/** No call has an error there. */
export const readStepError = (): undefined => undefined;
/** Nothing is recorded, so nothing is written. */
export const writeStepRecord = (): object => ({});
