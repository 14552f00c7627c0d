import { OUTCOMES } from '#core/calls/outcome.ts';
import type { ScoreValues } from '#core/score/columns/scored-columns.ts';
import type { RuleSetting } from '#core/score/metric/settings.ts';
import type { RuleNames } from '#core/score/trajectory-rules/parse-rule.ts';
import { ruleColumn } from '#core/score/trajectory-rules/rule-metric.ts';
import { SourceLost } from '#engine/source-lost.ts';
import type { FirstOffence, ToolArguments } from '#features/metrics/questions.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';

/** How the rows of a run stand to a rule. */
export interface RuleCount {
  readonly kept: number;
  /** Rows that were checked. */
  readonly of: number;
  /** The first row that breaks it, −1 for none. */
  readonly first: number;
  /** Rows that name a rule that does not exist. */
  readonly unknown: number;
}

const UNKNOWN = OUTCOMES.indexOf('rule_unknown');

/** Counts the rows that keep a rule. */
export function countRows({ values, outcomes }: ScoreValues): RuleCount {
  let [kept, of, first, unknown] = [0, 0, -1, 0];
  for (const [row, value] of values.entries()) {
    if (outcomes[row] === UNKNOWN) unknown++;
    if (Number.isNaN(value)) continue;
    of++;
    if (value === 1) kept++;
    else if (first < 0) first = row;
  }
  return { kept, of, first, unknown };
}

/** What is known of the open run for its rules: how many rows keep each, where each breaks first. */
export class RulesOfRun {
  readonly #app: AppState;
  #tools = $state.raw<readonly ToolArguments[]>([]);
  #offences = $state.raw<ReadonlyMap<string, FirstOffence>>(new Map());

  constructor(app: AppState) {
    this.#app = app;
  }

  /** How the rows stand to a rule; undefined until they are checked against it. */
  countOf(run: OpenRun | undefined, rule: RuleSetting): RuleCount | undefined {
    const { id } = ruleColumn(rule);
    const scores = run?.columns.scores.find((column) => column.id === id);
    return scores && countRows(scores);
  }

  /** Where a rule is broken first; undefined until that is known. */
  offenceOf(rule: RuleSetting): FirstOffence | undefined {
    return this.#offences.get(rule.text);
  }

  /** What rules can name. */
  get names(): RuleNames {
    return {
      tools: this.#tools.map(([name]) => name),
      argumentsOf: (tool) => this.#tools.find(([name]) => name === tool)?.[1] ?? [],
    };
  }

  /** Reads which tools and arguments there are. @returns stops it */
  readTools(run: OpenRun): () => void {
    const stop = new AbortController();
    void this.#ask(async () => {
      const tools = await this.#app.reader.ask(run, 'toolArguments', undefined, {
        signal: stop.signal,
      });
      if (!stop.signal.aborted) this.#tools = tools;
    }, stop.signal);
    return () => stop.abort();
  }

  /** Finds the call with which each rule is broken first. @returns stops it */
  findOffences(run: OpenRun, rules: readonly RuleSetting[]): () => void {
    const stop = new AbortController();
    const broken = rules.flatMap((rule) => {
      const first = rule.isOn ? (this.countOf(run, rule)?.first ?? -1) : -1;
      return first < 0 ? [] : [{ text: rule.text, row: first }];
    });
    void this.#ask(async () => {
      const found = await this.#app.reader.ask(run, 'firstOffences', broken, {
        signal: stop.signal,
      });
      if (!stop.signal.aborted) this.#offences = new Map(found.map((one) => [one.text, one]));
    }, stop.signal);
    return () => stop.abort();
  }

  async #ask(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!signal.aborted && !(error instanceof SourceLost)) throw error;
    }
  }
}
