import type { AdapterOptions } from '#core/read/framework/adapter.ts';
import type { CellConversion, ReadingChoices } from './reading-shape.ts';

export type * from './reading-shape.ts';

/** Returns the choices without one of them. */
export function withoutChoice(
  reading: ReadingChoices,
  choice: keyof ReadingChoices,
): ReadingChoices {
  const others = Object.entries(reading).filter(([name]) => name !== choice);
  return Object.fromEntries(others);
}

/** Returns the choices that concern adapters. */
export function adapterOptions(reading: ReadingChoices): AdapterOptions {
  return {
    turns: reading.turns ?? 'rows',
    subAgents: reading.subAgents ?? 'all',
    droppedTools: reading.droppedTools ?? [],
    ...(reading.lists && { lists: reading.lists }),
    ...(reading.argumentsKey !== undefined && { argumentsKey: reading.argumentsKey }),
  };
}

/**
 * Whether rows may differ from what is in the file, so that a file of lines cannot be read in
 * place.
 */
export function rewritesRows(reading: ReadingChoices): boolean {
  const { droppedTools = [], renamedTools = [], conversions = [] } = reading;
  const { grouping, lists, argumentsKey } = reading;
  const isGrouped = grouping !== undefined && grouping !== 'off';
  return (
    isGrouped ||
    lists !== undefined ||
    argumentsKey !== undefined ||
    [droppedTools, renamedTools, conversions].some(isFilled)
  );
}

function isFilled(list: readonly unknown[]): boolean {
  return list.length > 0;
}

/** How a file was read where that is not as usual: one phrase for each choice. */
export function describeChoices(reading: ReadingChoices): string[] {
  const { droppedTools = [], renamedTools = [], conversions = [], grouping } = reading;
  const phrases = [
    reading.joined && `two files paired by ${reading.joined.by}`,
    reading.turns && 'one row per conversation',
    reading.subAgents && 'calls of the root agent only',
    droppedTools.length > 0 && `${droppedTools.join(', ')} left out`,
    renamedTools.length > 0 && `${countTools(renamedTools.length)} renamed`,
    reading.argumentsKey !== undefined && `arguments under ${reading.argumentsKey}`,
    ...conversions.map(describeConversion),
    grouping === 'off' && 'one row per call',
    typeof grouping === 'object' && `calls joined by ${grouping.id}`,
    reading.lists && 'lists of calls chosen by hand',
  ];
  return phrases.filter((phrase) => typeof phrase === 'string');
}

function countTools(count: number): string {
  return count === 1 ? '1 tool' : `${count} tools`;
}

function describeConversion(conversion: CellConversion): string {
  if (conversion.role === 'latency_in_seconds')
    return `${conversion.column} in ${conversion.unit === 'milliseconds' ? 'milliseconds' : 'seconds'}`;
  if (conversion.role !== 'failure')
    return `arguments of ${conversion.column} from ${conversion.argumentsColumn}`;
  return conversion.isInverted
    ? `${conversion.column} read as no failure`
    : `${conversion.column} read as failure`;
}
