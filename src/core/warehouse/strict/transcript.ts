/** In the place of `calls/transcript.ts`: what was said between calls scores no row there. */
export const isTranscript = (): boolean => false;
/** No transcript says more than prompt and response. */
export const saysMore = (): boolean => false;
/** Nothing was said between calls. */
export const writeTranscript = (): readonly unknown[] => [];
