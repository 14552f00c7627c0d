import type { ScoreColumn } from '#core/score/metric/metric.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { totalsOf, versusRates, type MetricSummary } from '#core/explain/summary/metric-summary.ts';
import { nameInFiles } from '#core/score/metrics/registry.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';

const KIND = 'trajectory-playground/summary';
const VERSION = 1;

/** The summary of a run as a file. */
export interface SummaryFile {
  readonly name: string;
  readonly datasetName: string;
  readonly createdAtMs: number;
  readonly rowCount: number;
  readonly skippedCount: number;
  readonly settings: MetricSettings;
  readonly summary: readonly MetricSummary[];
}

/** Writes `row_count`, `m/mean`, `m/std` and win rates as the service does, then the rest. */
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
      totals: totalsOf(summary),
      settings: settings as unknown as JsonObject,
      columns: summary as unknown as readonly JsonObject[],
    },
    2,
  );
}

/** Wins and losses are shares of the rows judged, as in the service; ties and flips are our own. */
function metricsOf(
  summary: MetricSummary,
  all: readonly MetricSummary[],
): Record<string, JsonValue> {
  const { mean, std, agreement } = summary;
  const name = nameInFiles(columnOf(summary), all.map(columnOf));
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

/** Whether a text is a summary file, which has no rows. */
export function isSummary(text: string): boolean {
  return text.includes(`"kind": "${KIND}"`);
}
