import * as v from 'valibot';
import { mapOf, type Shape } from '#core/base/json/json-shape.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';

/** A column as the receipt shows it. */
export interface ColumnInfo {
  readonly name: string;
  /** Rows in which the column holds something. */
  readonly filled: number;
}

/** Every role, in the order the receipt lists them, with the words for it. */
export const ROLE_TITLES = {
  id: 'row id',
  row_name: 'row name',
  prompt: 'prompt',
  predicted_trajectory: 'agent’s calls',
  reference_trajectory: 'expected calls',
  reference_trajectories: 'other expected calls',
  transcript: 'transcript',
  response: 'response',
  reference: 'expected answer',
  latency_in_seconds: 'time',
  failure: 'failure',
  applicable_rules: 'rules that apply',
  tool_declarations: 'tools declared',
};

/** A role that a column can play in scoring. */
export type ColumnRole = keyof typeof ROLE_TITLES;

/** Every role a column can play. */
export const COLUMN_ROLES = Object.keys(ROLE_TITLES) as readonly ColumnRole[];

/** The roles whose names are columns of the service itself: it knows no names of rows. */
export const SERVICE_ROLES: readonly ColumnRole[] = COLUMN_ROLES.filter(
  (role) => role !== 'row_name',
);

/** The schema of which column plays which role. */
export const ColumnRoles = mapOf(COLUMN_ROLES, v.string());

/** Which column plays which role. A role without a column is absent. */
export type ColumnRoles = Shape<typeof ColumnRoles>;

/** Whether a value says which column plays which role. */
export function areColumnRoles(value: unknown): value is ColumnRoles {
  return v.is(ColumnRoles, value);
}

/** The column that rows are called by: the id’s where there is one; undefined for none. */
export function rowNameColumn(
  { columns }: { readonly columns: readonly ColumnInfo[] },
  { id, row_name }: ColumnRoles,
): string | undefined {
  return [id, row_name].find((wanted) => columns.some(({ name }) => name === wanted));
}

/** The sides of a row that hold calls, under the service's own names. */
export const CALL_SIDES = ['predicted_trajectory', 'reference_trajectory'] as const;

/**
 * Whether rows have the service's own columns and no other, both sides among them: nothing about
 * them has to be found out. False without rows.
 */
export function areOwnRows(rows: readonly JsonObject[]): boolean {
  const isOwn = (name: string): boolean => SERVICE_ROLES.some((role) => role === name);
  return (
    rows.length > 0 &&
    rows.every(
      (row) =>
        Object.keys(row).every(isOwn) && CALL_SIDES.every((side) => Object.hasOwn(row, side)),
    )
  );
}
