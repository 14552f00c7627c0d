import type { GroupBy } from '#core/explain/summary/group-rows.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import { furtherColumns, type GridColumn } from './result-columns.ts';
import { groupChoices as texts } from './texts.ts';

/** Something to group by, as the list offers it. */
interface GroupChoice {
  readonly value: string;
  readonly label: string;
  readonly by: GroupBy;
}

const BY_TOOL: GroupChoice = { value: 'tool', label: texts.tool, by: { kind: 'tool' } };

/** What rows are grouped by: what was chosen, else the first. */
export function groupChosen(choices: readonly GroupChoice[], value: string): GroupChoice {
  return choices.find((choice) => choice.value === value) ?? choices[0] ?? BY_TOOL;
}

/** Lists what rows can be grouped by: columns of the dataset first, they are why people group. */
export function groupChoices(run: OpenRun, scores: readonly GridColumn[]): GroupChoice[] {
  const { prompt } = run.roles;
  const isThere = run.columns.columns.some(({ name }) => name === prompt);
  const cells = [
    ...furtherColumns(run.columns, run.roles),
    ...(prompt !== undefined && isThere ? [prompt] : []),
  ];
  return [
    ...cells.map((column) => ({
      value: `cell:${column}`,
      label: column,
      by: { kind: 'cell', column } as const,
    })),
    BY_TOOL,
    { value: 'cause', label: texts.cause, by: { kind: 'cause' } },
    ...scores.map(({ scores: { id }, title }) => ({
      value: `score:${id}`,
      label: title,
      by: { kind: 'score', columnId: id } as const,
    })),
  ];
}
