import { readExchanges } from '#kernel/storage/exchanges.ts';
import type { AgentNote } from '#core/agents/agent-config.ts';
import type { Exchange } from '#core/agents/exchange.ts';
import { rolesAfter } from '#core/agents/join-answer.ts';
import { connectorById } from './connectors/registry.ts';
import type { ExchangeStore } from '#kernel/storage/exchanges.ts';
import type { AgentRunRecord, ExchangeRecord } from '#kernel/storage/schema.ts';
import type { TrialOutcome } from './agent-run.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import { ifStored } from '#kernel/storage/connection.ts';
import { answersOfAgent as texts } from './texts.ts';

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

  /** The messages exchanged for a trial of the last run. */
  exchangeOf({ row, trial }: TrialOutcome): Promise<ExchangeRecord | undefined> {
    return this.#find(this.#answered?.record.id ?? '', row, trial);
  }

  /** The messages exchanged for a row that an agent made; undefined where not kept. */
  async exchangeOfRow({ record, said }: OpenRun, row: number): Promise<Exchange | undefined> {
    if (!record.agent) return undefined;
    const { runId, trials, order } = record.agent;
    const place = order ? (order[row] ?? 0) : row;
    const [asked, trial] = [Math.floor(place / trials), place % trials];
    if (!said) return this.#find(runId, asked, trial);
    const exchanges = await readExchanges(said);
    return exchanges?.find((exchange) => exchange.row === asked && exchange.trial === trial);
  }

  async #find(runId: string, row: number, trial: number): Promise<ExchangeRecord | undefined> {
    const [found] = await this.#exchanges.get(runId, [{ row, trial }]);
    return found;
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
      title: connectorById(record.config.way).title,
      trials,
      asked: run.record.agent?.asked ?? run.record.fingerprint,
      ...(isInOrder ? {} : { order }),
    };
    const blob = await this.#app.reader
      .ask(run, 'joinAnswers', { outcomes, trials })
      .catch(() => undefined); // the session reports it
    if (!blob) return false;
    const made = { blob, fileName: '', title: titleOf(run, note), sampleId: '', agent: note };
    const { workspace } = this.#app;
    const open = async (): Promise<void> => {
      const roles = rolesAfter(run.roles);
      // what was changed of them while the agent answered counts
      const { settings } = (workspace.runs.get(run.record.id) ?? run).record;
      const isOpen = await workspace.openMade({ ...made, roles }, settings);
      // until they are scored and open, the answers can be scored again
      if (!isOpen) return;
      if (this.#answered?.record.id === record.id) this.#answered = undefined;
      if (isInOrder && outcomes.length === wholeCount) {
        await ifStored(this.#exchanges.putRun({ ...record, endedAtMs: Date.now() }));
      }
    };
    const shown = workspace.run?.record;
    const isOther = shown && shown.id !== run.record.id && shown.agent?.runId !== record.id;
    if (!isOther) await open();
    else this.#reportAnswered(run, outcomes.length, open);
    return true;
  }

  /** Another run is open by now, and stays so until a person wants these rows. */
  #reportAnswered({ record }: OpenRun, rowCount: number, open: () => Promise<void>): void {
    const { notices } = this.#app;
    notices.banner({
      id: 'agent',
      kind: 'info',
      title: texts.answered(rowCount, record.name),
      text: texts.notScored,
      actions: [
        {
          label: texts.open,
          run: () => {
            notices.dismissBanner('agent');
            void open();
          },
        },
      ],
    });
  }
}

/** Names what an agent made by the rows asked about, the connector and the model. */
function titleOf({ record }: OpenRun, { title, values }: AgentNote): string {
  const asked = record.agent ? record.name.replace(/, agent run.*$/s, '') : record.name;
  const model = values['model']?.trim() ?? '';
  return texts.runName(asked, title, model);
}
