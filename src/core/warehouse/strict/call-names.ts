/** Names of tools in a text are no JSON: they are never looked for. */
export function namesIn(): undefined {
  return undefined;
}

/** Nor are words for no call at all. */
export function isEmptyWord(): boolean {
  return false;
}
