import { readRecords } from '#bridge/agent-rows.ts';
import { AgentCode } from '#bridge/agent-code.ts';
import type { IsTrusted } from '#bridge/custom-scorer.ts';
import type { RunReader } from '#bridge/run-reader.ts';
import { AgentError, type AgentFault } from '#core/agents/agent-error.ts';
import type { AgentConfig } from '#core/agents/agent-config.ts';
import type { RunCode } from '#core/agents/code-call.ts';
import type { Cells } from '#core/agents/fill-template.ts';
import type { Exchange } from '#core/agents/exchange.ts';
import type { CallOutcome } from '#core/agents/join-answer.ts';
import type { AgentAnswer } from '#core/agents/read-answer.ts';
import { instanceOf } from '#core/custom-metrics/instance.ts';
import type { ColumnRoles } from '#core/dataset/column-roles.ts';
import { cellText } from '#core/dataset/read-row.ts';
import { ownValue, type JsonObject } from '#core/json/json-value.ts';
import type { AgentTask, AgentWay } from '#agents/agent.ts';
import { LiveLine } from '#agents/live-line.ts';
import { ReplayLine } from '#agents/replay-line.ts';
import { CallQueue, type Pace } from '#judges/call-queue.ts';
import type { ExchangeStore } from '#storage/exchanges.ts';
import type { ExchangeRecord } from '#storage/schema.ts';
import type { OpenRun } from './open-run.ts';

/** Which agent is run over which rows, and how. */
export interface AgentJob {
  readonly run: OpenRun;
  /** Row numbers, in the order they are called. */
  readonly rows: readonly number[];
  /** Calls per row. */
  readonly trials: number;
  readonly way: AgentWay;
  readonly config: AgentConfig;
  readonly secrets: ReadonlyMap<string, string>;
  /** Tells whether a function of the agent may run. */
  readonly isTrusted: IsTrusted;
  /** Milliseconds a call may take. */
  readonly withinMs: number;
  readonly pace: Pace;
  /** Key of the stored exchanges. */
  readonly runId: string;
  /** Gives what was recorded for a prompt: then nobody is called. */
  readonly recorded?: ((prompt: string) => Exchange | undefined) | undefined;
  /** Whether trials that failed before are called again. */
  readonly callsFailedAgain: boolean;
}

/** How far a run of an agent is. */
export interface AgentProgress {
  readonly done: number;
  readonly total: number;
  /** Trials whose answer was stored from before. */
  readonly known: number;
  readonly failed: number;
  /** Trials for which the agent was called now. */
  readonly called: number;
}

/** What became of one trial, with the row’s prompt. */
export interface TrialOutcome extends CallOutcome {
  readonly prompt: string;
  readonly fault: AgentFault | undefined;
}

const ROWS_PER_BATCH = 50;
/** So many failures of one cause in a row pause the run. */
const ASK_AFTER = 5;

/** Calls an agent for rows of one dataset. Every exchange is stored before its answer counts. */
export class AgentRun {
  readonly #reader: RunReader;
  readonly #exchanges: ExchangeStore;
  readonly #job: AgentJob;
  readonly #onProgress: () => void;
  readonly #queue: CallQueue;
  readonly #abort = new AbortController();
  readonly #code: AgentCode;
  readonly #outcomes: TrialOutcome[] = [];
  #known = 0;
  #failed = 0;
  #called = 0;
  #lastFault: AgentFault | undefined;
  #faultsInARow = 0;
  #asksAbout: AgentFault | undefined;

  constructor(reader: RunReader, exchanges: ExchangeStore, job: AgentJob, onProgress: () => void) {
    this.#reader = reader;
    this.#exchanges = exchanges;
    this.#job = job;
    this.#onProgress = onProgress;
    this.#queue = new CallQueue(job.pace, this.#abort.signal);
    this.#code = new AgentCode(job.isTrusted, this.#abort.signal);
  }

  get progress(): AgentProgress {
    return {
      done: this.#outcomes.length,
      total: this.#job.rows.length * this.#job.trials,
      known: this.#known,
      failed: this.#failed,
      called: this.#called,
    };
  }

  /** What became of the trials, by row and trial: one list, which grows while the run goes on. */
  get outcomes(): readonly TrialOutcome[] {
    return this.#outcomes;
  }

  /** The cause that paused the run, until it goes on. */
  get asksAbout(): AgentFault | undefined {
    return this.#asksAbout;
  }

  pause(): void {
    this.#queue.pause();
  }

  resume(): void {
    this.#asksAbout = undefined;
    this.#faultsInARow = 0;
    this.#queue.resume();
  }

  /** Ends the run; what was answered is stored. */
  cancel(): void {
    this.#abort.abort();
  }

  /** Calls the agent for every trial that has no stored answer. */
  async start(): Promise<void> {
    try {
      await this.#callAll();
    } finally {
      this.#code.close();
    }
  }

  async #callAll(): Promise<void> {
    const { rows, run } = this.#job;
    const calls: Promise<void>[] = [];
    for (let from = 0; from < rows.length && !this.#isOver; from += ROWS_PER_BATCH) {
      const batch = rows.slice(from, from + ROWS_PER_BATCH);
      const records = await readRecords(this.#reader, run, batch);
      const known = await this.#find(batch);
      for (const [index, row] of batch.entries()) {
        for (let trial = 0; trial < this.#job.trials; trial++) {
          const stored = known.get(this.#keyOf(row, trial));
          const record = records[index] ?? {};
          if (stored && (await this.#recall(stored, record))) continue;
          if (this.#job.recorded) {
            await this.#replay(row, trial, record, this.#job.recorded);
            continue;
          }
          await this.#queue.room();
          calls.push(this.#call(row, trial, record));
        }
      }
    }
    await Promise.all(calls);
  }

  get #isOver(): boolean {
    return this.#abort.signal.aborted;
  }

  #keyOf(row: number, trial: number): number {
    return row * this.#job.trials + trial;
  }

  async #find(rows: readonly number[]): Promise<ReadonlyMap<number, ExchangeRecord>> {
    const { trials, runId } = this.#job;
    const wanted = rows.flatMap((row) =>
      Array.from({ length: trials }, (_, trial) => ({ row, trial })),
    );
    // a store that fails has told why; then everything is asked for
    const found = await this.#exchanges.get(runId, wanted).catch(() => []);
    return new Map(
      found.flatMap((known) => (known ? [[this.#keyOf(known.row, known.trial), known]] : [])),
    );
  }

  /** Reads a stored answer again; false where the agent is to be called all the same. */
  async #recall(stored: ExchangeRecord, record: JsonObject): Promise<boolean> {
    const { row, trial, legs, latencyMs, firstByteMs } = stored;
    const task = this.#taskOf(row, trial, record);
    const line = new ReplayLine(legs, this.#abort.signal);
    const result = await settle(this.#job.way.call(task, line));
    if (this.#isOver) return true;
    const isDone = result.error === undefined || !this.#isToBeCalled(result.error.fault);
    if (!isDone) return false;
    this.#known++;
    this.#keep(row, trial, record, { ...result, latencyMs, firstByteMs });
    return true;
  }

  #isToBeCalled(fault: AgentFault): boolean {
    const { recorded, callsFailedAgain } = this.#job;
    return recorded === undefined && (callsFailedAgain || fault === 'not_recorded');
  }

  async #replay(
    row: number,
    trial: number,
    record: JsonObject,
    recorded: NonNullable<AgentJob['recorded']>,
  ): Promise<void> {
    const found = recorded(promptOf(record, this.#job.run.roles));
    if (found) {
      const said = { ...found, runId: this.#job.runId, row, trial };
      await this.#exchanges.put(said).catch(() => undefined);
      await this.#recall(said, record);
    } else {
      const error = new AgentError('not_recorded');
      this.#keep(row, trial, record, { answer: undefined, error, latencyMs: 0, firstByteMs: null });
    }
  }

  async #call(row: number, trial: number, record: JsonObject): Promise<void> {
    const { way, config, secrets, withinMs, runId } = this.#job;
    const task = this.#taskOf(row, trial, record);
    const { signal } = this.#abort;
    const runCode: RunCode = (call) => this.#code.run(call);
    let line: LiveLine | undefined;
    let latencyMs = 0;
    const result = await settle(
      this.#queue.run(async () => {
        const begun = new LiveLine({ config, secrets, withinMs, runCode, signal });
        line = begun;
        try {
          return await way.call(task, begun);
        } finally {
          ({ latencyMs } = begun);
        }
      }),
    );
    if (this.#isOver) return;
    const legs = line?.legs ?? [];
    const firstByteMs = line?.firstByteMs ?? null;
    if (legs.length > 0) {
      const prompt = promptOf(record, this.#job.run.roles);
      const said = { runId, row, trial, prompt, legs, latencyMs, firstByteMs, atMs: Date.now() };
      this.#called++;
      // before it is stored: meanwhile the next calls would begin
      this.#heed(result.error?.fault);
      // a store that fails has told why
      await this.#exchanges.put(said).catch(() => undefined);
    }
    this.#keep(row, trial, record, { ...result, latencyMs, firstByteMs });
  }

  /** Many failures of one cause are no matter of the rows: a person is asked. */
  #heed(fault: AgentFault | undefined): void {
    this.#faultsInARow =
      fault !== undefined && fault === this.#lastFault ? this.#faultsInARow + 1 : 1;
    this.#lastFault = fault;
    if (fault === undefined || this.#faultsInARow < ASK_AFTER || this.#asksAbout) return;
    this.#asksAbout = fault;
    this.#queue.pause();
  }

  #taskOf(row: number, trial: number, record: JsonObject): AgentTask {
    const { config, runId, run } = this.#job;
    return {
      config,
      cells: cellsOf(record, run.roles),
      row: () => instanceOf(record, run.roles),
      trial,
      id: `${runId}-${String(row)}-${String(trial)}`,
    };
  }

  #keep(
    row: number,
    trial: number,
    record: JsonObject,
    result: Settled & Pick<CallOutcome, 'latencyMs' | 'firstByteMs'>,
  ): void {
    const { answer, error, latencyMs, firstByteMs } = result;
    const prompt = promptOf(record, this.#job.run.roles);
    const failure = error?.words ?? '';
    const fault = error?.fault;
    const outcome = { row, trial, prompt, answer, failure, fault, latencyMs, firstByteMs };
    if (error) this.#failed++;
    this.#insert(outcome);
    this.#onProgress();
  }

  /** Calls end almost in their order: the place is found near the end. */
  #insert(outcome: TrialOutcome): void {
    const key = this.#keyOf(outcome.row, outcome.trial);
    const before = this.#outcomes.findLastIndex(({ row, trial }) => this.#keyOf(row, trial) < key);
    this.#outcomes.splice(before + 1, 0, outcome);
  }
}

interface Settled {
  readonly answer: AgentAnswer | undefined;
  readonly error: AgentError | undefined;
}

/** What a call gave; a call that was ended gives nothing, and what is no fault of the agent is thrown. */
async function settle(call: Promise<AgentAnswer>): Promise<Settled> {
  try {
    return { answer: await call, error: undefined };
  } catch (error) {
    if (error instanceof AgentError) return { answer: undefined, error };
    const isEnded = error instanceof Error && error.name === 'AbortError';
    if (isEnded) return { answer: undefined, error: undefined };
    throw error;
  }
}

function promptOf(record: JsonObject, roles: ColumnRoles): string {
  return cellText(record, roles, 'prompt') ?? '';
}

/** A column’s value by its name, else by the role it plays. */
function cellsOf(record: JsonObject, roles: ColumnRoles): Cells {
  const columns = new Map<string, string | undefined>(Object.entries(roles));
  return (name) => ownValue(record, name) ?? ownValue(record, columns.get(name) ?? name);
}
