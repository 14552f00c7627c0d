/** So many table lines are read along with a run: more than a usual screen shows. */
export const FIRST_LINES = 40;
