/** The columns of the service's comparison prompts, and their names in prompts here. */
const PAIR_PLACES = [
  ['{baseline_model_response}', '{response_a}'],
  ['{response}', '{response_b}'],
] as const;

/** A comparison prompt with the service's names. */
export function servicePrompt(text: string): string {
  return PAIR_PLACES.reduce((now, [theirs, ours]) => now.replaceAll(ours, theirs), text);
}

/** A comparison prompt with the names used here. */
export function ownPrompt(text: string): string {
  return PAIR_PLACES.reduce((now, [theirs, ours]) => now.replaceAll(theirs, ours), text);
}
