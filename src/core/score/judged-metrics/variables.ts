import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import type { JudgeMetric } from '#core/score/metric/judge-metric.ts';

const PLACEHOLDER = /\{([_a-zA-Z][_a-zA-Z0-9]*)\}/g;

/** A part of a prompt written as one text: words, or the name of a variable. */
export type TextPart = { readonly text: string } | { readonly variable: string };

/** Splits a prompt, in order, at its `{variable}` placeholders; any other brace is text. */
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

/** Stand in a prompt written as one text for the response shown first and the one shown second. */
export const PAIR_VARIABLES = ['response_a', 'response_b'] as const;

/** The variable that is judged where the prompt is one text about two responses. */
const JUDGED = 'response';

/** Lists the variables of a prompt, each once; two responses compared are one variable. */
export function variablesOf(metric: Pick<JudgeMetric, 'prompt' | 'baseline'>): string[] {
  const { prompt, baseline } = metric;
  if (prompt.kind === 'sections') return [...new Set([...prompt.inputs, prompt.response])];
  const names = placeholdersOf(prompt.text);
  return [
    ...new Set(baseline ? names.map((name) => (isPairVariable(name) ? JUDGED : name)) : names),
  ];
}

/** Lists the placeholders of a prompt as often as they are there, in order. */
export function placeholdersOf(text: string): string[] {
  return splitPlaceholders(text).flatMap((part) => ('variable' in part ? [part.variable] : []));
}

function isPairVariable(name: string): boolean {
  return (PAIR_VARIABLES as readonly string[]).includes(name);
}

/** Names the variable that is judged. */
export function judgedVariable(prompt: JudgeMetric['prompt']): string {
  return prompt.kind === 'sections' ? prompt.response : JUDGED;
}

/** The column for a variable: the one chosen, that of the role of its name, or of that name. */
export function columnOfVariable(
  metric: Pick<JudgeMetric, 'columns'>,
  variable: string,
  roles: ColumnRoles,
): string {
  const chosen = Object.hasOwn(metric.columns, variable) ? metric.columns[variable] : undefined;
  const byRole = new Map<string, string | undefined>(Object.entries(roles)).get(variable);
  return chosen ?? byRole ?? variable;
}

/** Lists the variables, in order, that no column stands for. */
export function missingVariables(
  metric: JudgeMetric,
  roles: ColumnRoles,
  columns: readonly string[],
): string[] {
  return variablesOf(metric).filter(
    (variable) => !columns.includes(columnOfVariable(metric, variable, roles)),
  );
}
