import type { Recorded, ToolRecord } from './tool-records.ts';
import { toolRecords as texts } from '#features/results/texts.ts';
import { formatCount } from '#ui/format-number.ts';
import type { Figure } from '#ui/figures.ts';

type RecordHead = Exclude<keyof typeof texts.heads, 'tool'>;

/** The columns after the names, with what they are sorted by. */
export const COLUMNS = (
  ['calls', 'errors', 'rate', 'sum', 'median', 'p95', 'tokens', 'cost'] as const
).map((head) => ({
  text: texts.heads[head],
  sortBy: (record: ToolRecord) => valueOf(record, head),
}));

const NONE: Figure = { text: '–', isNone: true };

/** The figures of a tool, after its name; a dash where nothing is recorded. */
export function figuresOfRecord(record: ToolRecord): readonly Figure[] {
  const { calls, errors, time, costs } = record;
  const timed = (ms: number | undefined): Figure =>
    time && ms !== undefined
      ? { text: texts.seconds(ms), title: texts.of(time.calls, calls, texts.recorded.time) }
      : NONE;
  const ended = errors && texts.of(errors.calls, calls, texts.recorded.errors);
  return [
    { text: formatCount(calls) },
    errors ? { text: formatCount(errors.sum), title: ended ?? undefined } : NONE,
    errors ? { text: texts.percent(errors.sum / errors.calls), title: ended ?? undefined } : NONE,
    timed(time?.sum),
    timed(time?.median),
    timed(time?.p95),
    tokensOf(record),
    costs.length === 0
      ? NONE
      : {
          text: costs.map(({ sum, currency }) => texts.money(sum, currency)).join(' + '),
          title: costs.map((cost) => texts.of(cost.calls, calls, texts.recorded.cost)).join(', '),
        },
  ];
}

/** Read and written tokens together; those out of a cache are among the first. */
function tokensOf({ inputTokens, outputTokens, cachedTokens }: ToolRecord): Figure {
  if (!inputTokens && !outputTokens) return NONE;
  const shown = (part: Recorded | null): string => (part ? formatCount(part.sum) : NONE.text);
  return {
    text: formatCount((inputTokens?.sum ?? 0) + (outputTokens?.sum ?? 0)),
    title: texts.tokens(shown(inputTokens), shown(outputTokens), shown(cachedTokens)),
  };
}

/** What a tool is sorted by; null where nothing is recorded. Costs sort within the first currency. */
function valueOf(record: ToolRecord, by: RecordHead): number | null {
  const { errors, time, inputTokens, outputTokens, costs } = record;
  switch (by) {
    case 'calls':
      return record.calls;
    case 'errors':
      return errors && errors.sum;
    case 'rate':
      return errors && errors.sum / errors.calls;
    case 'sum':
    case 'median':
    case 'p95':
      return time && time[by];
    case 'tokens':
      return inputTokens || outputTokens
        ? (inputTokens?.sum ?? 0) + (outputTokens?.sum ?? 0)
        : null;
    case 'cost':
      return costs[0]?.sum ?? null;
  }
}
