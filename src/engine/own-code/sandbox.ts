/** Why a sandbox gave no answer. */
export type SandboxLoss =
  /** The program threw, or is invalid. */
  | {
      readonly how: 'broken';
      readonly message: string;
      /** 1-based line of the program, or of Python code; 0 where unknown. */
      readonly line: number;
      /** 1-based column; 0 where unknown. */
      readonly column?: number;
    }
  /** The program declares no function. */
  | { readonly how: 'no_function' }
  /** It did not answer in time. */
  | { readonly how: 'silent' }
  /** Its process ended, e.g. for want of memory. */
  | { readonly how: 'ended' }
  /** It did not answer with a list of answers for the rows. */
  | { readonly how: 'garbled' }
  /** Its answers are too long together. */
  | { readonly how: 'too_long' }
  /** It sent more messages than its rows allow. */
  | { readonly how: 'flooding' }
  /** It was closed. */
  | { readonly how: 'closed' };

/**
 * Reads the first message of a program.
 * @param text an error like that of a row; anything else means that it has no function
 */
export function readStart(text: unknown): SandboxLoss {
  if (typeof text !== 'string' || !text.startsWith('{')) return { how: 'no_function' };
  const { error, line } = JSON.parse(text) as Record<string, unknown>;
  return readFailure({ message: error, line });
}

/** Reads why a program ended. */
export function readFailure(failure: unknown): SandboxLoss {
  const { message, line, column } = (failure ?? {}) as Record<string, unknown>;
  return {
    how: 'broken',
    message: typeof message === 'string' ? message : 'The code could not be run.',
    line: typeof line === 'number' ? line : 0,
    column: typeof column === 'number' ? column : 0,
  };
}

/** A sandbox is lost; a new one must be opened. */
export class SandboxLost extends Error {
  override readonly name = 'SandboxLost';
  readonly loss: SandboxLoss;

  constructor(loss: SandboxLoss) {
    super(loss.how === 'broken' ? loss.message : `The sandbox is ${loss.how}.`);
    this.loss = loss;
  }
}

/** The parts of a program, see writer.js. */
export interface SandboxJob {
  /** The sandbox’s own code, which defines what takes the user’s function. */
  readonly before: string;
  /** The user's code: declarations with a function among them, or one function. */
  readonly code: string;
  /** The function to look for first. */
  readonly name: string;
  /** For code in Python; absent: JavaScript. */
  readonly python?: PythonJob;
  /** The Python interpreter’s code, sent to the program once it runs. */
  readonly wasm?: Uint8Array<ArrayBuffer>;
}

/** The parts of a program that runs Python, see python.js. */
interface PythonJob {
  /** The program in JavaScript. */
  readonly host: string;
  /** Python code run before the user's. */
  readonly prelude: string;
  /** The user's code, without its indentation. */
  readonly program: string;
  /** Imported modules with 1-based lines, so that missing ones are reported at the start. */
  readonly imports: readonly (readonly [module: string, line: number])[];
  /** The function that is the metric, unless the code declares one. */
  readonly entry: string;
}

/** The longest answers to a batch, in characters, all together. */
export const LONGEST_ANSWERS = 2_500_000;

/** Rows to score, with time limits. */
export interface SandboxBatch {
  /** Rows as JSON lines in UTF-8; transferred. */
  readonly bytes: ArrayBuffer;
  readonly rowCount: number;
  /** Milliseconds after which the sandbox counts as hung. */
  readonly deadlineMs: number;
  /** Milliseconds for promises of all rows to settle. */
  readonly patienceMs: number;
  /** Called from time to time with the number of rows done. */
  readonly onRows: (done: number) => void;
}

/** A program that waits for rows in isolation: in a frame or a process. */
export interface RunningSandbox {
  /**
   * Scores one batch of rows: an unchecked answer for each.
   * @throws SandboxLost; the sandbox is then closed
   */
  run(batch: SandboxBatch): Promise<readonly unknown[]>;
  /** Ends the program at once. */
  close(): void;
}

/** Starts a program. Throws SandboxLost; AbortError. */
export type OpenSandbox = (
  job: SandboxJob,
  startMs: number,
  signal: AbortSignal,
) => Promise<RunningSandbox>;
