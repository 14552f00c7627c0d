import type { ColumnRole } from '#core/issues/issue.ts';

/** Which column plays which role. A role without a column is absent. */
export type ColumnRoles = Readonly<Partial<Record<ColumnRole, string>>>;

/** A column as the receipt shows it. */
export interface ColumnInfo {
  readonly name: string;
  /** Rows in which the column holds something. */
  readonly filled: number;
}

/** Every role, in the order the receipt lists them, with the words for it. */
export const ROLE_TITLES: Readonly<Record<ColumnRole, string>> = {
  id: 'row id',
  prompt: 'prompt',
  predicted_trajectory: 'prediction',
  reference_trajectory: 'reference',
  response: 'response',
  reference: 'expected answer',
  latency_in_seconds: 'latency',
  failure: 'failure',
};

/** Every role a column can play. */
export const COLUMN_ROLES = Object.keys(ROLE_TITLES) as readonly ColumnRole[];

const ID_NAMES = [
  'id',
  'row_id',
  'example_id',
  'instance_id',
  'case_id',
  'eval_id',
  'test_id',
  'uuid',
];

const LOOKALIKES: Readonly<Record<ColumnRole, RegExp>> = {
  id: /(^|_)(id|uuid|key)$/i,
  prompt: /^(input|question|query|user_input|instruction|user|task)$/i,
  response: /^(output|answer|actual_output|completion|final_response|prediction)$/i,
  reference: /^(expected|expected_output|expected_answer|ground_truth|target|gold)$/i,
  predicted_trajectory:
    /^(actual|predicted|observed|used|made)?_?(trajectory|tool_calls|tools_called|tools|calls|steps)$/i,
  reference_trajectory:
    /^(expected|reference|golden|gold|ground_truth|required)_(trajectory|tool_calls|tools|calls|steps|tool_use)$/i,
  latency_in_seconds: /^(latency|latency_s|duration|duration_s|seconds|elapsed)$/i,
  failure: /^(failed|error|is_error|errored)$/i,
};

/**
 * Takes columns for roles by their names: the service's own names, and for the id the usual ones.
 * A role is given its usual name even when no row has that column: it is then never recorded.
 * @param names the column names found so far
 * @param chosen roles a person has set; an empty text means "no column"
 * @returns the roles
 */
export function assignRoles(names: readonly string[], chosen: ColumnRoles = {}): ColumnRoles {
  const roles: Partial<Record<ColumnRole, string>> = {};
  for (const role of COLUMN_ROLES) {
    const usual = role === 'id' ? (ID_NAMES.find((name) => names.includes(name)) ?? 'id') : role;
    const name = chosen[role] ?? usual;
    if (name !== '') roles[role] = name;
  }
  return roles;
}

/**
 * Proposes a column for a role that no column was taken for.
 * @param role the role
 * @param names the column names found
 * @param roles the roles already taken
 * @returns the first column whose name looks right and that is free
 */
export function suggestColumn(
  role: ColumnRole,
  names: readonly string[],
  roles: ColumnRoles,
): string | undefined {
  const taken = new Set(Object.values(roles));
  return names.find((name) => !taken.has(name) && LOOKALIKES[role].test(name));
}
