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
function readStart(text: unknown): SandboxLoss {
  if (typeof text !== 'string' || !text.startsWith('{')) return { how: 'no_function' };
  const { error, line } = JSON.parse(text) as Record<string, unknown>;
  return readFailure({ message: error, line });
}

/** Reads why a program ended. */
function readFailure(failure: unknown): SandboxLoss {
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

/** A program that waits for rows in isolation. */
export interface RunningSandbox {
  /**
   * Scores rows, one batch at a time: an answer for each, not checked any further.
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

/** What a program runs in: a frame or a process. */
export interface SandboxHost {
  /** Passes rows on; their bytes may be transferred. */
  readonly send: (rows: {
    readonly nonce: string;
    readonly bytes: ArrayBuffer;
    readonly patienceMs: number;
  }) => void;
  readonly end: () => void;
}

/** The program reports its progress ten times a second, and a batch takes seconds. */
const MAX_MESSAGES = 500;

interface Awaited {
  /** Returns the answers that a message holds; undefined to wait on. Throws SandboxLost. */
  readonly read: (message: unknown) => readonly unknown[] | undefined;
  readonly settle: (outcome: readonly unknown[] | SandboxLost) => void;
}

/** Speaks with a program, none of whose messages is trusted. */
export class SandboxedProgram implements RunningSandbox {
  readonly #host: SandboxHost;
  #awaited: Awaited | undefined;
  /** Messages since the last batch was sent. */
  #messages = 0;
  #hasStarted = false;
  #isClosed = false;

  constructor(openHost: (program: SandboxedProgram) => SandboxHost) {
    this.#host = openHost(this);
  }

  /** Waits until the program takes rows. */
  async start(startMs: number): Promise<void> {
    await this.#wait(startMs, (message) => {
      if (message !== 'ready') throw new SandboxLost(readStart(message));
      return [];
    });
    this.#hasStarted = true;
  }

  run({
    bytes,
    rowCount,
    deadlineMs,
    patienceMs,
    onRows,
  }: SandboxBatch): Promise<readonly unknown[]> {
    if (this.#isClosed) return Promise.reject(new SandboxLost({ how: 'closed' }));
    const nonce = String(crypto.getRandomValues(new Uint32Array(4)));
    this.#messages = 0;
    const answers = this.#wait(deadlineMs, (message) => {
      // those that are late or forged carry another nonce
      if (typeof message !== 'string' || !message.startsWith(`${nonce} `)) return undefined;
      const json = message.slice(nonce.length + 1);
      if (json.length > LONGEST_ANSWERS) throw new SandboxLost({ how: 'too_long' });
      const said = parseMessage(json);
      if (Array.isArray(said) && said.length === rowCount) return said as unknown[];
      if (typeof said !== 'number') throw new SandboxLost({ how: 'garbled' });
      onRows(Math.max(0, Math.min(rowCount, said)));
      return undefined;
    });
    this.#host.send({ nonce, bytes, patienceMs });
    return answers;
  }

  close(): void {
    this.lose({ how: 'closed' });
  }

  /** Takes a message of the program. */
  take(message: unknown): void {
    if (++this.#messages > MAX_MESSAGES) {
      this.lose({ how: 'flooding' });
      return;
    }
    try {
      const answers = this.#awaited?.read(message);
      if (answers) this.#awaited?.settle(answers);
    } catch (error) {
      if (!(error instanceof SandboxLost)) throw error;
      this.lose(error.loss);
    }
  }

  /** Takes an error of the program; once that has started, rows have their own. */
  fail(failure: unknown): void {
    if (!this.#hasStarted) this.lose(readFailure(failure));
  }

  lose(loss: SandboxLoss): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#host.end();
    this.#awaited?.settle(new SandboxLost(loss));
  }

  #wait(ms: number, read: Awaited['read']): Promise<readonly unknown[]> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.lose({ how: 'silent' }), ms);
      const settle: Awaited['settle'] = (outcome) => {
        clearTimeout(timer);
        this.#awaited = undefined;
        if (outcome instanceof SandboxLost) reject(outcome);
        else resolve(outcome);
      };
      this.#awaited = { read, settle };
    });
  }
}

/** Parses what a program has written; undefined where it is no JSON: the program’s fault. */
export function parseMessage(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined; // no answer
  }
}

/**
 * Starts a program in a host.
 * @param startMs how long it may take until it waits for rows
 * @throws SandboxLost; AbortError
 */
export async function startSandbox(
  openHost: (program: SandboxedProgram) => SandboxHost,
  startMs: number,
  signal: AbortSignal,
): Promise<RunningSandbox> {
  signal.throwIfAborted();
  const program = new SandboxedProgram(openHost);
  const cancel = (): void => program.close();
  signal.addEventListener('abort', cancel);
  try {
    await program.start(startMs);
    return program;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
