import * as v from 'valibot';
import type { Shape } from '#core/base/json/json-shape.ts';
import { nameOfPath } from '#core/base/json/pointer.ts';
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
  countLabels,
  rowsByName,
  type LabelCount,
  type ScoredColumns,
  type ScoreValues,
  type LabelColumn,
  sortLabels,
} from '#core/score/columns/scored-columns.ts';
import { findMetric, HEADLINES } from '#core/score/metrics/registry.ts';
import { countOf, formatCount } from '#core/base/text/format-count.ts';

const HeadlinePart = v.object({ text: v.string(), style: v.picklist(['plain', 'strong', 'code']) });

/** A piece of the headline: numbers are strong, names are code. */
type HeadlinePart = Shape<typeof HeadlinePart>;

/** The schema of a headline. */
export const Headline = v.object({ parts: v.array(HeadlinePart), note: v.string() });

/** The result of a run in one sentence, with its basis in another. */
export type Headline = Shape<typeof Headline>;

/** Says how many rows pass, and what most failures have in common. */
export function headlineOf(
  columns: ScoredColumns,
  causes: readonly LabelCount[] = countLabels(columns.signatures),
): Headline {
  const cause = commonOf(columns, causes);
  const parts = [...leadOf(columns), ...cause];
  return { parts, note: `${brokenOf(columns)}${namesOf(columns)}${noteOf(columns)}` };
}

/** Scores of names say nothing about arguments. */
function namesOf(columns: ScoredColumns): string {
  const count = rowsByName(columns);
  if (count === 0 || !mainOf(columns)) return '';
  const which =
    count === columns.rowCount ? 'Calls are' : `The calls of ${countOf(count, 'row')} are`;
  return `${which} compared by name only. `;
}

/** From this share of skipped records on, scores alone would give a wrong idea of the file. */
const MANY_SKIPPED = 0.1;

function brokenOf({ rowCount, skippedCount }: ScoredColumns): string {
  const records = rowCount + skippedCount;
  if (skippedCount < records * MANY_SKIPPED || skippedCount === 0) return '';
  return `${formatCount(skippedCount)} of ${countOf(records, 'record')} could not be read. `;
}

const KINDS: Readonly<Record<DifferenceKind, string>> = {
  'number-as-string': 'a number sent as text',
  'string-as-number': 'text sent as a number',
  'other-arguments': 'a wrong value',
  missing: 'a missing call',
  extra: 'an extra call',
  moved: 'calls in the wrong order',
};

/** The most frequent kind of mistake, or its cause where it has only one. */
function commonOf(columns: ScoredColumns, causes: readonly LabelCount[]): HeadlinePart[] {
  const [most] = causeKinds(columns.signatures);
  if (!most) return [];
  const cause = causes.find(({ name }) => differenceKindOf(name) === most.kind);
  if (cause && cause.count >= most.rowCount) return causeOf(columns, cause);
  const tools = most.toolCount > 1 ? `, ${countOf(most.toolCount, 'tool')}` : '';
  return [
    plain(`${leadToCause(most.rowCount, columns)}${KINDS[most.kind]}`),
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

function causeOf(columns: ScoredColumns, first: LabelCount): HeadlinePart[] {
  const signature = parseSignature(first.name);
  const { kind, tool, path } = signature;
  const noun = kind === 'changed' ? '' : `${CALLS[kind]} call `;
  const words = kind === 'changed' ? ` ${signatureInWords(signature)}` : '';
  return [
    plain(`${leadToCause(first.count, columns)}${noun}`),
    code(path === '' ? tool : `${tool} ${nameOfPath(path)}`),
    plain(`${words} (${formatCount(first.count)}${rows(first.count)}).`),
  ];
}

const CALLS = { missing: 'missing', extra: 'extra', moved: 'moved' } as const;

function leadToCause(shared: number, columns: ScoredColumns): string {
  const main = mainOf(columns);
  if (main && countDiffering(columns, main.outcomes) === 0) return 'In rows left out: ';
  if (shared < 2) return 'For example: ';
  return shared * 2 >= countDiffering(columns) ? 'Main cause: ' : 'Most common cause: ';
}

const SCORED = OUTCOMES.indexOf('scored');

/** Counts rows whose sides differ in a call; with outcomes, only those with a score. */
function countDiffering(
  { signatures: { starts } }: ScoredColumns,
  outcomes?: ScoreValues['outcomes'],
): number {
  let differing = 0;
  for (let row = 1; row < starts.length; row++) {
    const isLeftOut = outcomes && outcomes[row - 1] !== SCORED;
    if (!isLeftOut && (starts[row] as number) > (starts[row - 1] as number)) differing++;
  }
  return differing;
}

/** Describes a signature without its tool and path. */
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

function noteOf(columns: ScoredColumns): string {
  const main = mainOf(columns);
  const all = `${formatCount(columns.rowCount)}${rows(columns.rowCount)}`;
  const skipped = columns.skippedCount > 0 ? ` ${formatCount(columns.skippedCount)} skipped.` : '';
  if (!main) return `${all}.${skipped}`;
  const counts = countOutcomes(main);
  const count = (...outcomes: readonly Outcome[]): number =>
    outcomes.reduce((total, outcome) => total + (counts.get(outcome) ?? 0), 0);
  const evaluated = count('scored');
  const left = [
    [count('prediction_missing'), 'without calls of the agent'],
    [count('reference_missing'), 'without expected calls'],
    [count('prediction_empty', 'reference_empty'), 'with no calls on one side'],
    [count('both_empty'), 'with no calls on either side'],
    [count('prediction_unreadable', 'reference_unreadable'), 'whose calls cannot be read'],
    [count('arguments_unclear'), 'whose arguments are not clear'],
  ] as const;
  const reasons = left
    .filter(([number]) => number > 0)
    .map(([number, why]) => `${formatCount(number)} ${why}`);
  const tail = reasons.length > 0 ? `. Left out: ${reasons.join(', ')}.` : '.';
  return `${all}, ${formatCount(evaluated)} scored${tail}${skipped}`;
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

/** A kind of mistake and its rows. */
export interface CauseKind {
  readonly kind: DifferenceKind;
  /** The number of rows with at least one such mistake. */
  readonly rowCount: number;
  readonly toolCount: number;
  /** The mistakes of the kind, most rows first. */
  readonly causes: readonly LabelCount[];
}

/** Counts the kinds of mistakes in some rows, most rows first. */
export function causeKinds(
  { names, starts, ids }: LabelColumn,
  isCounted: (row: number) => boolean = () => true,
): CauseKind[] {
  const kindOf = Uint8Array.from(names, (name) => DIFFERENCE_KINDS.indexOf(differenceKindOf(name)));
  const counts = new Uint32Array(names.length);
  const rowCounts = new Uint32Array(DIFFERENCE_KINDS.length);
  const lastRow = new Int32Array(DIFFERENCE_KINDS.length).fill(-1);
  for (let row = 0; row + 1 < starts.length; row++) {
    const to = starts[row + 1] as number;
    let at = starts[row] as number;
    if (at === to || !isCounted(row)) continue;
    for (; at < to; at++) {
      const id = ids[at] as number;
      counts[id] = (counts[id] as number) + 1;
      const kind = kindOf[id] as number;
      if (lastRow[kind] === row) continue;
      lastRow[kind] = row;
      rowCounts[kind] = (rowCounts[kind] as number) + 1;
    }
  }
  const all = sortLabels(names, counts);
  return DIFFERENCE_KINDS.map((kind, at) => {
    const causes = all.filter(({ name }) => differenceKindOf(name) === kind);
    const toolCount = new Set(causes.map(({ name }) => parseSignature(name).tool)).size;
    return { kind, rowCount: rowCounts[at] ?? 0, toolCount, causes };
  })
    .filter(({ rowCount }) => rowCount > 0)
    .sort((a, b) => b.rowCount - a.rowCount);
}
