import type { CustomMetric } from '#core/score/metric/settings.ts';
import { instanceOf } from '#core/score/custom-metrics/instance.ts';
import type { CustomResult } from '#core/score/custom-metrics/read-result.ts';
import {
  isJsonList,
  isJsonObject,
  jsonTypeOf,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { previewJson, printJson } from '#core/base/json/parse-json.ts';
import type { Completion } from '#core/base/text/pieces.ts';
import { instanceFields as texts } from '#features/metrics/texts.ts';
import { openFrame } from '#kernel/sandbox/frame-sandbox.ts';
import { MetricRunner } from '#engine/own-code/custom-scorer.ts';
import { readRowText } from '#core/base/literals/parse-tolerant.ts';
import { rowJson } from '#kernel/run/row-json.ts';
import type { ReadableRun } from '#kernel/worker/run-holder.ts';
import type { WorkerPool } from '#kernel/worker/worker-pool.ts';

/** The row a metric is tried on, as the metric sees it. */
export interface TriedRow {
  /** 1-based. */
  readonly number: number;
  readonly instance: JsonObject;
}

/** So many rows a metric is tried on. */
const MAX_TRIED = 3;

/** Reads the first rows of a run as custom metrics see them; none for a run without rows. */
export async function readFirstRows(
  run: ReadableRun,
  pool: Pick<WorkerPool, 'ask'>,
): Promise<readonly TriedRow[]> {
  const places = Array.from({ length: Math.min(MAX_TRIED, run.columns.rowCount) }, (_, at) => at);
  const texts = await Promise.all(
    places.map(async (row) => (await rowJson(run, row, pool)).text()),
  );
  return texts.map((text, at) => {
    const reading = readRowText(text);
    const record = reading.ok && isJsonObject(reading.value) ? reading.value : {};
    return { number: at + 1, instance: instanceOf(record, run.roles) };
  });
}

/**
 * Runs code on rows, in a sandbox that is gone afterwards.
 * @param rows none: only whether the code can be run at all
 * @returns a result a row; without rows none where it can be run, and else why not
 * @throws AbortError when cancelled
 */
export async function tryMetric(
  metric: Pick<CustomMetric, 'name' | 'code' | 'language' | 'scale'>,
  rows: readonly TriedRow[],
  signal: AbortSignal,
): Promise<readonly CustomResult[]> {
  const runner = new MetricRunner(metric, signal, openFrame, TRY_DEADLINES);
  try {
    const instances = rows.length === 0 ? [{}] : rows.map(({ instance }) => instance);
    const { buffer } = new TextEncoder().encode(instances.map((one) => printJson(one)).join('\n'));
    const results = await runner.score(buffer, instances.length);
    return rows.length === 0 ? results.filter(isBroken) : results;
  } finally {
    runner.close();
  }
}

/** Whether code cannot be run, whatever the row. */
export function isBroken(result: CustomResult): boolean {
  return result.kind === 'error' && result.atStart === true;
}

/** Somebody is waiting, and it is a few rows. */
const TRY_DEADLINES = { startMs: 5000, batchMs: 3000, rowMs: 1000, mostHung: 1 };

/** A field of what a custom metric is given. */
interface InstanceField {
  readonly name: string;
  /** What it holds, in a word or two. */
  readonly kind: string;
  readonly preview: string;
}

const PREVIEW = 120;

/** Lists the fields of an instance: those with the service's names, and the data's own columns. */
export function listFields(instance: JsonObject): readonly InstanceField[] {
  return Object.entries(instance).map(([name, value]) => {
    const tools = toolsIn(value);
    return {
      name,
      kind: tools ? texts.calls(tools.length) : texts.kinds[jsonTypeOf(value)],
      preview: tools ? tools.join(', ').slice(0, PREVIEW) : previewJson(value, PREVIEW),
    };
  });
}

/** The tools of a list of calls; undefined for anything else. */
function toolsIn(value: JsonValue): readonly string[] | undefined {
  if (!isJsonList(value)) return undefined;
  const tools = value.map((call) => (isJsonObject(call) ? call['tool_name'] : undefined));
  return tools.every((tool) => typeof tool === 'string') && tools.length > 0 ? tools : undefined;
}

/** Writes how code gets at a field. */
export function accessTo(parameter: string, name: string, language: 'python' | undefined): string {
  const isName = /^[A-Za-z_$][\w$]*$/.test(name);
  return isName && language === undefined
    ? `${parameter}.${name}`
    : `${parameter}[${JSON.stringify(name)}]`;
}

/** What code calls the instance: the first parameter of its first function. */
export function parameterOf(code: string): string {
  const declared =
    /\b(?:function|def)\b[^(]{0,80}\(\s{0,9}(\w{1,60})/.exec(code) ??
    /(\w{1,60})\)?\s{0,9}=>/.exec(code);
  return declared?.[1] ?? 'instance';
}

/** Lists the fields and columns that fit where code begins to name one; none anywhere else. */
export function completeField(code: string, caret: number, names: readonly string[]): Completion {
  const begun = /([\w$]{1,60})(\??\.|(?:\?\.)?\[["']|\.get\(["'])([\w$]{0,60})$/.exec(
    code.slice(Math.max(0, caret - 200), caret),
  );
  const [, owner, access = '', word = ''] = begun ?? [];
  const isNameOnly = access.endsWith('.');
  const fits = (name: string): boolean =>
    name !== word && name.startsWith(word) && (!isNameOnly || /^[\w$]+$/.test(name));
  return {
    from: caret - word.length,
    to: caret,
    options: owner === parameterOf(code) ? names.filter(fits) : [],
  };
}
