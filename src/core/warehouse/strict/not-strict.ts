/** Thrown where a cell needs more than strict JSON: the function counts it as unreadable. */
export class NotStrict extends Error {}
