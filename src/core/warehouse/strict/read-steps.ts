/** Groups of steps are read where references may have patterns only. */
export function isStepPattern(): boolean {
  return false;
}

/** Never called. */
export function readStepPattern(): readonly never[] {
  return [];
}
