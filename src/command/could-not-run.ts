import { printable, say, type Printable, type Text } from './printable.ts';

/** What a command ends with. */
export const EXIT = {
  done: 0,
  failed: 1,
  inconclusive: 2,
  couldNotRun: 3,
  cancelled: 130,
} as const;

const NAME = 'trajectory-playground';

/** A command cannot do what was asked: one sentence that says why, and one that says what to do. */
export class CouldNotRun extends Error {
  override readonly name = 'CouldNotRun';
  readonly wayOn: string;

  /** `why` names the file or option and what is wrong with it; `wayOn` says what to do about it. */
  constructor(why: string, wayOn = '') {
    super(why);
    this.wayOn = wayOn;
  }
}

/** Says why a command could not run; `error` is a CouldNotRun, or anything that was thrown. */
export function tellError(
  error: unknown,
  tell: (line: Printable) => void,
  label: Text = 'error',
): void {
  const { name, message, code } = describe(error);
  // an error of another thread is none of this thread's class
  if (name === 'CouldNotRun') {
    tell(say`${label} ${message}`);
    if (error instanceof CouldNotRun && error.wayOn !== '') tell(printable(error.wayOn));
  } else if (name === 'FileLost') {
    tell(say`${label} A file could not be read to its end. ${message}`);
  } else if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
    tell(say`${label} There is not enough memory for these files.`);
    tell(say`More is allowed with NODE_OPTIONS=--max-old-space-size=8192, in megabytes.`);
  } else {
    tell(say`${label} Something is wrong in ${NAME} itself: ${message}`);
    tell(say`Please report it with the command you typed.`);
  }
}

function describe(error: unknown): { name: string; message: string; code: string | undefined } {
  if (!(error instanceof Error)) return { name: '', message: String(error), code: undefined };
  return { name: error.name, message: error.message, code: (error as NodeJS.ErrnoException).code };
}
