import type { Side } from '#core/adapters/reading.ts';
import type { ColumnInfo, ColumnRoles } from './column-roles.ts';

/** A dataset's columns and which of them plays which role. */
export interface RoledColumns {
  readonly columns: readonly ColumnInfo[];
  readonly roles: ColumnRoles;
}

/**
 * Tells which sides the rows of a dataset have.
 * @param dataset its columns and roles
 * @returns the sides that some row holds a trajectory for
 */
export function sidesOf(dataset: RoledColumns): readonly Side[] {
  const { columns, roles } = dataset;
  const filled = filledNames(columns);
  const has = (column: string | undefined): boolean => column !== undefined && filled.has(column);
  const sides: Side[] = [];
  if (has(roles.predicted_trajectory)) sides.push('predicted');
  if (has(roles.reference_trajectory) || has(roles.reference_trajectories)) sides.push('reference');
  return sides;
}

/**
 * Tells which side of its rows a dataset lacks.
 * @param dataset its columns and roles
 * @returns the side that no row has while the other is there; undefined: both or neither are
 */
export function missingSide(dataset: RoledColumns): Side | undefined {
  const [side, ...others] = sidesOf(dataset);
  if (side === undefined || others.length > 0) return undefined;
  return side === 'predicted' ? 'reference' : 'predicted';
}

/**
 * Takes a file's only side for the other: a recorded conversation may be the one to be expected.
 * @param dataset the columns and roles of a file with one side
 * @param side the side its calls are taken for
 * @returns the roles; the answer goes with the calls where nothing else plays its role
 */
export function takeSideAs(dataset: RoledColumns, side: Side): ColumnRoles {
  const { columns, roles } = dataset;
  const filled = filledNames(columns);
  const has = (column: string | undefined): boolean => column !== undefined && filled.has(column);
  const { predicted_trajectory: predicted, reference_trajectory: expected, ...others } = roles;
  const { response, reference, ...rest } = others;
  const answer = side === 'reference' ? [reference, response] : [response, reference];
  const column = answer.find(has);
  return side === 'reference'
    ? {
        ...rest,
        ...(predicted !== undefined && { reference_trajectory: predicted }),
        ...(column !== undefined && { reference: column }),
      }
    : {
        ...rest,
        ...(expected !== undefined && { predicted_trajectory: expected }),
        ...(column !== undefined && { response: column }),
      };
}

function filledNames(columns: readonly ColumnInfo[]): ReadonlySet<string> {
  return new Set(columns.filter(({ filled }) => filled > 0).map(({ name }) => name));
}
