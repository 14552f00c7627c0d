import type { RowSink } from '#core/formats/format.ts';
import type { JsonObject } from '#core/json/json-value.ts';
import { adjustCalls } from './adjust-calls.ts';
import type { ColumnRoles } from './column-roles.ts';
import { convertRow } from './convert-cell.ts';
import { groupCalls, type LongFormat } from './group-calls.ts';
import type { ReadingChoices } from './reading-choices.ts';

/** Rewrites rows on their way to a sink, as a person has decided, and tells what it did. */
export class RowPreparer implements RowSink {
  readonly #sink: RowSink;
  readonly #reading: ReadingChoices;
  readonly #sides: readonly string[];
  readonly #grouping: LongFormat | undefined;
  /** Rows with one call each, until all are there. */
  readonly #calls: JsonObject[] = [];
  readonly #lines: number[] = [];
  readonly #dropped = new Map<string, number>();
  readonly #renamed = new Map<string, { readonly to: string; count: number }>();

  /**
   * Begins.
   * @param sink takes the rows as they are to be scored
   * @param reading what is done to them
   * @param roles which columns hold trajectories
   */
  constructor(sink: RowSink, reading: ReadingChoices, roles: ColumnRoles) {
    this.#sink = sink;
    this.#reading = reading;
    this.#sides = [roles.predicted_trajectory, roles.reference_trajectory].filter(
      (column) => column !== undefined,
    );
    this.#grouping = typeof reading.grouping === 'object' ? reading.grouping : undefined;
    for (const conversion of reading.conversions ?? [])
      sink.note({ code: 'column_converted', conversion });
  }

  /** Whether nothing more is wanted. */
  get isDone(): boolean {
    return this.#sink.isDone === true;
  }

  /**
   * Takes a row as it was read.
   * @param record the row
   * @param line its physical line
   */
  row(record: JsonObject, line: number): void {
    if (!this.#grouping) {
      this.#pass(record, line);
      return;
    }
    this.#calls.push(record);
    this.#lines.push(line);
  }

  /**
   * Passes a record on that is no row.
   * @param args the issue and the record's text
   */
  skip(...args: Parameters<RowSink['skip']>): void {
    this.#sink.skip(...args);
  }

  /**
   * Passes a note on.
   * @param issue the note
   */
  note(issue: Parameters<RowSink['note']>[0]): void {
    this.#sink.note(issue);
  }

  /**
   * Passes on why nothing more can be read.
   * @param issue why
   */
  fail(issue: Parameters<RowSink['fail']>[0]): void {
    this.#sink.fail(issue);
  }

  /** Tells that all rows are there. */
  end(): void {
    if (this.#grouping) this.#passGroups(this.#grouping);
    for (const [name, count] of this.#dropped)
      this.#sink.note({ code: 'calls_left_out', name, count });
    for (const [name, { to, count }] of this.#renamed)
      this.#sink.note({ code: 'tool_renamed', name, to, count });
  }

  #passGroups(grouping: LongFormat): void {
    const places = new Map(this.#calls.map((record, index) => [record, this.#lines[index] ?? 1]));
    const runs = groupCalls(this.#calls, grouping);
    this.#sink.note({
      ...{ code: 'calls_grouped', id: grouping.id, tool: grouping.tool },
      ...{ calls: this.#calls.length, runs: runs.length },
    });
    for (const { row, first } of runs) this.#pass(row, places.get(first) ?? 1);
  }

  #pass(record: JsonObject, line: number): void {
    const { conversions = [] } = this.#reading;
    const converted = convertRow(record, conversions, ({ column, names, found }) =>
      this.#sink.note({ code: 'arguments_uneven', line, column, names, found }),
    );
    const row = adjustCalls(converted, this.#sides, this.#reading, {
      onDropped: (tool) => this.#dropped.set(tool, (this.#dropped.get(tool) ?? 0) + 1),
      onRenamed: ({ from, to }) => {
        const known = this.#renamed.get(from);
        if (known) known.count++;
        else this.#renamed.set(from, { to, count: 1 });
      },
    });
    this.#sink.row(row, line);
  }
}
