/** What a command ends with. */
export const EXIT = {
  done: 0,
  failed: 1,
  inconclusive: 2,
  couldNotRun: 3,
  cancelled: 130,
} as const;

/** A command cannot do what was asked: one sentence that says why, and one that says what to do. */
export class CouldNotRun extends Error {
  override readonly name = 'CouldNotRun';
  readonly wayOn: string;

  /**
   * @param why names the file or option, and what is wrong with it
   * @param wayOn what to do about it; empty where `why` says it
   */
  constructor(why: string, wayOn = '') {
    super(why);
    this.wayOn = wayOn;
  }
}
