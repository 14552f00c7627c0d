import type { Recorded, ToolRecord } from './tool-records.ts';
import { toolRecords as texts } from '#features/results/texts.ts';
import { formatCount } from '#ui/format-number.ts';
import type { Figure } from '#ui/figures.ts';

/** A column after the names; it is sorted by a number, null where nothing is recorded. */
interface RecordColumn {
  readonly text: string;
  readonly sortBy: (record: ToolRecord) => number | null;
  readonly figure: (record: ToolRecord) => Figure;
}

export type RecordColumns = readonly RecordColumn[];

const NONE: Figure = { text: '–', isNone: true };

/** What is recorded of any of these tools: their calls, and the columns that are not all dashes. */
export function recordedColumns(records: readonly ToolRecord[]): RecordColumns {
  return COLUMNS.filter(({ sortBy }) => records.some((record) => sortBy(record) !== null));
}

const { heads } = texts;

const COLUMNS: RecordColumns = [
  {
    text: heads.calls,
    sortBy: ({ calls }) => calls,
    figure: ({ calls }) => ({ text: formatCount(calls) }),
  },
  ofErrors(heads.errors, ({ sum }) => [sum, formatCount(sum)]),
  ofErrors(heads.rate, ({ sum, calls }) => [sum / calls, texts.percent(sum / calls)]),
  ofTime('sum'),
  ofTime('median'),
  ofTime('p95'),
  { text: heads.tokens, sortBy: tokensOf, figure: tokensFigure },
  {
    text: heads.cost,
    // within the first currency
    sortBy: ({ costs }) => costs[0]?.sum ?? null,
    figure: ({ calls, costs }) =>
      costs.length === 0
        ? NONE
        : {
            text: costs.map(({ sum, currency }) => texts.money(sum, currency)).join(' + '),
            title: costs.map((cost) => texts.of(cost.calls, calls, texts.recorded.cost)).join(', '),
          },
  },
];

function ofErrors(
  text: string,
  read: (errors: Recorded) => readonly [value: number, text: string],
): RecordColumn {
  return {
    text,
    sortBy: ({ errors }) => errors && read(errors)[0],
    figure: ({ calls, errors }) =>
      errors
        ? { text: read(errors)[1], title: texts.of(errors.calls, calls, texts.recorded.errors) }
        : NONE,
  };
}

function ofTime(part: 'sum' | 'median' | 'p95'): RecordColumn {
  return {
    text: heads[part],
    sortBy: ({ time }) => time && time[part],
    figure: ({ calls, time }) =>
      time
        ? {
            text: texts.seconds(time[part]),
            title: texts.of(time.calls, calls, texts.recorded.time),
          }
        : NONE,
  };
}

/** Read and written tokens together; those out of a cache are among the first. */
function tokensOf({ inputTokens, outputTokens }: ToolRecord): number | null {
  return inputTokens || outputTokens ? (inputTokens?.sum ?? 0) + (outputTokens?.sum ?? 0) : null;
}

function tokensFigure(record: ToolRecord): Figure {
  const tokens = tokensOf(record);
  if (tokens === null) return NONE;
  const shown = (part: Recorded | null): string => (part ? formatCount(part.sum) : NONE.text);
  const { inputTokens, outputTokens, cachedTokens } = record;
  return {
    text: formatCount(tokens),
    title: texts.tokens(shown(inputTokens), shown(outputTokens), shown(cachedTokens)),
  };
}
