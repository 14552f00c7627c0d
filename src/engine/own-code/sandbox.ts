/** Why a sandbox returned no answer. */
export type SandboxLoss =
  /** The program threw, or is none. */
  | {
      readonly how: 'broken';
      readonly message: string;
      /** 1-based line of the program, or of the code where that is Python; 0 where it is not known. */
      readonly line: number;
      /** 1-based column; 0 where it is not known. */
      readonly column?: number;
    }
  /** The program declares no function. */
  | { readonly how: 'no_function' }
  /** It did not answer in time, or not at all. */
  | { readonly how: 'silent' }
  /** Whatever ran it has ended, as a process does that takes too much memory. */
  | { readonly how: 'ended' }
  /** What it answered is no list with an answer for each row. */
  | { readonly how: 'garbled' }
  /** Its answers are too long together. */
  | { readonly how: 'too_long' }
  /** It sent more messages than rows can call for. */
  | { readonly how: 'flooding' }
  /** Somebody closed it. */
  | { readonly how: 'closed' };

/**
 * Reads what a program says once it has begun.
 * @param text an error as it has for a row; or else that it has no function
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

/** A sandbox is gone; another has to be opened. */
export class SandboxLost extends Error {
  override readonly name = 'SandboxLost';
  readonly loss: SandboxLoss;

  constructor(loss: SandboxLoss) {
    super(loss.how === 'broken' ? loss.message : `The sandbox is ${loss.how}.`);
    this.loss = loss;
  }
}

/** What a program is written from, see writer.js. */
export interface SandboxJob {
  /** The sandbox’s own code; defines what takes the person’s function. */
  readonly before: string;
  /** What the person wrote: declarations with a function among them, or one function. */
  readonly code: string;
  /** The function looked for first. */
  readonly name: string;
  /** Where the function is passed in: to return scores, or any JSON value. */
  readonly taker: '__score' | '__answer';
  /** What runs code in Python; absent: the code is JavaScript. */
  readonly python?: PythonJob;
  /** The interpreter’s code, where Python is run: sent to the program once it is there. */
  readonly wasm?: Uint8Array<ArrayBuffer>;
}

/** What a program of ours is written from that runs a person's code in Python, see python.js. */
interface PythonJob {
  /** The program in JavaScript. */
  readonly host: string;
  /** What it runs in Python ahead of the person's code. */
  readonly prelude: string;
  /** The person's code, beginning at the start of a line. */
  readonly program: string;
  /** Modules that functions import, with 1-based lines: whether they are there is known at once. */
  readonly imports: readonly (readonly [module: string, line: number])[];
  /** The function that is the metric, unless the code says which. */
  readonly entry: string;
}

/** Characters that the answers to a batch may have, all together. */
export const LONGEST_ANSWERS = 2_500_000;

/** Rows to score, and how long that may take. */
export interface SandboxBatch {
  /** Rows as JSON, one a line, as UTF-8; handed over. */
  readonly bytes: ArrayBuffer;
  readonly rowCount: number;
  /** Milliseconds after which the sandbox counts as hung. */
  readonly deadlineMs: number;
  /** Milliseconds that promises of rows may take to settle, all together. */
  readonly patienceMs: number;
  /** Called now and then with how many rows are done. */
  readonly onRows: (done: number) => void;
}

/** A program that waits for rows, wherever it is kept from all else: a frame, a process. */
export interface RunningSandbox {
  /**
   * Scores rows, one batch at a time: an answer for each, not checked any further.
   * @throws SandboxLost, and the sandbox is closed then
   */
  run(batch: SandboxBatch): Promise<readonly unknown[]>;
  /** Ends the program, whatever it is doing. */
  close(): void;
}

/** Starts a program. Throws SandboxLost; AbortError. */
export type OpenSandbox = (
  job: SandboxJob,
  startMs: number,
  signal: AbortSignal,
) => Promise<RunningSandbox>;
