import type { Recorded, ToolRecord } from './tool-records.ts';
import { toolRecords as texts } from '#features/results/texts.ts';
import { formatCount } from '#ui/format-number.ts';
import type { Figure } from '#ui/figures.ts';

/** A tool, and what its calls record; undefined while that is read. */
export interface RecordedLine {
  readonly record: ToolRecord | undefined;
}

/** A column after the names; it is sorted by a number, null where nothing is recorded. */
interface RecordColumn {
  readonly text: string;
  readonly width: number;
  readonly sortBy: (line: RecordedLine) => number | null;
  readonly figure: (line: RecordedLine) => Figure;
}

const NONE: Figure = { text: '–', isNone: true };

/** What is recorded of any of these tools: their calls, and the columns that are not all dashes. */
export function recordedColumns(records: readonly ToolRecord[]): readonly RecordColumn[] {
  return COLUMNS.filter(({ sortBy }) => records.some((record) => sortBy({ record }) !== null));
}

const { heads } = texts;

const COLUMNS: readonly RecordColumn[] = [
  columnOf(
    heads.calls,
    ({ calls }) => calls,
    ({ calls }) => ({ text: formatCount(calls) }),
  ),
  ofErrors(heads.errors, ({ sum }) => [sum, formatCount(sum)]),
  ofErrors(heads.rate, ({ sum, calls }) => [sum / calls, texts.percent(sum / calls)]),
  ofTime('sum'),
  ofTime('median'),
  ofTime('p95'),
  columnOf(heads.tokens, tokensOf, tokensFigure),
  // within the first currency
  columnOf(heads.cost, ({ costs }) => costs[0]?.sum ?? null, costFigure),
];

function columnOf(
  text: string,
  sortBy: (record: ToolRecord) => number | null,
  figure: (record: ToolRecord) => Figure,
): RecordColumn {
  return {
    text,
    width: 80,
    sortBy: ({ record }) => (record ? sortBy(record) : null),
    figure: ({ record }) => (record && sortBy(record) !== null ? figure(record) : NONE),
  };
}

function ofErrors(
  text: string,
  read: (errors: Recorded) => readonly [value: number, text: string],
): RecordColumn {
  return columnOf(
    text,
    ({ errors }) => errors && read(errors)[0],
    ({ calls, errors }) =>
      errors
        ? { text: read(errors)[1], title: texts.of(errors.calls, calls, texts.recorded.errors) }
        : NONE,
  );
}

function ofTime(part: 'sum' | 'median' | 'p95'): RecordColumn {
  return columnOf(
    heads[part],
    ({ time }) => time && time[part],
    ({ calls, time }) =>
      time
        ? {
            text: texts.seconds(time[part]),
            title: texts.of(time.calls, calls, texts.recorded.time),
          }
        : NONE,
  );
}

function costFigure({ calls, costs }: ToolRecord): Figure {
  return {
    text: costs.map(({ sum, currency }) => texts.money(sum, currency)).join(' + '),
    title: costs.map((cost) => texts.of(cost.calls, calls, texts.recorded.cost)).join(', '),
  };
}

/** Read and written tokens together; those out of a cache are among the first. */
function tokensOf({ inputTokens, outputTokens }: ToolRecord): number | null {
  return inputTokens || outputTokens ? (inputTokens?.sum ?? 0) + (outputTokens?.sum ?? 0) : null;
}

function tokensFigure(record: ToolRecord): Figure {
  const shown = (part: Recorded | null): string => (part ? formatCount(part.sum) : NONE.text);
  const { inputTokens, outputTokens, cachedTokens } = record;
  return {
    text: formatCount(tokensOf(record) ?? 0),
    title: texts.tokens(shown(inputTokens), shown(outputTokens), shown(cachedTokens)),
  };
}
