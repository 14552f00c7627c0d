import { hashText } from '#core/base/json/equal-json.ts';
import type { ColumnRole } from '#core/read/names/column-roles.ts';
import type { ScoreColumn } from '#core/score/metric/metric.ts';
import { METRICS } from '#core/score/metrics/registry.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { FUNCTION_PARTS } from './function-parts.ts';

/** JavaScript that scores a row; ASCII, without three double quotes in a row. */
export interface RowFunction {
  /** The function as an expression, see `rowScorer`. */
  readonly code: string;
  /** A unique name for it. */
  readonly name: string;
}

/**
 * Writes the function that scores a row with built-in metrics, from just the parts of the core that
 * the columns need. Throws Error when the code was not built with its parts.
 */
export function writeFunction(
  roles: readonly ColumnRole[],
  settings: MetricSettings,
  columns: readonly ScoreColumn[],
): RowFunction {
  const { parts, exports } = FUNCTION_PARTS;
  const chosen = new Set<number>();
  const choose = (place: number): void => {
    if (chosen.has(place)) return;
    chosen.add(place);
    for (const needed of parts[place]?.needs ?? []) choose(needed);
  };
  const use = (exported: string): string => {
    const found = exports[exported];
    if (!found) throw new Error(`The function for warehouses has no part ${exported}`);
    choose(found.part);
    return found.name;
  };
  const scorers = columns.map((column) => {
    const { name, isByName } = formulaOf(column.metricId);
    return `[${use(name)}.score,${literal(column)},${String(isByName)}]`;
  });
  const scoring = literal(settingsForScores(settings));
  const matcher = settings.matching
    ? `${use('createMatcher')}(${literal(settings.matching)})`
    : use('EXACT_MATCHER');
  const made = `${use('rowScorer')}(${literal(roles)},${scoring},${matcher},[${scorers.join()}])`;
  const texts = [...chosen].sort((a, b) => a - b).map((place) => parts[place]?.text ?? '');
  const code = `(function(){${joinVariables(texts.join('\n'))}\nreturn ${made}})()`;
  return { code, name: `trajectory_scores_${hashText(code).toString(16)}` };
}

/** Joins adjacent declarations of variables, to save bytes. */
function joinVariables(code: string): string {
  return code.replaceAll(';\nvar ', ',\n');
}

/** The export of a metric's formula, see CONTRIBUTING.md. */
function formulaOf(metricId: string): { readonly name: string; readonly isByName: boolean } {
  const base = metricId.replace(/_names$/, '');
  const isByName = base !== metricId && METRICS.some(({ id, byNames }) => id === base && byNames);
  const id = isByName ? base : metricId;
  return { name: id.replace(/_(.)/g, (_, char: string) => char.toUpperCase()), isByName };
}

/** The settings that change a score. */
function settingsForScores(settings: MetricSettings): MetricSettings {
  const { tools, duplicates, emptyTrajectories } = settings;
  const { useEffectiveOrder, useStemmer, useStrictStringMatch } = settings;
  return {
    metrics: [],
    tools,
    duplicates,
    emptyTrajectories,
    ...(useEffectiveOrder === true && { useEffectiveOrder }),
    ...(useStemmer === true && { useStemmer }),
    ...(useStrictStringMatch === true && { useStrictStringMatch }),
  };
}

/** Writes data as JavaScript that contains no end of an SQL text. */
function literal(value: object): string {
  return JSON.stringify(value)
    .replace(/\\./g, (escape) => (escape === '\\"' ? '\\u0022' : escape))
    .replace(
      /[^\x20-\x7e]|['`]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}
