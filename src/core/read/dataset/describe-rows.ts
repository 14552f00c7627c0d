import { isNamed, PSEUDO_TOOLS } from '#core/calls/call-names.ts';
import { proposeNames, type NameProposal } from '#core/calls/tool-names.ts';
import { previewJson } from '#core/base/json/parse-json.ts';
import { readTrajectory } from '#core/read/cells/read-trajectory.ts';
import { isBlank, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import type { TrajectorySide } from '#core/calls/trajectory.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import { SAMPLE_ROWS } from '#core/read/cells/group-calls.ts';
import { areDistinct, isShortValue } from './columns.ts';
import { mapColumns, type ColumnChoice } from './plan-columns.ts';
import { cellText, rowName } from './row-cells.ts';
import { readRow } from './read-row.ts';

/** A tool and how often each side calls it. */
interface ToolCount {
  readonly name: string;
  readonly predicted: number;
  readonly reference: number;
  /** Whether the name is one of a hand-over or a final answer. */
  readonly isPseudo: boolean;
}

/** A row in short: its texts and the names of the called tools. */
export interface RowSketch {
  readonly id: string;
  readonly prompt: string;
  /** Undefined where no trajectory is recorded or it cannot be read. */
  readonly predicted: readonly string[] | undefined;
  readonly reference: readonly string[] | undefined;
}

/** A column in short: its first values, with calls as the names of their tools. */
interface ColumnSketch {
  readonly name: string;
  /** Of the rows in {@link RowsDescription.first}; empty where nothing is recorded. */
  readonly values: readonly string[];
  /** Whether it is a short text or number, another one in each of the first rows. */
  readonly isDistinct: boolean;
  /** How many values the first rows have, empty ones left out; 0 where one is no short text or number. */
  readonly valueCount: number;
}

/** What a person needs to see to choose how a file is read. */
export interface RowsDescription {
  readonly rowCount: number;
  /** Columns that fit roles, and why; others may have been taken. */
  readonly fitting: readonly ColumnChoice[];
  /** The tools called, most calls first. */
  readonly tools: readonly ToolCount[];
  readonly names: readonly NameProposal[];
  readonly first: readonly RowSketch[];
  readonly columns: readonly ColumnSketch[];
}

const SKETCHES = 3;
const TEXT_LENGTH = 120;

/** Counts and keeps what is worth showing of rows. */
export class RowsDescriber {
  readonly #roles: ColumnRoles;
  readonly #sample: JsonObject[] = [];
  readonly #first: RowSketch[] = [];
  readonly #predicted = new Map<string, number>();
  readonly #reference = new Map<string, number>();
  #rowCount = 0;

  constructor(roles: ColumnRoles) {
    this.#roles = roles;
  }

  add(record: JsonObject): void {
    this.#rowCount++;
    if (this.#sample.length < SAMPLE_ROWS) this.#sample.push(record);
    const sketch = sketchRow(record, this.#roles);
    countTools(sketch.predicted, this.#predicted);
    countTools(sketch.reference, this.#reference);
    if (this.#first.length < SKETCHES) this.#first.push(sketch);
  }

  finish(): RowsDescription {
    const names = new Set([...this.#predicted.keys(), ...this.#reference.keys()]);
    const tools = [...names].map((name) => ({
      name,
      predicted: this.#predicted.get(name) ?? 0,
      reference: this.#reference.get(name) ?? 0,
      isPseudo: isNamed(name, PSEUDO_TOOLS),
    }));
    return {
      rowCount: this.#rowCount,
      fitting: mapColumns(this.#sample).choices,
      tools: tools.sort((a, b) => b.predicted + b.reference - a.predicted - a.reference),
      names: proposeNames(this.#predicted, this.#reference),
      first: this.#first,
      columns: sketchColumns(this.#sample),
    };
  }
}

function sketchColumns(rows: readonly JsonObject[]): readonly ColumnSketch[] {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  return [...names].map((name) => {
    const cells = rows.map((row) => row[name]);
    const values = cells.slice(0, SKETCHES).map((cell) => sketchCell(cell));
    return { name, values, isDistinct: areDistinct(cells), valueCount: countValues(cells) };
  });
}

function countValues(cells: readonly (JsonValue | undefined)[]): number {
  const filled = cells.filter((cell) => !isBlank(cell));
  return filled.every((cell) => isShortValue(cell) || typeof cell === 'boolean')
    ? new Set(filled).size
    : 0;
}

function sketchCell(cell: JsonValue | undefined): string {
  if (typeof cell === 'string') return cell.slice(0, TEXT_LENGTH);
  if (cell === undefined || cell === null) return '';
  const calls = toolsOf(readTrajectory(cell));
  return calls && calls.length > 0 ? calls.join(' → ') : previewJson(cell, TEXT_LENGTH);
}

/** Summarises a row: its texts, cut, and the names of its tools. */
export function sketchRow(record: JsonObject, roles: ColumnRoles): RowSketch {
  const { row } = readRow(record, roles, 0);
  return {
    id: rowName(record, roles)?.slice(0, TEXT_LENGTH) ?? '',
    prompt: cellText(record, roles, 'prompt')?.slice(0, TEXT_LENGTH) ?? '',
    predicted: toolsOf(row.prediction),
    reference: toolsOf(row.reference),
  };
}

function toolsOf(side: TrajectorySide): readonly string[] | undefined {
  return side.state === 'calls' ? side.calls.map((call) => call.tool_name) : undefined;
}

function countTools(names: RowSketch['predicted'], counts: Map<string, number>): void {
  for (const name of names ?? []) counts.set(name, (counts.get(name) ?? 0) + 1);
}
