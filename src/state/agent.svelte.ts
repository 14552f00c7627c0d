import type { AgentConfig, AgentHeader, AgentNote } from '#core/agents/agent-config.ts';
import type { AgentFault } from '#core/agents/agent-error.ts';
import { takeByPrompt, type Recording } from '#core/agents/recording.ts';
import { replacedColumns, rolesAfter } from '#core/agents/join-answer.ts';
import { formatCount } from '#core/summary/format-count.ts';
import { KEY, type AgentWay } from '#agents/agent.ts';
import { wayById } from '#agents/registry.ts';
import { ExchangeStore } from '#storage/exchanges.ts';
import type { AgentRunRecord, ExchangeRecord } from '#storage/schema.ts';
import { takeTabLock } from '#storage/tab-lock.ts';
import { AgentRun, type AgentProgress, type TrialOutcome } from './agent-run.ts';
import {
  identityOf,
  loadAgent,
  loadPace,
  newAgent,
  saveAgent,
  savePace,
  type AgentPace,
} from './agent-settings.ts';
import type { AppState } from './app.svelte.ts';
import type { OpenRun } from './open-run.ts';
import { perApp } from './per-app.svelte.ts';
import { pruneAgentRuns } from './prune-agent-runs.ts';

/** What a run of an agent gave, with what is needed to make a dataset of it. */
interface Answered {
  readonly run: OpenRun;
  readonly record: AgentRunRecord;
  readonly trials: number;
  readonly outcomes: readonly TrialOutcome[];
}

/** A run that can be gone on with. */
export interface Unfinished {
  readonly record: AgentRunRecord;
  /** Trials that have an answer. */
  readonly answered: number;
}

const PROGRESS_EVERY_MS = 100;
const TRIED_ROWS = 5;

/** The agent: how it is called, and the run under way. */
export class AgentDesk {
  readonly #app: AppState;
  readonly #exchanges: ExchangeStore;
  #config = $state.raw<AgentConfig>(loadAgent());
  #pace = $state.raw<AgentPace>(loadPace());
  /** Values of secret headers, in memory only. */
  #secrets = $state.raw<ReadonlyMap<string, string>>(new Map());
  /** The run whose columns a person has agreed to have replaced. */
  #agreedRunId = $state('');
  #unfinished = $state.raw<Unfinished | undefined>();
  #progress = $state.raw<AgentProgress | undefined>();
  #asksAbout = $state<AgentFault | undefined>();
  #isPaused = $state(false);
  #message = $state('');
  #recording = $state.raw<Recording | undefined>();
  #answered = $state.raw<Answered | undefined>();
  #run: AgentRun | undefined;

  constructor(app: AppState) {
    this.#app = app;
    this.#exchanges = new ExchangeStore(app.store);
  }

  get config(): AgentConfig {
    return this.#config;
  }

  get way(): AgentWay {
    return wayById(this.#config.way);
  }

  get pace(): AgentPace {
    return this.#pace;
  }

  /** How far the run under way is; undefined without one. */
  get progress(): AgentProgress | undefined {
    return this.#progress;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** The cause that so many rows in a row failed of that the run waits for a word. */
  get asksAbout(): AgentFault | undefined {
    return this.#asksAbout;
  }

  /** How the last run ended. */
  get message(): string {
    return this.#message;
  }

  /** What became of the trials of the last run, by row. */
  get outcomes(): readonly TrialOutcome[] {
    return this.#answered?.outcomes ?? [];
  }

  /** The recording that is gone through instead of calling the agent. */
  get recording(): Recording | undefined {
    return this.#recording;
  }

  /** What was answered before for the open dataset by this agent. */
  get unfinished(): Unfinished | undefined {
    return this.#unfinished;
  }

  /** What placeholders may be named: columns, and the roles they play. */
  readonly names: readonly string[] = $derived.by(() => {
    const run = this.#app.workspace.run;
    const columns = run?.columns.columns.map(({ name }) => name) ?? [];
    const roles = Object.entries(run?.roles ?? {}).flatMap(([role, column]) =>
      columns.includes(column) ? [role] : [],
    );
    return [...new Set([...columns, ...roles])];
  });

  /** Columns of the open dataset that the answers would take the place of. */
  readonly replaced: readonly string[] = $derived.by(() => {
    const run = this.#app.workspace.run;
    const filled = run?.columns.columns.filter((column) => column.filled > 0) ?? [];
    return replacedColumns(
      filled.map(({ name }) => name),
      run?.roles ?? {},
    );
  });

  /** What keeps the agent from being called, one sentence each. */
  readonly faults: readonly string[] = $derived.by(() => {
    const known = this.#config.headers.map(({ name }) => name.trim().toLowerCase());
    const repeated = known.filter((name, index) => name !== '' && known.indexOf(name) !== index);
    const bad = this.#config.headers.filter(
      ({ name }) => !/^[!#$%&'*+.^`|~\w-]*$/.test(name.trim()),
    );
    return [
      ...this.way.faultsOf(this.#config, this.names),
      ...repeated.map((name) => `Headers: ${name} stands there twice.`),
      ...bad.map(({ name }) => `Headers: “${name}” is no name of a header.`),
    ];
  });

  /** Why not even a few rows can be tried; an empty text when they can. */
  readonly obstacle: string = $derived.by(() => {
    const { workspace, network } = this.#app;
    const { run } = workspace;
    if (workspace.progress) return 'Rows are being scored.';
    if (!run || run.columns.rowCount === 0) return 'There are no rows to ask the agent about.';
    if (run.record.state !== 'complete')
      return 'This run is not stored yet, so answers could not be kept.';
    if (this.faults.length > 0) return 'The agent’s description has to be mended first.';
    if (!network.isOn && !this.#recording) return 'The network is off.';
    return '';
  });

  /** Whether a person has agreed that columns are replaced, or none are. */
  get isAgreed(): boolean {
    return this.replaced.length === 0 || this.#agreedRunId === this.#app.workspace.run?.record.id;
  }

  set isAgreed(isAgreed: boolean) {
    this.#agreedRunId = isAgreed ? (this.#app.workspace.run?.record.id ?? '') : '';
  }

  /** Rows of a whole run. */
  readonly rowCount: number = $derived.by(() => {
    const all = this.#app.workspace.run?.columns.rowCount ?? 0;
    return this.#pace.rows > 0 ? Math.min(all, this.#pace.rows) : all;
  });

  setWay(id: string): void {
    if (id !== this.#config.way)
      this.#setConfig({ ...newAgent(id), headers: this.#config.headers });
  }

  setValue(key: string, value: string): void {
    this.#setConfig({ ...this.#config, values: { ...this.#config.values, [key]: value } });
  }

  setHeaders(headers: readonly AgentHeader[]): void {
    this.#setConfig({ ...this.#config, headers });
  }

  setPace(part: Partial<AgentPace>): void {
    this.#pace = { ...this.#pace, ...part };
    savePace(this.#pace);
  }

  /** The value of a secret header; an empty text while it is not entered. */
  secretOf(name: string): string {
    return this.#secrets.get(name) ?? '';
  }

  setSecret(name: string, secret: string): void {
    this.#secrets = new Map([...this.#secrets, [name, secret.trim()]]);
  }

  /** Describes the tools that the open dataset’s calls use, with the results that it records. */
  async proposeTools(): Promise<void> {
    const run = this.#app.workspace.run;
    if (!run) return;
    const { proposeFor } = await import('./agent-extras.ts');
    const proposed = await proposeFor(this.#app.reader, run);
    this.#setConfig({ ...this.#config, values: { ...this.#config.values, ...proposed } });
  }

  /** Secrets stay with the address they were given for. */
  #setConfig(config: AgentConfig): void {
    if (addressOf(config) !== addressOf(this.#config)) this.#secrets = new Map();
    this.#config = config;
    saveAgent(config);
  }

  /** Takes a recording to go through; its agent is described as it was. */
  async openRecording(file: Blob): Promise<void> {
    const { readRecording } = await import('#storage/read-recording.ts');
    const recording = readRecording(await file.text());
    this.#message = typeof recording === 'string' ? recording : '';
    if (typeof recording === 'string') return;
    this.#recording = recording;
    this.#setConfig({ ...recording.agent, way: wayById(recording.agent.way).id });
  }

  /** Calls the agent again instead of going through a recording. */
  closeRecording(): void {
    this.#recording = undefined;
  }

  /** Offers what was said in the run of an agent as a file. */
  async downloadRecording(note: AgentNote, name: string): Promise<void> {
    const { recordingText } = await import('./agent-extras.ts');
    const text = await recordingText(this.#exchanges, note).catch(() => undefined);
    if (text !== undefined) this.#app.downloads.json(text, name, '-recording.json');
  }

  /** Looks whether this agent has answered rows of the open dataset that were not scored yet. */
  async lookUp(run = this.#app.workspace.run, config = this.#config): Promise<void> {
    const record = await this.#findUnfinished(run, config);
    const answered = record ? await this.#exchanges.count(record.id).catch(() => 0) : 0;
    this.#unfinished = record && answered > 0 ? { record, answered } : undefined;
  }

  async #findUnfinished(
    run: OpenRun | undefined,
    config: AgentConfig,
  ): Promise<AgentRunRecord | undefined> {
    const fingerprint = run?.record.fingerprint;
    const identity = identityOf(config);
    const runs = await this.#exchanges.runs().catch(() => []);
    return runs.find(
      (known) =>
        known.endedAtMs === null &&
        known.fingerprint === fingerprint &&
        identityOf(known.config) === identity,
    );
  }

  /** Forgets what was answered before, so that every row is called. */
  async forget(): Promise<void> {
    const record = this.#unfinished?.record;
    if (record) await this.#exchanges.removeRun(record.id).catch(() => undefined);
    this.#unfinished = undefined;
    this.#answered = undefined;
    this.#message = '';
  }

  /** What was said about a trial of the last run. */
  exchangeOf({ row, trial }: TrialOutcome): Promise<ExchangeRecord | undefined> {
    return this.#find(this.#answered?.record.id ?? '', row, trial);
  }

  /** What was said about a row that an agent made; undefined where it is not stored here. */
  exchangeOfRow(
    { runId, trials, order }: AgentNote,
    row: number,
  ): Promise<ExchangeRecord | undefined> {
    const place = order ? (order[row] ?? 0) : row;
    return this.#find(runId, Math.floor(place / trials), place % trials);
  }

  async #find(runId: string, row: number, trial: number): Promise<ExchangeRecord | undefined> {
    const [found] = await this.#exchanges.get(runId, [{ row, trial }]).catch(() => []);
    return found;
  }

  /** Calls the agent for the first few rows and shows what it answers; nothing is scored. */
  async tryFew(): Promise<void> {
    await this.#start(Math.min(TRIED_ROWS, this.rowCount), false);
  }

  /** Calls the agent for all rows that have no answer yet, and scores the whole. */
  async start(callsFailedAgain = false): Promise<void> {
    if (!this.isAgreed) return;
    const answered = await this.#start(this.rowCount, callsFailedAgain);
    const isWhole = answered?.outcomes.length === this.rowCount * this.#pace.trials;
    if (isWhole) await this.score();
  }

  async #start(count: number, callsFailedAgain: boolean): Promise<Answered | undefined> {
    const { run } = this.#app.workspace;
    if (!run || this.obstacle !== '' || this.#progress) return undefined;
    const release = await takeTabLock('agent');
    if (!release) {
      this.#message =
        'Another tab of this page is running an agent; one at a time, so that no row is called twice.';
      return undefined;
    }
    this.#message = '';
    this.#isPaused = false;
    this.#asksAbout = undefined;
    try {
      return await this.#call(run, count, callsFailedAgain);
    } catch (error) {
      this.#message = `It stopped: ${error instanceof Error ? error.message : String(error)}`;
      return undefined;
    } finally {
      release();
      this.#run = undefined;
      this.#progress = undefined;
      await this.lookUp();
    }
  }

  async #call(
    run: OpenRun,
    count: number,
    callsFailedAgain: boolean,
  ): Promise<Answered | undefined> {
    const { trials, concurrency, perMinute, retries, answerWithin } = this.#pace;
    const config = this.#config;
    const record = await this.#begin(run, config);
    let toldAtMs = 0;
    const calling = new AgentRun(
      this.#app.reader,
      this.#exchanges,
      {
        run,
        rows: Array.from({ length: count }, (_, row) => row),
        trials,
        way: this.way,
        config,
        secrets: this.#secretsInUse,
        withinMs: answerWithin * 1000,
        pace: { concurrency, perMinute, retries, stopAfter: Infinity },
        runId: record.id,
        recorded: this.#recording && takeByPrompt(this.#recording.exchanges),
        callsFailedAgain,
      },
      () => {
        const now = performance.now();
        this.#asksAbout = calling.asksAbout;
        if (now - toldAtMs < PROGRESS_EVERY_MS) return;
        toldAtMs = now;
        this.#progress = calling.progress;
        this.#answered = { run, record, trials, outcomes: calling.outcomes };
      },
    );
    this.#run = calling;
    this.#progress = calling.progress;
    await calling.start();
    const answered = { run, record, trials, outcomes: calling.outcomes };
    this.#answered = answered;
    this.#message = endInWords(calling.progress);
    return answered;
  }

  /** The stored run to go on with, or a new one. */
  async #begin(run: OpenRun, config: AgentConfig): Promise<AgentRunRecord> {
    await pruneAgentRuns(this.#exchanges, this.#app.library.list);
    const { fingerprint } = run.record;
    const fresh = { id: crypto.randomUUID(), startedAtMs: Date.now(), endedAtMs: null };
    // what is recorded is no answer of the agent to this dataset
    const known = this.#recording ? undefined : await this.#findUnfinished(run, config);
    const record = { ...(known ?? fresh), fingerprint, config };
    await this.#exchanges.putRun(record).catch(() => undefined);
    return record;
  }

  get #secretsInUse(): ReadonlyMap<string, string> {
    const secret = this.#config.headers.filter(({ isSecret }) => isSecret);
    return new Map(
      [KEY, ...secret.map(({ name }) => name)].map((name) => [name, this.secretOf(name)]),
    );
  }

  pause(): void {
    this.#isPaused = true;
    this.#run?.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#asksAbout = undefined;
    this.#run?.resume();
  }

  /** Ends calling; what was answered stays and is not asked for again. */
  cancel(): void {
    this.#run?.cancel();
  }

  /** Whether there are answers that are not scored yet. */
  get canScore(): boolean {
    return (this.#answered?.outcomes.length ?? 0) > 0 && this.isAgreed && !this.#progress;
  }

  /** Makes the answers a dataset of their own and scores it. */
  async score(): Promise<void> {
    const answered = this.#answered;
    if (!answered || !this.canScore) return;
    const { run, record, trials, outcomes } = answered;
    const order = outcomes.map(({ row, trial }) => row * trials + trial);
    const isWhole = order.every((place, index) => place === index);
    const note: AgentNote = {
      ...record.config,
      runId: record.id,
      title: this.way.title,
      trials,
      ...(isWhole ? {} : { order }),
    };
    let blob: Blob;
    try {
      blob = await this.#app.reader.joinAnswers(run, outcomes, trials);
    } catch {
      this.#message = 'The rows that were asked about can no longer be read. The answers are kept.';
      return;
    }
    const title = `${run.record.name}, agent run`;
    const made = {
      blob,
      fileName: '',
      title,
      sampleId: '',
      agent: note,
      roles: rolesAfter(run.roles),
    };
    if (isWhole && outcomes.length === this.rowCount * trials) {
      await this.#exchanges.putRun({ ...record, endedAtMs: Date.now() }).catch(() => undefined);
    }
    this.#answered = undefined;
    const open = (): Promise<boolean> => this.#app.workspace.openMade(made, run.record.settings);
    if (this.#app.workspace.run?.record.id === run.record.id) await open();
    else {
      this.#app.notices.banner({
        id: 'agent',
        kind: 'info',
        title: `The agent has answered ${formatCount(outcomes.length)} rows of “${run.record.name}”.`,
        text: 'They are scored when you open them.',
        action: {
          label: 'Open',
          run: () => {
            this.#app.notices.dismissBanner('agent');
            void open();
          },
        },
      });
    }
    await this.lookUp();
  }
}

function endInWords({ done, total, called, known, failed }: AgentProgress): string {
  const from = known > 0 ? `, ${formatCount(known)} answered before` : '';
  const bad = failed > 0 ? `, ${formatCount(failed)} failed` : '';
  return `${formatCount(done)} of ${formatCount(total)} calls answered: ${formatCount(called)} made now${from}${bad}.`;
}

/** What decides where secrets go. */
function addressOf({ way, values }: AgentConfig): string {
  const url = values['url']?.trim() ?? '';
  return URL.canParse(url) ? new URL(url).origin : `${way} ${values['provider'] ?? ''} ${url}`;
}

/** The app’s agent. */
export const agentOf = perApp((app) => new AgentDesk(app));
