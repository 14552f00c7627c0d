import type { ScoreColumn } from '#core/score/metric/metric.ts';
import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { readJson } from '#core/base/literals/read-json.ts';
import { judgeName } from '#core/score/judged-metrics/judged-metric.ts';
import { readSettings } from '#core/score/metric-sets/metric-set.ts';
import { versusRates } from '#core/explain/summary/shown-summaries.ts';
import type { MetricSummary } from '#core/explain/summary/summarise.ts';
import { findMetric, nameInFiles } from '#core/score/metrics/registry.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { BINS } from '#core/explain/summary/bins.ts';

const KIND = 'trajectory-playground/summary';
const VERSION = 1;

/** A run's summary as it is downloaded and read back. */
export interface SummaryFile {
  readonly name: string;
  readonly datasetName: string;
  readonly createdAtMs: number;
  readonly rowCount: number;
  readonly skippedCount: number;
  readonly settings: MetricSettings;
  readonly summary: readonly MetricSummary[];
}

/** Writes `row_count`, `m/mean`, `m/std` and win rates, as the service does, then all else. */
export function printSummary(file: SummaryFile): string {
  const metrics: Record<string, JsonValue> = { row_count: file.rowCount };
  for (const column of file.summary) Object.assign(metrics, metricsOf(column, file.summary));
  const { name, datasetName, createdAtMs, rowCount, skippedCount, settings, summary } = file;
  return printJson(
    {
      kind: KIND,
      version: VERSION,
      name,
      dataset: datasetName,
      scored_at: new Date(createdAtMs).toISOString(),
      row_count: rowCount,
      skipped_count: skippedCount,
      summary_metrics: metrics,
      settings: settings as unknown as JsonObject,
      columns: summary as unknown as readonly JsonObject[],
    },
    2,
  );
}

/** Wins and losses count over the rows asked about, as the service has it; ties and flips are our own. */
function metricsOf(
  summary: MetricSummary,
  all: readonly MetricSummary[],
): Record<string, JsonValue> {
  const { mean, std, agreement } = summary;
  const name = judgeName(nameInFiles(columnOf(summary), all.map(columnOf)));
  const rates = versusRates(summary);
  const agreed = agreement === undefined ? {} : { [`${name}/agreement`]: agreement };
  if (!rates) return { [`${name}/mean`]: mean, [`${name}/std`]: std, ...agreed };
  return {
    [`${name}/candidate_model_win_rate`]: rates.wins,
    [`${name}/baseline_model_win_rate`]: rates.losses,
    [`${name}/tie_rate`]: rates.ties,
    [`${name}/flip_rate`]: rates.flips,
  };
}

const columnOf = ({ columnId: id, metricId }: MetricSummary): ScoreColumn => ({ id, metricId });

/** Reads a summary file back; undefined for other text, or that of a newer version. */
export function readSummary(text: string): SummaryFile | undefined {
  if (!text.includes(KIND)) return undefined;
  const reading = readJson(text);
  if (!reading.ok || !isJsonObject(reading.value)) return undefined;
  const file = reading.value;
  if (file['kind'] !== KIND || file['version'] !== VERSION) return undefined;
  const { name, dataset, scored_at: scoredAt, row_count: rows, skipped_count: skipped } = file;
  const { settings: written, columns } = file;
  if (typeof name !== 'string' || typeof scoredAt !== 'string' || typeof rows !== 'number')
    return undefined;
  if (!isJsonList(columns) || !columns.every(isMetricSummary)) return undefined;
  if (!isJsonObject(written) || !isJsonList(written['metrics']) || !isJsonList(written['tools']))
    return undefined;
  const { settings, problems } = readSettings(written);
  if (problems.length > 0) return undefined;
  return {
    name,
    datasetName: typeof dataset === 'string' ? dataset : name,
    createdAtMs: Date.parse(scoredAt) || 0,
    rowCount: rows,
    skippedCount: typeof skipped === 'number' ? skipped : 0,
    settings,
    summary: columns as unknown as readonly MetricSummary[],
  };
}

const NUMBERS = ['mean', 'std', 'median', 'p90', 'min', 'max'];
const COUNTS = ['valid', 'notEvaluated', 'errors'];

function isMetricSummary(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  const { columnId, metricId, interval, histogram } = value;
  if (typeof columnId !== 'string' || typeof metricId !== 'string' || !findMetric(metricId))
    return false;
  if (!NUMBERS.every((key) => value[key] === null || typeof value[key] === 'number')) return false;
  if (!COUNTS.every((key) => typeof value[key] === 'number')) return false;
  return isInterval(interval) && isHistogram(histogram);
}

function isInterval(value: JsonValue | undefined): boolean {
  if (value === null) return true;
  return (
    isJsonObject(value) && typeof value['low'] === 'number' && typeof value['high'] === 'number'
  );
}

function isHistogram(value: JsonValue | undefined): boolean {
  if (!isJsonObject(value) || typeof value['min'] !== 'number' || typeof value['max'] !== 'number')
    return false;
  const bins = value['bins'];
  return isJsonList(bins) && bins.length === BINS && bins.every((bin) => typeof bin === 'number');
}
