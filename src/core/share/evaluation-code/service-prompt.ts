/** Columns that the service's prompts name, and what they are called in a prompt of one's own here. */
const PAIR_PLACES = [
  ['{baseline_model_response}', '{response_a}'],
  ['{response}', '{response_b}'],
] as const;

/** A prompt that compares, in the service's words. */
export function servicePrompt(text: string): string {
  return PAIR_PLACES.reduce((now, [theirs, ours]) => now.replaceAll(ours, theirs), text);
}

/** A prompt of the service that compares, in the words that are used here. */
export function ownPrompt(text: string): string {
  return PAIR_PLACES.reduce((now, [theirs, ours]) => now.replaceAll(theirs, ours), text);
}
