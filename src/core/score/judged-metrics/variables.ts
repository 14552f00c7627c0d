import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import type { JudgeMetric } from '#core/score/metric/judge-metric.ts';

const PLACEHOLDER = /\{([_a-zA-Z][_a-zA-Z0-9]*)\}/g;

/** A part of a prompt: text, or the name of a variable. */
export type TextPart = { readonly text: string } | { readonly variable: string };

/** Splits a prompt at its `{variable}` placeholders, in order; other braces are text. */
export function splitPlaceholders(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ variable: match[1] as string });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** The variables of the two responses in a prompt of one text, in the order shown. */
export const PAIR_VARIABLES = ['response_a', 'response_b'] as const;

/** The judged variable of a prompt of one text that compares two responses. */
const JUDGED = 'response';

/** Lists the distinct variables of a prompt; two compared responses are one. */
export function variablesOf(metric: Pick<JudgeMetric, 'prompt' | 'baseline'>): string[] {
  const { prompt, baseline } = metric;
  if (prompt.kind === 'sections') return [...new Set([...prompt.inputs, prompt.response])];
  const names = placeholdersOf(prompt.text);
  return [
    ...new Set(baseline ? names.map((name) => (isPairVariable(name) ? JUDGED : name)) : names),
  ];
}

/** Lists the placeholders of a prompt in order, with repetitions. */
export function placeholdersOf(text: string): string[] {
  return splitPlaceholders(text).flatMap((part) => ('variable' in part ? [part.variable] : []));
}

function isPairVariable(name: string): boolean {
  return (PAIR_VARIABLES as readonly string[]).includes(name);
}

/** The name of the judged variable. */
export function judgedVariable(prompt: JudgeMetric['prompt']): string {
  return prompt.kind === 'sections' ? prompt.response : JUDGED;
}

/**
 * The column of a variable: the chosen one, else the column of the role with its name, else the
 * column with its name.
 */
export function columnOfVariable(
  metric: Pick<JudgeMetric, 'columns'>,
  variable: string,
  roles: ColumnRoles,
): string {
  const chosen = Object.hasOwn(metric.columns, variable) ? metric.columns[variable] : undefined;
  const byRole = new Map<string, string | undefined>(Object.entries(roles)).get(variable);
  return chosen ?? byRole ?? variable;
}

/** Lists the variables without a column, in order. */
export function missingVariables(
  metric: JudgeMetric,
  roles: ColumnRoles,
  columns: readonly string[],
): string[] {
  return variablesOf(metric).filter(
    (variable) => !columns.includes(columnOfVariable(metric, variable, roles)),
  );
}
