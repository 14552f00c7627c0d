import { hashTextWide } from '#core/base/json/hash-json.ts';
import { isJsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { quantile } from '#core/base/statistics/interval.ts';
import { endOf } from '#core/calls/repeated-calls.ts';
import type { CallStep, StepTokens } from '#core/calls/step.ts';
import { callStep } from '#core/calls/transcript.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';

/** A figure that some calls of a tool record, over those that do. */
export interface Recorded {
  /** The calls that record it; at least one. */
  readonly calls: number;
  readonly sum: number;
}

/** How long the calls of a tool took, in milliseconds. */
interface RecordedTime extends Recorded {
  readonly median: number;
  readonly p95: number;
}

/** What calls of a tool cost in one currency; an empty code where the data names none. */
interface RecordedCost extends Recorded {
  readonly currency: string;
}

/** A value of an argument, as JSON, cut where it is long. */
interface ArgumentValue {
  readonly text: string;
  readonly calls: number;
}

/** How an argument of a tool varies from call to call. */
interface ArgumentValues {
  readonly name: string;
  /** Calls that have it. */
  readonly calls: number;
  /** Calls of the tool that do not have it, among those whose arguments are known. */
  readonly absent: number;
  /** How many values there are, up to {@link VALUES_COUNTED}. */
  readonly distinct: number;
  /** The commonest, most calls first; at most {@link VALUES_LISTED}. */
  readonly commonest: readonly ArgumentValue[];
}

/** What the calls of one tool record. A figure that no call records is null, never 0. */
export interface ToolRecord {
  readonly tool: string;
  readonly calls: number;
  readonly rows: number;
  /** Calls that failed, of those that record a result or an error. */
  readonly errors: Recorded | null;
  readonly time: RecordedTime | null;
  readonly inputTokens: Recorded | null;
  readonly outputTokens: Recorded | null;
  readonly cachedTokens: Recorded | null;
  /** One for each currency, by its code. */
  readonly costs: readonly RecordedCost[];
  /** Those that vary most first, then by name; at most {@link ARGUMENTS_LISTED}. */
  readonly arguments: readonly ArgumentValues[];
}

/** What the calls of all tools record. */
export interface ToolRecords {
  /** Most calls first, then by name; at most {@link TOOLS_RECORDED}. */
  readonly tools: readonly ToolRecord[];
  readonly toolCount: number;
  /** Rows that were looked at. */
  readonly rowCount: number;
}

/** Values of an argument beyond so many are not told apart: their number is “so many or more”. */
export const VALUES_COUNTED = 1000;
/** The most values listed of an argument. */
const VALUES_LISTED = 3;
/** The most arguments listed of a tool. */
const ARGUMENTS_LISTED = 50;
/** The most tools listed. */
const TOOLS_RECORDED = 500;

const TEXT_LIMIT = 80;

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

/** Counts the values of one argument. */
class ValueCounts {
  #calls = 0;
  readonly #counts = new Map<string, number>();

  add(value: JsonValue): void {
    this.#calls++;
    const text = printJson(value);
    const key =
      text.length <= TEXT_LIMIT ? text : `${text.slice(0, TEXT_LIMIT)}…${hashTextWide(text)}`;
    const known = this.#counts.get(key);
    if (known !== undefined || this.#counts.size < VALUES_COUNTED)
      this.#counts.set(key, (known ?? 0) + 1);
  }

  finish(name: string, callsOfTool: number): ArgumentValues {
    const ranked = [...this.#counts].sort(
      ([a, timesA], [b, timesB]) => timesB - timesA || (a < b ? -1 : 1),
    );
    return {
      name,
      calls: this.#calls,
      absent: callsOfTool - this.#calls,
      distinct: this.#counts.size,
      commonest: ranked.slice(0, VALUES_LISTED).map(([key, calls]) => ({
        text: key.length <= TEXT_LIMIT ? key : `${key.slice(0, TEXT_LIMIT)}…`,
        calls,
      })),
    };
  }
}

class OneTool {
  calls = 0;
  rows = 0;
  lastRow = -1;
  /** Calls whose arguments are known, and are named. */
  #withArguments = 0;
  readonly #errors = new Sum();
  readonly #times: number[] = [];
  readonly #tokens = { input: new Sum(), output: new Sum(), cached: new Sum() };
  readonly #costs = new Map<string, Sum>();
  readonly #arguments = new Map<string, ValueCounts>();

  add(step: CallStep): void {
    this.calls++;
    const { call, durationMs, tokens = NO_TOKENS, cost } = step;
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
    if (call.isNameOnly || !isJsonObject(call.tool_input)) return;
    this.#withArguments++;
    for (const [name, value] of Object.entries(call.tool_input)) {
      let counts = this.#arguments.get(name);
      if (!counts) this.#arguments.set(name, (counts = new ValueCounts()));
      counts.add(value);
    }
  }

  finish(tool: string): ToolRecord {
    const { calls, rows } = this;
    const varied = [...this.#arguments].map(([name, counts]) =>
      counts.finish(name, this.#withArguments),
    );
    varied.sort(
      (a, b) => b.distinct - a.distinct || b.absent - a.absent || (a.name < b.name ? -1 : 1),
    );
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
      arguments: varied.slice(0, ARGUMENTS_LISTED),
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

/** Gathers what calls record, tool by tool, in one pass over the rows. */
export class ToolRecordGatherer {
  readonly #tools = new Map<string, OneTool>();
  #rows = 0;

  /** Adds the calls that a row’s agent made; undefined where they are missing or unreadable. */
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

  /** Ends the gathering. */
  finish(): ToolRecords {
    const tools = [...this.#tools].sort(([a, x], [b, y]) => y.calls - x.calls || (a < b ? -1 : 1));
    return {
      tools: tools.slice(0, TOOLS_RECORDED).map(([name, tool]) => tool.finish(name)),
      toolCount: tools.length,
      rowCount: this.#rows,
    };
  }
}
