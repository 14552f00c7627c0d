import type { ColumnInfo } from '#core/read/names/column-roles.ts';
import type { ScoredColumns } from './scored-columns.ts';

/** Names and counts in their own lists: they are copied several times as fast as objects. */
export interface PackedInfos {
  readonly names: readonly string[];
  readonly filled: Uint32Array;
}

/** Columns on their way to another thread or to the store. */
export interface PassedColumns extends Omit<ScoredColumns, 'columns'> {
  readonly columns: readonly ColumnInfo[] | PackedInfos;
}

/** Something that lists the columns of a file. */
type WithInfos<T, Infos> = Omit<T, 'columns'> & { readonly columns: Infos };

/** Fewer are passed on as they are. */
const MANY = 1000;

/** Makes the list of a file's columns fast to copy, where its keys are data and there are many. */
export function packInfos<T extends Pick<ScoredColumns, 'columns'>>(
  columns: T,
): WithInfos<T, PassedColumns['columns']> {
  const infos = columns.columns;
  if (infos.length <= MANY) return columns;
  const names = infos.map(({ name }) => name);
  const filled = Uint32Array.from(infos, (info) => info.filled);
  return { ...columns, columns: { names, filled } };
}

/** The inverse of {@link packInfos}. */
export function unpackInfos<T extends Pick<PassedColumns, 'columns'>>(
  columns: T,
): WithInfos<T, readonly ColumnInfo[]> {
  const infos = columns.columns;
  if (!('names' in infos)) return { ...columns, columns: infos };
  const { names, filled } = infos;
  return {
    ...columns,
    columns: names.map((name, index) => ({ name, filled: filled[index] ?? 0 })),
  };
}
