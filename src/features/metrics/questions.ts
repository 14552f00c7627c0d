import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { readPythonTools } from '#core/calls/declarations/python-tools.ts';
import {
  readDeclarations as readTools,
  readDeclarationsText,
  type Declarations,
  type DeclaredTools,
} from '#core/calls/declarations/read-declarations.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import type { WordPart } from '#core/base/text/sentence.ts';
import {
  PATTERN_KEYS,
  PatternFinder,
  type PatternFacts,
} from '#core/read/dataset/find-reference-patterns.ts';
import { rowName } from '#core/read/dataset/row-cells.ts';
import { readRow } from '#core/read/dataset/read-row.ts';
import {
  type EvaluationCode,
  CODE_LENGTH_LIMIT,
  readEvaluationCode,
} from '#core/share/evaluation-code/read-evaluation-code.ts';
import { checkRow } from '#core/score/trajectory-rules/rule-scorer.ts';
import type { ScoredColumns, ScoreValues } from '#core/score/columns/scored-columns.ts';
import type { FlipCount } from '#core/score/what-if/count-flips.ts';
import { FlipCounter } from '#core/score/what-if/flip-counter.ts';
import {
  RecordedScoreFinder,
  type FoundScore,
} from '#core/score/recorded-metrics/find-recorded.ts';
import { rowsWithKey, type KeyedRow } from '#workers/find-keys.ts';
import type { HeldRuns } from '#workers/held-run.ts';
import { readRecords, type RowFile, type RowPlaces } from '#workers/read-rows.ts';

/** Rows that are looked at for scores and for patterns, and how many bytes of them. */
const LOOKED_AT_ROWS = 20_000;
const LOOKED_AT_BYTES = 16 * 1024 * 1024;
const SEARCHED_BYTES = 64 * 1024 * 1024;

/** Finds the scores that the first rows of a run record. */
export async function recordedScores([{ columns, source }]: HeldRuns): Promise<FoundScore[]> {
  const finder = new RecordedScoreFinder();
  const places = firstPlaces(columns, LOOKED_AT_ROWS, LOOKED_AT_BYTES);
  await readRecords(source, places, (record) => finder.add(record));
  return finder.finish();
}

/** Declarations that were read, and their text. */
export interface ReadDeclarations extends Declarations {
  /** JSON where the functions of a program were declared. */
  readonly text: string;
}

/** Reads declarations of tools that were pasted: JSON, or functions of a Python program. */
export function readDeclarations({ text }: { readonly text: string }): ReadDeclarations {
  const program = readPythonTools(text);
  if (!program) return { ...readDeclarationsText(text), text };
  const { tools, issues } = readTools([...program.tools]);
  const others = program.others.map(({ line, reason }) => ({
    path: `line ${String(line)}`,
    reason,
  }));
  if (tools.size === 0) return { tools, issues: others, text };
  return { tools, issues: [...others, ...issues], text: printJson(program.tools, 2) };
}

/** What a program, a notebook or a page of documentation says beside rows. */
interface FoundCode {
  /** The metrics that it chooses. */
  readonly metrics?: EvaluationCode | undefined;
  /** The tools that its functions are. */
  readonly tools?: DeclaredTools | undefined;
}

/** Reads the metrics and the tools of a text that may be code. */
export async function codeIn(blob: Blob): Promise<FoundCode> {
  if (blob.size > CODE_LENGTH_LIMIT) return {};
  const text = await blob.text();
  const letters = crypto.getRandomValues(new Uint8Array(8));
  const fence = Array.from(letters, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { metrics: readEvaluationCode(text, fence), tools: toolsIn(text) };
}

function toolsIn(text: string): DeclaredTools | undefined {
  const { tools = [], areMarked = false } = readPythonTools(text) ?? {};
  // most functions of a notebook are helpers
  const isOther = !areMarked && /^\s*\{/.test(text);
  if (tools.length === 0 || isOther) return undefined;
  return { toolCount: tools.length, declarations: printJson(tools, 2), areMarked };
}

/** Finds patterns in the references of a run: only rows with a reserved key in them are read. */
export async function patternFacts([run]: HeldRuns): Promise<PatternFacts> {
  const { columns, source } = run;
  const finder = new PatternFinder(source.roles);
  const places = firstPlaces(columns, columns.rowCount, SEARCHED_BYTES);
  const keyed = (await rowsWithKey(source, places, PATTERN_KEYS)).slice(0, LOOKED_AT_ROWS);
  await run.readRows(
    keyed.map(({ row }) => row),
    (record, index) => {
      const { row, key } = keyed[index] as KeyedRow;
      finder.add(record, row, key);
    },
  );
  return finder.finish();
}

/** Where the first rows are, at most so many and of so many bytes, and at least one. */
function firstPlaces(
  { rowCount, offsets, lengths }: ScoredColumns,
  rows: number,
  most: number,
): RowPlaces {
  let count = 0;
  for (let bytes = 0; count < Math.min(rowCount, rows); count++) {
    bytes += lengths[count] as number;
    if (count > 0 && bytes > most) break;
  }
  return { offsets: offsets.subarray(0, count), lengths: lengths.subarray(0, count) };
}

interface RowsToCount extends RowFile {
  readonly places: RowPlaces;
  readonly roles: ColumnRoles;
  /** The score columns to count in, as these rows are scored now. */
  readonly before: readonly ScoreValues[];
  /** The settings to try. */
  readonly variants: readonly MetricSettings[];
}

/** Counts for each of several settings how many of these rows it would move. */
export async function countFlips(wanted: RowsToCount): Promise<FlipCount[][]> {
  const { places, roles, before, variants } = wanted;
  const counters = variants.map((settings) => new FlipCounter({ scores: before }, settings, roles));
  await readRecords(wanted, places, (record, index) => {
    for (const counter of counters) counter.add(record, index);
  });
  return counters.map((counter) => counter.finish());
}

/** A rule, and the first row that breaks it. */
interface BrokenRule {
  readonly text: string;
  readonly row: number;
}

/** Where a row breaks a rule. */
export interface FirstOffence extends BrokenRule {
  /** The row's id; empty where it has none. */
  readonly id: string;
  /** The call at fault, from 0, if any. */
  readonly call: number | undefined;
  readonly words: readonly WordPart[];
}

/** Finds the calls with which rows break rules. */
export async function firstOffences(
  [run]: HeldRuns,
  broken: readonly BrokenRule[],
): Promise<readonly FirstOffence[]> {
  const { roles, settings } = run.source;
  const found: FirstOffence[] = [];
  await run.readRows(
    broken.map(({ row }) => row),
    (record, index) => {
      const one = broken[index] as BrokenRule;
      const verdict = checkRow(readRow(record, roles, 0).row, one.text, settings);
      if (typeof verdict !== 'object') return;
      const id = rowName(record, roles)?.slice(0, 80) ?? '';
      found.push({ ...one, id, ...verdict });
    },
  );
  return found;
}
