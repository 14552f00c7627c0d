import type { AgentNote } from '#core/agents/agent-config.ts';
import { rolesAfter } from '#core/agents/join-answer.ts';
import { formatCount } from '#core/summary/format-count.ts';
import { wayById } from '#agents/registry.ts';
import type { ExchangeStore } from '#storage/exchanges.ts';
import type { AgentRunRecord, ExchangeRecord } from '#storage/schema.ts';
import type { TrialOutcome } from './agent-run.ts';
import type { AppState } from './app.svelte.ts';
import type { OpenRun } from './open-run.ts';

/** What a run of an agent gave, with what is needed to make a dataset of it. */
export interface Answered {
  /** The run whose rows it was asked about. */
  readonly run: OpenRun;
  readonly record: AgentRunRecord;
  readonly trials: number;
  readonly outcomes: readonly TrialOutcome[];
}

/** What agents have answered: looked at trial by trial, and made into a run that is scored. */
export class AgentAnswers {
  readonly #app: AppState;
  readonly #exchanges: ExchangeStore;
  #answered = $state.raw<Answered | undefined>();

  constructor(app: AppState, exchanges: ExchangeStore) {
    this.#app = app;
    this.#exchanges = exchanges;
  }

  /** What became of the trials of the last run, by row. */
  get outcomes(): readonly TrialOutcome[] {
    return this.#answered?.outcomes ?? [];
  }

  /** Takes what a run has given so far. */
  take(answered: Answered | undefined): void {
    this.#answered = answered;
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

  /** Offers what was said in the run of an agent as a file. */
  async downloadRecording(note: AgentNote, name: string): Promise<void> {
    const { recordingText } = await import('./agent-extras.ts');
    const text = await recordingText(this.#exchanges, note).catch(() => undefined);
    if (text !== undefined) this.#app.downloads.json(text, name, '-recording.json');
  }

  /**
   * Makes the answers a dataset of their own and scores it.
   * @param wholeCount trials of a whole run: with so many answers it is not gone on with
   * @returns whether the rows could still be read
   */
  async score(wholeCount: number): Promise<boolean> {
    const answered = this.#answered;
    if (!answered) return true;
    const { run, record, trials, outcomes } = answered;
    const order = outcomes.map(({ row, trial }) => row * trials + trial);
    const isInOrder = order.every((place, index) => place === index);
    const note: AgentNote = {
      ...record.config,
      runId: record.id,
      title: wayById(record.config.way).title,
      trials,
      ...(isInOrder ? {} : { order }),
    };
    const blob = await this.#app.reader.joinAnswers(run, outcomes, trials).catch(() => undefined);
    if (!blob) return false;
    if (isInOrder && outcomes.length === wholeCount) {
      await this.#exchanges.putRun({ ...record, endedAtMs: Date.now() }).catch(() => undefined);
    }
    this.#answered = undefined;
    await this.#open(run, outcomes.length, blob, note);
    return true;
  }

  /** Opens the dataset in place of the one asked about; says so where another is open by now. */
  async #open(run: OpenRun, rowCount: number, blob: Blob, agent: AgentNote): Promise<void> {
    const { workspace, notices } = this.#app;
    const title = `${run.record.name}, agent run`;
    const roles = rolesAfter(run.roles);
    const made = { blob, fileName: '', title, sampleId: '', agent, roles };
    const open = (): Promise<boolean> => workspace.openMade(made, run.record.settings);
    if (workspace.run?.record.id === run.record.id) {
      await open();
      return;
    }
    notices.banner({
      id: 'agent',
      kind: 'info',
      title: `The agent has answered ${formatCount(rowCount)} rows of “${run.record.name}”.`,
      text: 'They are scored when you open them.',
      action: {
        label: 'Open',
        run: () => {
          notices.dismissBanner('agent');
          void open();
        },
      },
    });
  }
}
