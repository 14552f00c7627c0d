import type { RunReader } from '#kernel/worker/run-reader.ts';
import { AgentError, type AgentFault } from '#core/agents/agent-error.ts';
import type { AgentConfig } from '#core/agents/agent-config.ts';
import type { Cells } from '#core/agents/fill-template.ts';
import type { CallOutcome } from '#core/agents/join-answer.ts';
import type { AgentAnswer } from '#core/agents/read-answer.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import { cellText } from '#core/read/dataset/row-cells.ts';
import { ownValue, type JsonObject } from '#core/base/json/json-value.ts';
import type { AgentConnector, AgentTask } from './connectors/agent.ts';
import { LiveClient, ReplayClient } from './connectors/client.ts';
import { type CallProgress, inBatches } from '#features/sessions/call-session.svelte.ts';
import { RunStopped, Scheduler, type Pace } from '#providers/scheduler.ts';
import type { ExchangeStore } from '#kernel/storage/exchanges.ts';
import type { ExchangeRecord } from '#kernel/storage/schema.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import { ifStored } from '#kernel/storage/connection.ts';

/** Which agent is run over which rows, and how. */
export interface AgentJob {
  readonly run: OpenRun;
  /** Row numbers, in the order they are called. */
  readonly rows: readonly number[];
  /** Calls per row. */
  readonly trials: number;
  readonly connector: AgentConnector;
  readonly config: AgentConfig;
  readonly secrets: ReadonlyMap<string, string>;
  /** Milliseconds a call may take. */
  readonly withinMs: number;
  readonly pace: Pace;
  /** Key of the stored exchanges. */
  readonly runId: string;
  /** Whether trials that failed before are called again. */
  readonly callsFailedAgain: boolean;
}

/** A call of the agent about a row. */
interface Trial {
  readonly row: number;
  readonly trial: number;
  readonly record: JsonObject;
}

/** What became of one trial, with the row’s prompt. */
export interface TrialOutcome extends CallOutcome {
  readonly prompt: string;
  readonly fault: AgentFault | undefined;
}

const ROWS_PER_BATCH = 50;

/** Calls an agent for rows of one dataset. Every exchange is stored before its answer counts. */
export class AgentRun {
  readonly #reader: RunReader;
  readonly #exchanges: ExchangeStore;
  readonly #job: AgentJob;
  readonly #onProgress: () => void;
  readonly scheduler: Scheduler;
  readonly #outcomes: TrialOutcome[] = [];
  #known = 0;
  #failed = 0;
  #called = 0;

  constructor(reader: RunReader, exchanges: ExchangeStore, job: AgentJob, onProgress: () => void) {
    this.#reader = reader;
    this.#exchanges = exchanges;
    this.#job = job;
    this.#onProgress = onProgress;
    this.scheduler = new Scheduler(job.pace);
  }

  get progress(): CallProgress {
    return {
      done: this.#outcomes.length,
      total: this.#job.rows.length * this.#job.trials,
      known: this.#known,
      failed: this.#failed,
      called: this.#called,
    };
  }

  /** What became of the trials, by row and trial: one list, which grows while the run continues. */
  get outcomes(): readonly TrialOutcome[] {
    return this.#outcomes;
  }

  /**
   * Calls the agent for every trial that has no stored answer. Settles once no call is in progress
   * any more: the first failure that is not the agent's cancels the others.
   * @returns why it stopped before the end, a sentence; an empty text when it did not
   * @throws that failure
   */
  async start(): Promise<string> {
    const tasks = inBatches(this.#job.rows, ROWS_PER_BATCH, (rows) => this.#prepare(rows));
    await this.scheduler.runAll(tasks);
    const { stopped } = this.scheduler;
    return stopped instanceof AgentError ? stopped.words : '';
  }

  async #prepare(rows: readonly number[]): Promise<readonly (() => Promise<void>)[]> {
    const { run, trials, runId } = this.#job;
    const records = await this.#reader.ask(run, 'records', rows);
    const wanted = rows.flatMap((row, index) =>
      Array.from({ length: trials }, (_, trial) => ({ row, trial, record: records[index] ?? {} })),
    );
    // where nothing can be read, everything is asked for
    const known = (await ifStored(this.#exchanges.get(runId, wanted))) ?? [];
    return wanted.map((asked, index) => async () => {
      const stored = known[index];
      if (!(stored && (await this.#recall(stored, asked)))) await this.#call(asked);
    });
  }

  #keyOf(row: number, trial: number): number {
    return row * this.#job.trials + trial;
  }

  /** Reads a stored answer again; false where the agent is to be called all the same. */
  async #recall(stored: ExchangeRecord, asked: Trial): Promise<boolean> {
    const { legs, latencyMs, firstByteMs } = stored;
    const task = this.#taskOf(asked);
    const client = new ReplayClient(legs, this.scheduler.signal);
    const result = await settle(this.#job.connector.call(task, client));
    if (this.scheduler.isOver) return true;
    const fault = result.error?.fault;
    const isToBeCalled = this.#job.callsFailedAgain || fault === 'not_recorded';
    if (fault !== undefined && isToBeCalled) return false;
    this.#known++;
    this.#keep(asked, { ...result, latencyMs, firstByteMs });
    return true;
  }

  async #call(asked: Trial): Promise<void> {
    const { row, trial, record } = asked;
    const { connector, config, secrets, withinMs, runId } = this.#job;
    const task = this.#taskOf(asked);
    const { signal } = this.scheduler;
    let client: LiveClient | undefined;
    let latencyMs = 0;
    const result = await settle(
      this.scheduler.run(async () => {
        const begun = new LiveClient({ config, secrets, withinMs, signal });
        client = begun;
        try {
          return await connector.call(task, begun);
        } finally {
          ({ latencyMs } = begun);
        }
      }),
    );
    const isEnded = !result.answer && !result.error;
    if (this.scheduler.signal.aborted || isEnded) return;
    const legs = client?.legs ?? [];
    const firstByteMs = client?.firstByteMs ?? null;
    const wasAsked = legs.length > 0;
    if (wasAsked) {
      const prompt = promptOf(record, this.#job.run.roles);
      const exchange = {
        runId,
        row,
        trial,
        prompt,
        legs,
        latencyMs,
        firstByteMs,
        atMs: Date.now(),
      };
      this.#called++;
      await ifStored(this.#exchanges.put(exchange));
    }
    this.#keep(asked, {
      ...result,
      latencyMs: wasAsked ? latencyMs : null,
      firstByteMs,
    });
  }

  #taskOf({ row, trial, record }: Trial): AgentTask {
    const { config, runId, run } = this.#job;
    return {
      config,
      cells: cellsOf(record, run.roles),
      id: `${runId}-${String(row)}-${String(trial)}`,
    };
  }

  #keep(
    { row, trial, record }: Trial,
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

/** Settles a call with its answer or the agent's error, with neither when it was ended; rejects with other errors. */
async function settle(call: Promise<AgentAnswer>): Promise<Settled> {
  try {
    return { answer: await call, error: undefined };
  } catch (error) {
    if (error instanceof AgentError) return { answer: undefined, error };
    const isEnded =
      error instanceof RunStopped || (error instanceof Error && error.name === 'AbortError');
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
