import type { AgentConfig } from '#core/agents/agent-config.ts';
import { replacedColumns } from '#core/agents/join-answer.ts';
import { ExchangeStore } from '#kernel/storage/exchanges.ts';
import type { RunRecord } from '#engine/run-file/run-records.ts';
import type { AgentRunRecord } from '#kernel/storage/schema.ts';
import { type CallProgress, CallSession } from '#features/sessions/call-session.svelte.ts';
import { messageOf } from '#core/base/text/sentence.ts';
import { AgentAnswers, type Answered } from './agent-answers.svelte.ts';
import { AgentRun } from './agent-run.ts';
import { identityOf, isOffered } from './agent-settings.ts';
import { AgentSetup } from './agent-setup.svelte.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { randomId, type OpenRun } from '#kernel/run/open-run.ts';
import { perApp } from '#kernel/per-app.svelte.ts';
import { ifStored } from '#kernel/storage/connection.ts';
import { agentSession as texts } from './texts.ts';
import { session as shared } from '#features/sessions/texts.ts';

/** A run that can be continued. */
export interface Unfinished {
  readonly record: AgentRunRecord;
  /** Whether its agent is the one that is set up. */
  readonly isOfThis: boolean;
  /** Trials that have an answer. */
  readonly answered: number;
}

const TRIED_ROWS = 5;

/** Exchanges of a deleted run are kept, as its deletion can be undone. */
const KEPT_MS = 3_600_000;
/** Unfinished runs beyond this many are deleted, the oldest first. */
const MAX_UNFINISHED = 10;

/** Running an agent: its setup, the run in progress, and its answers. */
export class AgentSession extends CallSession<CallProgress> {
  readonly texts = texts;
  readonly setup: AgentSetup;
  readonly answers: AgentAnswers;
  readonly #exchanges: ExchangeStore;
  #unfinished = $state.raw<Unfinished | undefined>();

  constructor(app: AppState) {
    super(app, 'agent');
    this.#exchanges = new ExchangeStore(app.store);
    this.setup = new AgentSetup(app);
    this.answers = new AgentAnswers(app, this.#exchanges);
  }

  /** The unfinished run over the open dataset, if any. */
  get unfinished(): Unfinished | undefined {
    return this.#unfinished;
  }

  /** Columns of the open dataset that the answers would replace. */
  readonly replaced: readonly string[] = $derived.by(() => {
    const run = this.app.workspace.run;
    const filled = run?.columns.columns.filter((column) => column.filled > 0) ?? [];
    return replacedColumns(
      filled.map(({ name }) => name),
      run?.roles ?? {},
    );
  });

  /** Why the agent cannot be called; an empty text when it can. */
  readonly obstacle: string = $derived.by(() => {
    const { network } = this.app;
    if (this.rowsObstacle !== '') return this.rowsObstacle;
    const [fault] = this.setup.faults;
    if (fault !== undefined) return fault;
    return network.isOn ? '' : shared.isOffline;
  });

  /** The number of rows of a whole run. */
  readonly rowCount: number = $derived.by(() => {
    const all = this.app.workspace.run?.columns.rowCount ?? 0;
    const { rows } = this.setup.pace;
    return rows > 0 ? Math.min(all, rows) : all;
  });

  /** The number of calls of a whole run. */
  get callCount(): number {
    return this.rowCount * this.setup.pace.trials;
  }

  /** Looks for answers to rows of the open dataset that were not scored yet. */
  async lookUp(run = this.app.workspace.run, config = this.setup.config): Promise<void> {
    const known = await this.#listUnfinished(run);
    const own = ofAgent(known, config);
    let found: Unfinished | undefined;
    for (const record of own ? [own] : known) {
      const answered = (await ifStored(this.#exchanges.count(record.id))) ?? 0;
      if (answered > 0) found ??= { record, isOfThis: record === own, answered };
    }
    this.#unfinished = found;
  }

  /** Runs over a dataset that were not scored, the newest first. */
  async #listUnfinished(run: OpenRun | undefined): Promise<readonly AgentRunRecord[]> {
    const fingerprint = run?.record.fingerprint;
    const runs = (await ifStored(this.#exchanges.runs())) ?? [];
    return runs
      .filter((known) => known.endedAtMs === null && known.fingerprint === fingerprint)
      .filter(({ config }) => isOffered(config))
      .sort((a, b) => b.startedAtMs - a.startedAtMs);
  }

  /** Restores the set-up of the unfinished run. */
  takeUp(): void {
    if (this.#unfinished) this.setup.take(this.#unfinished.record.config);
  }

  /** Deletes earlier answers, so that every row is called. */
  async forget(): Promise<void> {
    const record = this.#unfinished?.record;
    if (record) await ifStored(this.#exchanges.removeRun(record.id));
    this.#unfinished = undefined;
    this.answers.take(undefined);
    this.outcome = '';
  }

  /** Calls the agent for the first few rows and shows what it answers; nothing is scored. */
  async tryFew(): Promise<void> {
    await this.#start(Math.min(TRIED_ROWS, this.rowCount), false);
  }

  /** Calls the agent for all rows that have no answer yet, and scores the whole. */
  async start(callsFailedAgain = false): Promise<void> {
    // another run may be open by the end
    const wholeCount = this.callCount;
    const answered = await this.#start(this.rowCount, callsFailedAgain);
    if (answered?.outcomes.length === wholeCount) await this.#score(wholeCount);
  }

  async #start(count: number, callsFailedAgain: boolean): Promise<Answered | undefined> {
    const { run } = this.app.workspace;
    if (!run || this.obstacle !== '' || this.progress) return undefined;
    let answered: Answered | undefined;
    const call = async (): Promise<void> => {
      answered = await this.#call(run, count, callsFailedAgain);
    };
    await this.make(call, texts.stopped);
    await this.lookUp();
    return answered;
  }

  async #call(
    run: OpenRun,
    count: number,
    callsFailedAgain: boolean,
  ): Promise<Answered | undefined> {
    const { config, connector, pace, secretsInUse: secrets } = this.setup;
    const { trials, answerWithin } = pace;
    const record = await this.#begin(run, config);
    const calling = new AgentRun(
      this.app.reader,
      this.#exchanges,
      {
        run,
        rows: Array.from({ length: count }, (_, row) => row),
        trials,
        connector,
        config,
        secrets,
        withinMs: answerWithin * 1000,
        pace,
        runId: record.id,
        callsFailedAgain,
      },
      () => {
        if (this.report(calling.progress))
          this.answers.take({ run, record, trials, outcomes: calling.outcomes });
      },
    );
    this.scheduler = calling.scheduler;
    this.report(calling.progress);
    const answered = { run, record, trials, outcomes: calling.outcomes };
    const why = await calling.start().catch(messageOf);
    if (why !== '') this.outcome = `${texts.stopped(why)} `;
    // answers from before it stopped are stored, and count
    this.answers.take(answered);
    this.outcome += this.describeEnd(calling.progress);
    return answered;
  }

  /** The stored run to continue, or a new one. */
  async #begin(run: OpenRun, config: AgentConfig): Promise<AgentRunRecord> {
    await pruneAgentRuns(this.#exchanges, this.app.library.list);
    const { fingerprint } = run.record;
    const fresh = { id: randomId(), startedAtMs: Date.now(), endedAtMs: null };
    const known = ofAgent(await this.#listUnfinished(run), config);
    const record = { ...(known ?? fresh), fingerprint, config };
    await ifStored(this.#exchanges.putRun(record));
    return record;
  }

  /** Whether there are answers that are not scored yet. */
  get canScore(): boolean {
    const isBusy = this.progress !== undefined || this.app.workspace.progress !== undefined;
    return this.answers.outcomes.length > 0 && !isBusy;
  }

  /** Turns the answers into a new dataset and scores it. */
  async score(): Promise<void> {
    if (this.canScore) await this.#score(this.callCount);
  }

  async #score(wholeCount: number): Promise<void> {
    const isReadable = await this.answers.score(wholeCount);
    if (!isReadable) this.outcome = texts.lost;
    await this.lookUp();
  }
}

/** Deletes exchanges that nothing refers to any more. */
export async function pruneAgentRuns(
  exchanges: ExchangeStore,
  library: readonly Pick<RunRecord, 'agent'>[],
): Promise<void> {
  const used = new Set(library.map(({ agent }) => agent?.runId));
  const stored = (await ifStored(exchanges.runs())) ?? [];
  const runs = stored.filter(({ id }) => !used.has(id));
  const unfinished = runs
    .filter(({ endedAtMs }) => endedAtMs === null)
    .sort((a, b) => b.startedAtMs - a.startedAtMs);
  const orphaned = runs.filter(
    ({ endedAtMs }) => endedAtMs !== null && Date.now() - endedAtMs > KEPT_MS,
  );
  for (const { id } of [...orphaned, ...unfinished.slice(MAX_UNFINISHED)]) {
    await ifStored(exchanges.removeRun(id));
  }
}

/** Finds the run of the same agent; settings that only say how answers are read may differ. */
function ofAgent(runs: readonly AgentRunRecord[], config: AgentConfig): AgentRunRecord | undefined {
  const identity = identityOf(config);
  return runs.find((known) => identityOf(known.config) === identity);
}

/** The app’s agent. */
export const agentOf = perApp((app) => new AgentSession(app));
