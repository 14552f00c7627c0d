import { messageOf } from '#core/base/text/sentence.ts';
import {
  printGateConfig,
  type Condition,
  type GateConfig,
  readGateConfig,
} from '#core/gate/gate-config.ts';
import {
  describeCondition,
  describeConfigProblem,
  describeGateProblem,
} from '#core/gate/gate-sentences.ts';
import type { GateReport } from '#core/gate/judge-gate.ts';
import { DIFFERENCE_KINDS } from '#core/match/signature.ts';
import { isPairwise } from '#core/score/judged-metrics/judged-metric.ts';
import { isUnitScale } from '#core/score/metric/metric.ts';
import { findMetric } from '#core/score/metrics/registry.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { perApp } from '#kernel/per-app.svelte.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import type { GateAnswer } from './questions.ts';
import { gateEditor as texts } from './texts.ts';

/** The name that a config is downloaded under. */
export const CONFIG_FILE = 'gate.json';

/** What can be asked of any run, with thresholds to begin with. */
const BASIC: readonly Condition[] = [
  { rows: 'unscored', max: 0.02 },
  { rows: 'failed', max: 0.02 },
  { calls: 'mean', max: 10 },
  { latency: 'p95', max: 10 },
  ...DIFFERENCE_KINDS.map((cause) => ({ cause, max: 0.02 })),
];

/** The verdict of a gate, or else why it cannot be judged. */
interface Outcome {
  readonly report?: GateReport;
  readonly problems: readonly string[];
}

/** A gate being edited, with its verdict on the runs that are compared. */
export class GateEditor {
  readonly #app: AppState;
  #runs = $state.raw<readonly OpenRun[]>([]);
  #text = $state('');
  /** A person has changed it: it is theirs for other runs, too. */
  #isOwn = $state(false);
  #config = $state.raw<GateConfig | undefined>();
  #outcome = $state.raw<Outcome>({ problems: [] });
  #isJudging = $state(false);
  #judging = 0;

  constructor(app: AppState) {
    this.#app = app;
  }

  /** The config as JSON text; empty until the first is suggested. */
  get text(): string {
    return this.#text;
  }

  /** Whether a person has changed what was suggested. */
  get isOwn(): boolean {
    return this.#isOwn;
  }

  /** The config that was read last. */
  get config(): GateConfig | undefined {
    return this.#config;
  }

  /** What the gate says; undefined while it cannot be judged. */
  get report(): GateReport | undefined {
    return this.#outcome.report;
  }

  /** Why the gate cannot be judged: a sentence each; none where it can. */
  get problems(): readonly string[] {
    return this.#outcome.problems;
  }

  get isJudging(): boolean {
    return this.#isJudging;
  }

  /** Judges a run; without a gate of a person's own, one is suggested from the baseline. */
  async open(runs: readonly [OpenRun, OpenRun]): Promise<void> {
    this.#runs = runs;
    await this.#judge(this.#isOwn ? this.#config : undefined);
  }

  /** A person begins to write: a suggestion that is still on its way comes too late. */
  begin(): void {
    if (this.#isOwn) return;
    this.#isOwn = true;
    this.#judging++;
    this.#isJudging = false;
  }

  /** Takes a config as a person has written it. */
  async write(text: string): Promise<void> {
    this.#text = text;
    this.#isOwn = true;
    const reading = readGateConfig(text);
    if (reading.ok) return this.#judge(reading.config);
    // what is being judged is no longer asked for
    this.#judging++;
    this.#isJudging = false;
    const problems = reading.problems.map((one) => describeConfigProblem(CONFIG_FILE, one));
    this.#outcome = { problems };
  }

  /** Conditions that can be added, each with a threshold to begin with, and what it is about. */
  get further(): readonly { readonly subject: string; readonly condition: Condition }[] {
    const { conditions = [] } = this.#config ?? {};
    const bounded = conditions.filter((condition) => !('noWorseBy' in condition));
    const known = new Set(bounded.map((condition) => describeCondition(condition).subject));
    const scores = this.#runs.at(-1)?.columns.scores ?? [];
    const metrics = scores.flatMap((column): readonly Condition[] => {
      const { better, scale, isRecorded = false } = findMetric(column.metricId) ?? {};
      if (isRecorded || isPairwise(column)) return [];
      return [
        {
          metric: column.id,
          ...(better === 'lower' ? { max: isUnitScale(scale) ? 0.5 : 1 } : { min: 0.5 }),
        },
      ];
    });
    return [...metrics, ...BASIC]
      .map((condition) => ({ condition, subject: describeCondition(condition).subject }))
      .filter(({ subject }) => !known.has(subject));
  }

  /** Writes a further condition at the end of the others. */
  async add(condition: Condition): Promise<void> {
    if (!this.#config) return;
    const conditions = [...this.#config.conditions, condition];
    await this.write(printGateConfig({ ...this.#config, conditions }));
  }

  /** Goes back to what the baseline suggests. */
  async suggest(): Promise<void> {
    this.#isOwn = false;
    await this.#judge(undefined);
  }

  async #judge(config: GateConfig | undefined): Promise<void> {
    const [baseline, ...others] = this.#runs;
    if (!baseline) return;
    const judging = ++this.#judging;
    this.#config = config;
    this.#isJudging = true;
    try {
      const answer = await this.#app.reader.ask([baseline, ...others], 'gate', config);
      if (judging !== this.#judging) return;
      if (!config) this.#text = answer ? printGateConfig(answer.config) : '';
      this.#config = answer?.config;
      this.#outcome = answer ? outcomeOf(answer) : { problems: [texts.nothing] };
    } catch (error) {
      if (judging === this.#judging) this.#outcome = { problems: [messageOf(error)] };
    } finally {
      if (judging === this.#judging) this.#isJudging = false;
    }
  }
}

function outcomeOf({ config, result }: GateAnswer): Outcome {
  if (result.ok) return { report: result.report, problems: [] };
  return { problems: result.problems.map((one) => describeGateProblem(config.conditions, one)) };
}

/** The app's gate. */
export const gateEditorOf = perApp((app) => new GateEditor(app));
