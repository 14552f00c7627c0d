import type { AdapterOptions, CandidateChoice } from '#core/read/framework/adapter.ts';

/** A column whose cells are rewritten under the service's own name and in its unit. */
export type CellConversion =
  | {
      readonly role: 'latency_in_seconds';
      readonly column: string;
      readonly unit: TimeUnit;
    }
  | {
      readonly role: 'failure';
      readonly column: string;
      /** Whether the column says that a run succeeded. */
      readonly isInverted: boolean;
    }
  | SplitCalls;

/** A tool's name and the name its calls get instead. */
export interface ToolRenaming {
  readonly from: string;
  readonly to: string;
}

/** How the rows of two files were combined. */
export interface JoinFacts {
  readonly by: PairBy;
  /** Rows with both sides. */
  readonly paired: number;
  /** Rows that only one file has; they are kept and not evaluated. */
  readonly alonePredictions: number;
  readonly aloneReferences: number;
  /** Rows whose id or prompt stood in an earlier row of their file: they were paired in order. */
  readonly repeated: number;
  /** Records of both files that could not be read. */
  readonly skipped?: number;
  /** The name of the file that was added. */
  readonly added: string;
}

/** How a file is read where there is a choice. What is absent is as usual. Stored with each run. */
export interface ReadingChoices {
  /** One row for a whole conversation; absent: one for each turn. */
  readonly turns?: 'conversation';
  /** Only calls of the agent that was asked; absent: those of every agent. */
  readonly subAgents?: 'root';
  /** Tools whose calls are left out. */
  readonly droppedTools?: readonly string[];
  readonly renamedTools?: readonly ToolRenaming[];
  /** A key under which calls have their arguments, beside the usual ones. */
  readonly argumentsKey?: string;
  readonly conversions?: readonly CellConversion[];
  /** How calls that have a row each are joined to runs; `off`: rows stay as they are. */
  readonly grouping?: LongFormat | 'off';
  /** Where the calls are in a file of an unknown shape. */
  readonly lists?: CandidateChoice;
  /** Set when the rows were combined from two files. */
  readonly joined?: JoinFacts;
}

/** A file is read as usual. */
export const USUAL_READING: ReadingChoices = {};

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

/** What a column of times counts. */
export type TimeUnit = 'seconds' | 'milliseconds' | 'unsure';

/** A table with one call in each row: the columns that matter. */
export interface LongFormat {
  /** Rows with the same id are one run. */
  readonly id: string;
  /** The tool's name. */
  readonly tool: string;
  /** The arguments; absent when only names are recorded. */
  readonly input?: string;
  /** The order within a run; absent when the order of the rows counts. */
  readonly step?: string;
  /** The side that the calls belong to. */
  readonly side: CallSide;
}

/** What tells which row of one file belongs to which row of another. */
export type PairBy = 'id' | 'file' | 'prompt' | 'order';

/** A column of tools' names and the column of the arguments they were called with. */
export interface SplitCalls {
  readonly role: CallSide;
  /** Names of tools: one, or a list. */
  readonly column: string;
  /** The arguments of the one call, or a list with those of each. */
  readonly argumentsColumn: string;
}

/** A side of a row that holds calls. */
export type CallSide = 'predicted_trajectory' | 'reference_trajectory';

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
