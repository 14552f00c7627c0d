import type { PairBy } from './pair-sides.ts';
import type { CellConversion, ReadingChoices } from './reading-choices.ts';

const PAIRED_BY: Readonly<Record<PairBy, string>> = {
  id: 'two files paired by id',
  prompt: 'two files paired by prompt',
  order: 'two files paired by order',
};

/**
 * Says in words how a file was read, where that is not as usual.
 * @param reading the choices
 * @returns one phrase for each choice; none for a file that was read as usual
 */
export function readingInWords(reading: ReadingChoices): string[] {
  const { droppedTools = [], renamedTools = [], conversions = [], grouping } = reading;
  const phrases = [
    reading.joined && PAIRED_BY[reading.joined.by],
    reading.turns && 'one row per conversation',
    reading.subAgents && 'calls of the root agent only',
    droppedTools.length > 0 && `${droppedTools.join(', ')} left out`,
    renamedTools.length > 0 && `${countTools(renamedTools.length)} renamed`,
    reading.argumentsKey !== undefined && `arguments under ${reading.argumentsKey}`,
    ...conversions.map(conversionInWords),
    grouping === 'off' && 'one row per call',
    typeof grouping === 'object' && `calls joined by ${grouping.id}`,
    reading.lists && 'lists of calls chosen by hand',
  ];
  return phrases.filter((phrase) => typeof phrase === 'string');
}

function countTools(count: number): string {
  return count === 1 ? '1 tool' : `${count} tools`;
}

function conversionInWords(conversion: CellConversion): string {
  if (conversion.role === 'latency_in_seconds')
    return `${conversion.column} in ${conversion.unit === 'milliseconds' ? 'milliseconds' : 'seconds'}`;
  if (conversion.role !== 'failure')
    return `arguments of ${conversion.column} from ${conversion.argumentsColumn}`;
  return conversion.isInverted
    ? `${conversion.column} read as no failure`
    : `${conversion.column} read as failure`;
}
