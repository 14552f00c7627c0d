import * as is from '#core/base/json/json-shape.ts';
import { CALL_SIDES } from '#core/read/names/column-roles.ts';
import type { CandidateChoice } from '#core/read/framework/adapter.ts';

const isSide = is.oneOf(CALL_SIDES);

/** A side of a row that holds calls. */
export type CallSide = is.Shape<typeof isSide>;

const isTimeUnit = is.oneOf(['seconds', 'milliseconds', 'unsure']);

/** What a column of times counts. */
export type TimeUnit = is.Shape<typeof isTimeUnit>;

/** What tells which row of one file belongs to which row of another, the surest first. */
export const PAIR_WAYS = ['id', 'file', 'prompt', 'order'] as const;

/** One of {@link PAIR_WAYS}. */
export type PairBy = (typeof PAIR_WAYS)[number];

const isSplitCalls = is.record({
  role: isSide,
  /** Names of tools: one, or a list. */
  column: is.text,
  /** The arguments of the one call, or a list with those of each. */
  argumentsColumn: is.text,
});

/** A column of tools' names and the column of the arguments they were called with. */
export type SplitCalls = is.Shape<typeof isSplitCalls>;

const isConversion = is.either(
  is.record({ role: is.oneOf(['latency_in_seconds']), column: is.text, unit: isTimeUnit }),
  is.record({
    role: is.oneOf(['failure']),
    column: is.text,
    /** Whether the column says that a run succeeded. */
    isInverted: is.flag,
  }),
  isSplitCalls,
);

/** A column whose cells are rewritten under the service's own name and in its unit. */
export type CellConversion = is.Shape<typeof isConversion>;

const isRenaming = is.record({ from: is.text, to: is.text });

/** A tool's name and the name its calls get instead. */
export type ToolRenaming = is.Shape<typeof isRenaming>;

const isLongFormat = is.record({
  /** Rows with the same id are one run. */
  id: is.text,
  /** The tool's name. */
  tool: is.text,
  /** The arguments; absent when only names are recorded. */
  input: is.optional(is.text),
  /** The order within a run; absent when the order of the rows counts. */
  step: is.optional(is.text),
  /** The side that the calls belong to. */
  side: isSide,
});

/** A table with one call in each row: the columns that matter. */
export type LongFormat = is.Shape<typeof isLongFormat>;

const isJoin = is.record({
  by: is.oneOf(PAIR_WAYS),
  /** Rows with both sides. */
  paired: is.count,
  /** Rows that only one file has; they are kept and not evaluated. */
  alonePredictions: is.count,
  aloneReferences: is.count,
  /** Rows whose id or prompt stood in an earlier row of their file: they were paired in order. */
  repeated: is.count,
  /** Records of both files that could not be read. */
  skipped: is.optional(is.count),
  /** The name of the file that was added. */
  added: is.text,
});

/** How the rows of two files were combined. */
export type JoinFacts = is.Shape<typeof isJoin>;

const isPathToList = is.optional(
  is.listOf(is.either(is.oneOf(['items']), is.record({ key: is.text }))),
);
const isLists = is.shape<CandidateChoice>({ predicted: isPathToList, reference: isPathToList });

/** Checks whether a stored value holds reading choices. */
export const isReading = is.record({
  /** One row for a whole conversation; absent: one for each turn. */
  turns: is.optional(is.oneOf(['conversation'])),
  /** Only calls of the agent that was asked; absent: those of every agent. */
  subAgents: is.optional(is.oneOf(['root'])),
  /** Tools whose calls are left out. */
  droppedTools: is.optional(is.listOf(is.text)),
  renamedTools: is.optional(is.listOf(isRenaming)),
  /** A key under which calls have their arguments, beside the usual ones. */
  argumentsKey: is.optional(is.text),
  conversions: is.optional(is.listOf(isConversion)),
  /** How calls that have a row each are joined to runs; `off`: rows stay as they are. */
  grouping: is.optional(is.either(is.oneOf(['off']), isLongFormat)),
  /** Where the calls are in a file of an unknown shape. */
  lists: is.optional(isLists),
  /** Set when the rows were combined from two files. */
  joined: is.optional(isJoin),
  /** Set when a person looks at rows that lack a side, and is not asked for it again. */
  isObserved: is.optional(is.oneOf([true])),
});

/** How a file is read where there is a choice. What is absent is as usual. Stored with each run. */
export type ReadingChoices = is.Shape<typeof isReading>;
