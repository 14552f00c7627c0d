import type { Side } from '#core/read/framework/adapter.ts';
import type { ColumnInfo, ColumnRoles } from '#core/read/names/column-roles.ts';

/** A dataset's columns and which of them plays which role. */
export interface RoledColumns {
  readonly columns: readonly ColumnInfo[];
  readonly roles: ColumnRoles;
}

/** The sides that some row of a dataset holds a trajectory for. */
export function sidesOf(dataset: RoledColumns): readonly Side[] {
  const { columns, roles } = dataset;
  const has = (column: string | undefined): boolean => isFilled(columns, column);
  const sides: Side[] = [];
  if (has(roles.predicted_trajectory)) sides.push('predicted');
  if (has(roles.reference_trajectory) || has(roles.reference_trajectories)) sides.push('reference');
  return sides;
}

/**
 * The side that the rows of a dataset lack.
 * @returns the side that no row has while the other is there; undefined: both or neither are
 */
export function missingSide(dataset: RoledColumns): Side | undefined {
  const [side, ...others] = sidesOf(dataset);
  if (side === undefined || others.length > 0) return undefined;
  return side === 'predicted' ? 'reference' : 'predicted';
}

/** Whether no row of a run has expected calls, so that it can be read but not scored against them. */
export function lacksExpectedCalls({
  columns,
  roles,
}: {
  readonly columns: Pick<RoledColumns, 'columns'>;
  readonly roles: ColumnRoles;
}): boolean {
  return missingSide({ columns: columns.columns, roles }) === 'reference';
}

/**
 * Swaps the roles of a file's only side: a recorded conversation may be the one to be expected.
 * @returns the roles; the answer goes with the calls where nothing else plays its role
 */
export function takeSideAs(dataset: RoledColumns, side: Side): ColumnRoles {
  const { columns, roles } = dataset;
  const has = (column: string | undefined): boolean => isFilled(columns, column);
  const { predicted_trajectory, reference_trajectory, response, reference, ...rest } = roles;
  const isReference = side === 'reference';
  const calls = isReference ? predicted_trajectory : reference_trajectory;
  const answer = (isReference ? [reference, response] : [response, reference]).find(has);
  return {
    ...rest,
    ...(calls !== undefined && { [`${side}_trajectory`]: calls }),
    ...(answer !== undefined && { [isReference ? 'reference' : 'response']: answer }),
  };
}

/** Whether some row has a value in a column. A few are asked for, of as many as a file has keys. */
export function isFilled(columns: readonly ColumnInfo[], column: string | undefined): boolean {
  return column !== undefined && columns.some(({ name, filled }) => filled > 0 && name === column);
}
