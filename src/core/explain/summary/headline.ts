import * as v from 'valibot';
import type { Shape } from '#core/base/json/json-shape.ts';
import { nameOfPath } from '#core/base/json/json-path.ts';
import { aType } from '#core/base/json/json-value.ts';
import {
  differenceKindOf,
  parseSignature,
  type Signature,
  DIFFERENCE_KINDS,
  type DifferenceKind,
} from '#core/match/signature.ts';
import { OUTCOMES, type Outcome } from '#core/calls/outcome.ts';
import {
  countGroups,
  rowsByName,
  rowsWithLabel,
  scoresOf,
  type LabelCount,
  type ScoredColumns,
  type ScoreValues,
  type LabelColumn,
  sortLabels,
} from '#core/score/columns/scored-columns.ts';
import { allRows } from '#core/explain/view/sort-rows.ts';
import { lacksExpectedCalls } from '#core/read/dataset/missing-side.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import { rowPasses } from './summarise.ts';
import { findMetric, fullMarks, HEADLINES } from '#core/score/metrics/registry.ts';
import { countOf, formatCount } from '#core/base/text/sentence.ts';

const HeadlinePart = v.object({ text: v.string(), style: v.picklist(['plain', 'strong', 'code']) });

/** A piece of the headline: numbers are strong, names are code. */
type HeadlinePart = Shape<typeof HeadlinePart>;

/** The schema of a headline. */
export const Headline = v.object({ parts: v.array(HeadlinePart), note: v.string() });

/** The result of a run in one sentence, with its basis in another. */
export type Headline = Shape<typeof Headline>;

/** Sums up how many rows pass, and what most failures have in common. */
export function headlineOf(columns: ScoredColumns): Headline {
  const parts = [...leadOf(columns), ...commonOf(columns)];
  const notes = [brokenOf(columns), namesOf(columns), leftOutOf(columns)];
  return { parts, note: notes.filter((note) => note !== '').join(' ') };
}

/** Scores of names say nothing about arguments. */
function namesOf(columns: ScoredColumns): string {
  const count = rowsByName(columns);
  if (count === 0 || !mainOf(columns)) return '';
  const which =
    count === columns.rowCount ? 'Calls are' : `The calls of ${countOf(count, 'row')} are`;
  return `${which} compared by name only.`;
}

function brokenOf({ rowCount, skippedCount }: ScoredColumns): string {
  if (skippedCount === 0) return '';
  const records = rowCount + skippedCount;
  return `${formatCount(skippedCount)} of ${countOf(records, 'record')} could not be read.`;
}

const KINDS: Readonly<Record<DifferenceKind, string>> = {
  'number-as-string': 'a number sent as text',
  'string-as-number': 'text sent as a number',
  'other-arguments': 'a wrong argument',
  missing: 'a missing call',
  extra: 'an extra call',
  moved: 'calls in the wrong order',
};

/** The first of the list of causes, with its kind where it has others. */
function commonOf(columns: ScoredColumns): HeadlinePart[] {
  const [most] = causesOf(columns, decidingOf(columns));
  if (!most) return [];
  const [cause] = most.causes;
  if (cause && cause.count >= most.rowCount) return causeOf(columns, most, cause);
  const tools = most.toolCount > 1 ? `, ${countOf(most.toolCount, 'tool')}` : '';
  return [
    plain(`${leadToCause(most, columns)}${KINDS[most.kind]}`),
    plain(` (${countOf(most.rowCount, 'row')}${tools}).`),
  ];
}

function leadOf(columns: ScoredColumns): HeadlinePart[] {
  const [first, second] = foundOf(columns);
  if (!first) return scoredOf(columns);
  const main = first.scores;
  const evaluated = countOutcomes(main).get('scored') ?? 0;
  if (evaluated === 0) {
    return [
      strong(String(columns.rowCount)),
      plain(`${rows(columns.rowCount)} read; no calls could be compared. `),
    ];
  }
  const passing = countFull(main);
  const lead = [
    strong(`${formatCount(passing)} of ${formatCount(evaluated)}`),
    plain(`${rows(evaluated)} ${evaluated === 1 ? first.one : first.many}`),
  ];
  if (!second) return [...lead, plain('. ')];
  const matching = countFull(second.scores);
  return [
    ...lead,
    plain('; '),
    strong(formatCount(matching)),
    plain(` ${matching === 1 ? second.one : second.many}. `),
  ];
}

/** The headline of a run without the usual metrics. */
function scoredOf({ scores, rowCount }: ScoredColumns): HeadlinePart[] {
  const asked = scores.filter(({ metricId }) => !findMetric(metricId)?.isRecorded);
  let scored = 0;
  for (let row = 0; row < rowCount; row++)
    if (asked.some(({ outcomes }) => outcomes[row] === SCORED)) scored++;
  return [
    strong(`${formatCount(scored)} of ${formatCount(rowCount)}`),
    plain(`${rows(rowCount)} scored. `),
  ];
}

function causeOf(columns: ScoredColumns, most: CauseOfRows, first: LabelCount): HeadlinePart[] {
  const signature = parseSignature(first.name);
  const { kind, tool, path } = signature;
  const noun = kind === 'changed' ? '' : `${CALLS[kind]} call `;
  const words = kind === 'changed' ? ` ${signatureInWords(signature)}` : '';
  return [
    plain(`${leadToCause(most, columns)}${noun}`),
    code(path === '' ? tool : `${tool} ${nameOfPath(path)}`),
    plain(`${words} (${formatCount(first.count)}${rows(first.count)}).`),
  ];
}

const CALLS = { missing: 'missing', extra: 'extra', moved: 'moved' } as const;

function leadToCause(
  { standing, rowCount, differing }: CauseOfRows,
  columns: ScoredColumns,
): string {
  if (standing === 'passing') return 'Differs, but fails no row: ';
  if (standing === 'unscored' && mainOf(columns)) return 'In rows left out: ';
  if (rowCount < 2) return 'For example: ';
  return rowCount * 2 > differing ? 'Main cause: ' : 'Most common cause: ';
}

const SCORED = OUTCOMES.indexOf('scored');

/** Describes a signature, without its tool and path. */
export function signatureInWords(signature: Signature): string {
  const { kind, expectedType, foundType } = signature;
  switch (kind) {
    case 'missing':
      return 'is missing';
    case 'extra':
      return 'is extra';
    case 'moved':
      return 'is in the wrong position';
    case 'changed':
      if (foundType === '') return 'differs';
      if (foundType === 'absent') return 'is missing';
      if (expectedType === 'absent') return 'is unexpected';
      return `is ${aType(foundType)}, expected ${aType(expectedType)}`;
  }
}

/** The rows that the metric of the headline leaves out, with their reasons. */
function leftOutOf(columns: ScoredColumns): string {
  const main = mainOf(columns);
  if (!main) return '';
  const counts = countOutcomes(main);
  const leftOut = columns.rowCount - (counts.get('scored') ?? 0);
  if (leftOut === 0) return '';
  const count = (...outcomes: readonly Outcome[]): number =>
    outcomes.reduce((total, outcome) => total + (counts.get(outcome) ?? 0), 0);
  const reasons = [
    [count('prediction_missing'), 'without calls of the agent'],
    [count('reference_missing'), 'without expected calls'],
    [count('prediction_empty', 'reference_empty'), 'with no calls on one side'],
    [count('both_empty'), 'with no calls on either side'],
    [count('prediction_unreadable', 'reference_unreadable'), 'whose calls cannot be read'],
    [count('arguments_unclear'), 'whose arguments are not clear'],
  ] as const;
  const explained = reasons.reduce((total, [number]) => total + number, 0);
  const why = [...reasons, [leftOut - explained, 'for other reasons'] as const]
    .filter(([number]) => number > 0)
    .map(([number, reason]) => `${formatCount(number)} ${reason}`);
  const all = countOf(columns.rowCount, 'row');
  return `${formatCount(leftOut)} of ${all} left out: ${why.join(', ')}.`;
}

function countOutcomes({ outcomes }: ScoreValues): ReadonlyMap<Outcome, number> {
  const counts = new Uint32Array(OUTCOMES.length);
  for (const code of outcomes) counts[code] = (counts[code] as number) + 1;
  return new Map(OUTCOMES.map((outcome, code) => [outcome, counts[code] as number]));
}

function countFull({ values }: ScoreValues): number {
  let total = 0;
  for (const value of values) if (value === 1) total++;
  return total;
}

function mainOf(columns: ScoredColumns): ScoreValues | undefined {
  return foundOf(columns)[0]?.scores;
}

/** The metrics of the headline that the run has. */
function foundOf({ scores }: ScoredColumns) {
  return HEADLINES.flatMap((headline) => {
    const found = scores.find(({ id }) => id === headline.id);
    return found ? [{ ...headline, scores: found }] : [];
  });
}

function rows(number: number): string {
  return number === 1 ? ' row' : ' rows';
}

function plain(text: string): HeadlinePart {
  return { text, style: 'plain' };
}

function strong(text: string): HeadlinePart {
  return { text, style: 'strong' };
}

function code(text: string): HeadlinePart {
  return { text, style: 'code' };
}

/** Describes a cause by its name: “refund amount is a string, expected a number”. */
export function causeInWords(name: string): string {
  const signature = parseSignature(name);
  const { tool, path } = signature;
  return [tool, ...(path === '' ? [] : [nameOfPath(path)]), signatureInWords(signature)].join(' ');
}

/** A kind of mistake and its rows. */
export interface CauseKind {
  readonly kind: DifferenceKind;
  /** The number of rows with at least one such mistake. */
  readonly rowCount: number;
  readonly toolCount: number;
  /** The mistakes of the kind, most rows first. */
  readonly causes: readonly LabelCount[];
}

/** Counts the kinds of mistakes in some rows, all if absent; most rows first. */
export function causeKinds(
  signatures: LabelColumn,
  rows: Uint32Array = allRows(signatures.starts.length - 1),
): CauseKind[] {
  const { names } = signatures;
  const kindOf = Uint8Array.from(names, (name) => DIFFERENCE_KINDS.indexOf(differenceKindOf(name)));
  const counts = countGroups(signatures, kindOf, DIFFERENCE_KINDS.length, rows);
  // there may be as many names as rows: each is read once
  const causesByKind = DIFFERENCE_KINDS.map((): LabelCount[] => []);
  for (const cause of sortLabels(names, counts.ofLabels))
    causesByKind[DIFFERENCE_KINDS.indexOf(differenceKindOf(cause.name))]?.push(cause);
  return DIFFERENCE_KINDS.map((kind, at) => {
    const causes = causesByKind[at] ?? [];
    const toolCount = new Set(causes.map(({ name }) => parseSignature(name).tool)).size;
    return { kind, rowCount: counts.ofGroups[at] ?? 0, toolCount, causes };
  })
    .filter(({ rowCount }) => rowCount > 0)
    .sort((a, b) => b.rowCount - a.rowCount);
}

/** How rows stand to the metric that decides. */
export type Standing = 'failing' | 'passing' | 'unscored';

/** Causes of one kind, in the rows that stand alike. */
export interface CauseOfRows extends CauseKind {
  readonly standing: Standing;
  /** Rows that stand alike and differ in some call. */
  readonly differing: number;
}

/** Lists the causes of all kinds in rows that stand alike, the most common first. */
export function commonCauses(
  kinds: readonly CauseOfRows[],
  standing: Standing,
): readonly LabelCount[] {
  return kinds
    .filter((of) => of.standing === standing)
    .flatMap(({ causes }) => causes)
    .sort((a, b) => b.count - a.count);
}

/** Whether a row stands so to the metric that decides. */
const STANDS: Readonly<Record<Standing, boolean | undefined>> = {
  failing: false,
  passing: true,
  unscored: undefined,
};

/**
 * The rows with a cause that stand alike, in order.
 * @param decides the id of the score column that decides which rows fail, empty for none
 */
export function rowsOfCause(
  columns: ScoredColumns,
  decides: string,
  standing: Standing,
  cause: string,
): Uint32Array {
  const passes = passesBy(columns, decides);
  return rowsWithLabel(columns.signatures, cause).filter((row) => passes(row) === STANDS[standing]);
}

function passesBy(columns: ScoredColumns, decides: string): (row: number) => boolean | undefined {
  return rowPasses(scoresOf(columns, decides), {}) ?? (() => undefined);
}

/**
 * The id of the score column that decides which rows fail.
 * @param chosen the column that a person has chosen
 * @returns what is chosen, where some score of it is the best, else the first that headlines speak
 *   of; empty where the run has none
 */
export function decidingOf(columns: ScoredColumns, chosen = ''): string {
  const isGood = scoresOf(columns, chosen) !== undefined && fullMarks(chosen) !== undefined;
  if (isGood && findMetric(chosen)?.better === 'higher') return chosen;
  return mainOf(columns)?.id ?? '';
}

/** {@link decidingOf} a run; empty where no calls are expected. */
export function decidingId(
  run: { readonly columns: ScoredColumns; readonly roles: ColumnRoles },
  chosen: string,
): string {
  return lacksExpectedCalls(run) ? '' : decidingOf(run.columns, chosen);
}

/**
 * Lists why rows of a run fail, then in what those differ that do not; the kind of most rows first.
 * @param decides the id of the score column that decides which rows fail, empty for none
 * @param rows the rows that count; all of them if absent
 */
export function causesOf(
  columns: ScoredColumns,
  decides: string,
  rows?: Uint32Array,
): readonly CauseOfRows[] {
  const { starts } = columns.signatures;
  const passes = passesBy(columns, decides);
  const differing = (rows ?? allRows(columns.rowCount)).filter(
    (row) => (starts[row + 1] as number) > (starts[row] as number),
  );
  return (Object.keys(STANDS) as Standing[]).flatMap((standing) => {
    const alike = differing.filter((row) => passes(row) === STANDS[standing]);
    const kinds = causeKinds(columns.signatures, alike);
    return kinds.map((of) => ({ ...of, standing, differing: alike.length }));
  });
}
