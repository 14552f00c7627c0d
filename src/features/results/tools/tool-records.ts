import { quantile } from '#core/base/statistics/interval.ts';
import { endOf, callStep } from '#core/calls/transcript.ts';
import type { CallStep, StepTokens } from '#core/calls/step.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';

/** A figure over the calls that record it. */
export interface Recorded {
  /** The number of these calls; at least one. */
  readonly calls: number;
  readonly sum: number;
}

/** The duration of calls, in milliseconds. */
interface RecordedTime extends Recorded {
  readonly median: number;
  readonly p95: number;
}

/** The cost of calls in one currency; an empty code where not recorded. */
interface RecordedCost extends Recorded {
  readonly currency: string;
}

/** The recorded figures of one tool; null where no call records one, never 0. */
export interface ToolRecord {
  readonly tool: string;
  readonly calls: number;
  readonly rows: number;
  /** Failed calls, among those with a recorded result or error. */
  readonly errors: Recorded | null;
  readonly time: RecordedTime | null;
  readonly inputTokens: Recorded | null;
  readonly outputTokens: Recorded | null;
  readonly cachedTokens: Recorded | null;
  /** One for each currency. */
  readonly costs: readonly RecordedCost[];
}

/** The recorded figures of all tools. */
export interface ToolRecords {
  /** Most calls first, then by name; at most {@link TOOLS_RECORDED}. */
  readonly tools: readonly ToolRecord[];
  readonly toolCount: number;
  readonly rowCount: number;
}

const TOOLS_RECORDED = 500;

class Sum {
  #calls = 0;
  #sum = 0;

  add(value: number | undefined): void {
    if (value === undefined) return;
    this.#calls++;
    this.#sum += value;
  }

  finish(): Recorded | null {
    return this.#calls === 0 ? null : { calls: this.#calls, sum: this.#sum };
  }
}

class OneTool {
  calls = 0;
  rows = 0;
  lastRow = -1;
  readonly #errors = new Sum();
  readonly #times: number[] = [];
  readonly #tokens = { input: new Sum(), output: new Sum(), cached: new Sum() };
  readonly #costs = new Map<string, Sum>();

  add(step: CallStep): void {
    this.calls++;
    const { durationMs, tokens = NO_TOKENS, cost } = step;
    const end = endOf(step);
    if (end !== 'unrecorded') this.#errors.add(end === 'failed' ? 1 : 0);
    if (durationMs !== undefined) this.#times.push(durationMs);
    this.#tokens.input.add(tokens.input);
    this.#tokens.output.add(tokens.output);
    this.#tokens.cached.add(tokens.cached);
    if (cost) {
      const sum = this.#costs.get(cost.currency) ?? new Sum();
      this.#costs.set(cost.currency, sum);
      sum.add(cost.amount);
    }
  }

  finish(tool: string): ToolRecord {
    const { calls, rows } = this;
    return {
      tool,
      calls,
      rows,
      errors: this.#errors.finish(),
      time: timeOf(this.#times),
      inputTokens: this.#tokens.input.finish(),
      outputTokens: this.#tokens.output.finish(),
      cachedTokens: this.#tokens.cached.finish(),
      costs: [...this.#costs]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([currency, sum]) => {
          const recorded = sum.finish();
          return recorded ? [{ currency, ...recorded }] : [];
        }),
    };
  }
}

const NO_TOKENS: StepTokens = {};

function timeOf(times: readonly number[]): RecordedTime | null {
  if (times.length === 0) return null;
  const sorted = Float64Array.from(times).sort();
  return {
    calls: sorted.length,
    sum: sorted.reduce((sum, ms) => sum + ms, 0),
    median: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
  };
}

/** Gathers recorded figures by tool, in one pass over the rows. */
export class ToolRecordGatherer {
  readonly #tools = new Map<string, OneTool>();
  #rows = 0;

  /** Adds a row's calls; undefined where missing or unreadable. */
  add(calls: Trajectory | undefined): void {
    const row = this.#rows++;
    for (const [place, call] of (calls ?? []).entries()) {
      let tool = this.#tools.get(call.tool_name);
      if (!tool) this.#tools.set(call.tool_name, (tool = new OneTool()));
      if (tool.lastRow !== row) tool.rows++;
      tool.lastRow = row;
      tool.add(callStep(call, place));
    }
  }

  finish(): ToolRecords {
    const tools = [...this.#tools].sort(([a, x], [b, y]) => y.calls - x.calls || (a < b ? -1 : 1));
    return {
      tools: tools.slice(0, TOOLS_RECORDED).map(([name, tool]) => tool.finish(name)),
      toolCount: tools.length,
      rowCount: this.#rows,
    };
  }
}
