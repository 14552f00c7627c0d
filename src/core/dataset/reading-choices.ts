import type { AdapterOptions, CandidateChoice } from '#core/adapters/adapter.ts';
import type { TimeUnit } from './convert-cell.ts';
import type { LongFormat } from './group-calls.ts';
import type { PairBy } from './pair-sides.ts';
import type { SplitCalls } from './split-calls.ts';

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

/** How the rows of two files were put together. */
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
  /** Set when the rows were put together from two files. */
  readonly joined?: JoinFacts;
}

/** A file is read as usual. */
export const USUAL_READING: ReadingChoices = {};

/**
 * Takes a choice back.
 * @param reading the choices
 * @param choice what is to be as usual again
 * @returns the others
 */
export function withoutChoice(
  reading: ReadingChoices,
  choice: keyof ReadingChoices,
): ReadingChoices {
  const others = Object.entries(reading).filter(([name]) => name !== choice);
  return Object.fromEntries(others);
}

/**
 * Gives adapters what they need to know of the choices.
 * @param reading the choices
 * @returns the options
 */
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
 * Tells whether rows are written anew, so that a file of lines cannot be read in place.
 * @param reading the choices
 * @returns whether a row may differ from what stands in the file
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
