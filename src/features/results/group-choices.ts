import type { GroupBy } from '#core/explain/view/group-rows.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import { furtherColumns, type GridColumn } from './result-columns.ts';
import { groupChoices as texts } from './texts.ts';

/** Something to group by, as the list offers it. */
interface GroupChoice {
  readonly value: string;
  readonly label: string;
  readonly by: GroupBy;
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
    { value: 'tool', label: texts.tool, by: { kind: 'tool' } },
    { value: 'cause', label: texts.cause, by: { kind: 'cause' } },
    ...scores.map(({ scores: { id }, title }) => ({
      value: `score:${id}`,
      label: title,
      by: { kind: 'score', columnId: id } as const,
    })),
  ];
}
