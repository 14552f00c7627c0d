import { printable, say, type Printable, type Text } from './printable.ts';

/** The exit codes. */
export const EXIT = {
  done: 0,
  failed: 1,
  inconclusive: 2,
  couldNotRun: 3,
  cancelled: 130,
} as const;

const NAME = 'trajectory-playground';

/** The command cannot do what was asked: a sentence with the reason, and one with a hint. */
export class CouldNotRun extends Error {
  override readonly name = 'CouldNotRun';
  readonly hint: string;

  /** `why` begins with the file or option; `hint` says what to do about it. */
  constructor(why: string, hint = '') {
    super(why);
    this.hint = hint;
  }
}

/** Reports why a command could not run; `error` may be anything thrown. */
export function reportError(
  error: unknown,
  report: (line: Printable) => void,
  label: Text = 'error',
): void {
  const { name, message, code } = describe(error);
  // errors of another thread are not instances of this thread's class
  if (name === 'CouldNotRun') {
    report(say`${label} ${message}`);
    if (error instanceof CouldNotRun && error.hint !== '') report(printable(error.hint));
  } else if (name === 'FileLost') {
    report(say`${label} A file could not be read to its end. ${message}`);
  } else if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
    report(say`${label} There is not enough memory for these files.`);
    report(say`More is allowed with NODE_OPTIONS=--max-old-space-size=8192, in megabytes.`);
  } else {
    report(say`${label} Something is wrong in ${NAME} itself: ${message}`);
    report(say`Please report it with the command you typed.`);
  }
}

function describe(error: unknown): { name: string; message: string; code: string | undefined } {
  if (!(error instanceof Error)) return { name: '', message: String(error), code: undefined };
  return { name: error.name, message: error.message, code: (error as NodeJS.ErrnoException).code };
}
