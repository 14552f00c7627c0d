import type { GroupBy } from './group-rows.ts';
import type { RowsDescription } from '#core/read/dataset/describe-rows.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import { furtherColumns } from './result-columns.ts';
import { groupChoices as texts } from './texts.ts';

/** Something to group by, as the list offers it. */
interface GroupChoice {
  readonly value: string;
  readonly label: string;
  readonly by: GroupBy;
  /** Whether it makes few groups. */
  readonly isSuggested: boolean;
}

const BY_TOOL: GroupChoice = {
  value: 'tool',
  label: texts.tool,
  by: { kind: 'tool' },
  isSuggested: false,
};

/** What rows are grouped by: what was chosen, else the first. */
export function groupChosen(choices: readonly GroupChoice[], value: string): GroupChoice {
  return choices.find((choice) => choice.value === value) ?? choices[0] ?? BY_TOOL;
}

/** More groups than this are no groups. */
const MAX_VALUES = 20;
/** So many columns that make none are offered: a list of all would take the browser seconds. */
const MAX_OTHERS = 500;

/**
 * Lists what rows can be grouped by: columns of the dataset with 2 to 20 values in its first rows, not
 * another in each, fewest first; tools; the first {@link MAX_OTHERS} other columns.
 */
export function groupChoices(
  run: Pick<OpenRun, 'columns' | 'roles'>,
  described: RowsDescription | undefined,
): GroupChoice[] {
  const { id, prompt } = run.roles;
  // what is another in each row makes no groups
  const counts = new Map(
    described?.columns.map((one) => [one.name, one.isDistinct ? 0 : one.valueCount]),
  );
  const cells = [
    ...furtherColumns(run.columns, run.roles),
    ...run.columns.columns.map(({ name }) => name).filter((name) => name === id || name === prompt),
  ].map((column) => {
    const count = counts.get(column) ?? 0;
    const isSuggested = count > 1 && count <= MAX_VALUES;
    return { ...cellChoice(column), isSuggested, count };
  });
  const suggested = cells.filter(({ isSuggested }) => isSuggested);
  return [
    ...suggested.sort((a, b) => a.count - b.count),
    BY_TOOL,
    ...cells.filter(({ isSuggested }) => !isSuggested).slice(0, MAX_OTHERS),
  ];
}

function cellChoice(column: string): Omit<GroupChoice, 'isSuggested'> {
  return { value: `cell:${column}`, label: column, by: { kind: 'cell', column } };
}
