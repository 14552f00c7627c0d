import { COLUMN_ROLES, type ColumnRole, type ColumnRoles } from '#core/read/names/column-roles.ts';
import { findMetric } from '#core/score/metrics/registry.ts';
import { writeScript, type ScriptResult } from '#core/warehouse/write-script.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';

/** What a person enters about the table to score in BigQuery, and the resulting script. */
export class WarehouseForm {
  readonly #run: OpenRun;
  /** What columns can be named for: what the run's metrics need, and the id. */
  readonly roles: readonly ColumnRole[];
  table = $state('');
  scoresTable = $state('');
  groupBy = $state('');
  partitionBy = $state('');
  firstDay = $state('');
  lastDay = $state('');
  library = $state('');
  #columns = $state.raw<ColumnRoles>({});
  #result = $derived.by(() => this.#write());

  /** Begins with the columns of the run's own data. */
  constructor(run: OpenRun) {
    this.#run = run;
    const there = new Set(run.columns.columns.map(({ name }) => name));
    const hasColumn = (role: ColumnRole): boolean => there.has(run.roles[role] ?? '');
    const needed = new Set<ColumnRole>(
      run.record.settings.metrics.flatMap((id) => {
        const metric = findMetric(id);
        const needs: readonly ColumnRole[] = metric?.needs ?? [];
        return metric?.isRecorded === true ? needs.filter(hasColumn) : needs;
      }),
    );
    if (hasColumn('reference_trajectories')) needed.add('reference_trajectories');
    this.roles = COLUMN_ROLES.filter((role) => role === 'id' || needed.has(role));
    this.#columns = Object.fromEntries(
      this.roles.filter(hasColumn).map((role) => [role, run.roles[role] ?? '']),
    );
  }

  /** The column with a role; empty without one. */
  columnOf(role: ColumnRole): string {
    return this.#columns[role] ?? '';
  }

  /** Names the column with a role; empty for none. */
  setColumn(role: ColumnRole, name: string): void {
    this.#columns = { ...this.#columns, [role]: name };
  }

  /** The script, or what keeps it from being written. */
  get result(): ScriptResult {
    return this.#result;
  }

  #write(): ScriptResult {
    const named = Object.entries(this.#columns).map(([role, name]) => [role, name.trim()] as const);
    const scoresTable = this.scoresTable.trim();
    const groupBy = this.groupBy.trim();
    const partitionBy = this.partitionBy.trim();
    const library = this.library.trim();
    const first = this.firstDay.trim() || this.lastDay.trim();
    const last = this.lastDay.trim() || first;
    return writeScript({
      table: this.table,
      columns: Object.fromEntries(named.filter(([, name]) => name !== '')),
      settings: this.#run.record.settings,
      ...(scoresTable !== '' && { scoresTable }),
      ...(groupBy !== '' && { groupBy }),
      ...(partitionBy !== '' && { partitionBy }),
      ...(partitionBy !== '' && first !== '' && { days: { first, last } }),
      ...(library !== '' && { library }),
    });
  }
}
