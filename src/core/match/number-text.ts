/** How signatures begin of which one side is a number and the other one a text, see signature.ts. */
const BEGINNINGS = ['changed\tnumber\ttext\t', 'changed\ttext\tnumber\t'];

/** Whether a signature says that a number stands against a text. */
export function isNumberAgainstText(signature: string): boolean {
  return BEGINNINGS.some((beginning) => signature.startsWith(beginning));
}
