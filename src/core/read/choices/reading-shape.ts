import * as v from 'valibot';
import { count, plainObject, type Shape } from '#core/base/json/json-shape.ts';
import { CALL_SIDES } from '#core/read/names/column-roles.ts';

const CallSide = v.picklist(CALL_SIDES);

/** A side of a row that holds calls. */
export type CallSide = Shape<typeof CallSide>;

const TimeUnit = v.picklist(['seconds', 'milliseconds', 'unsure']);

/** What a column of times counts. */
export type TimeUnit = Shape<typeof TimeUnit>;

/** How rows of two files can be paired, the surest criterion first. */
export const PAIR_WAYS = ['id', 'file', 'prompt', 'order'] as const;

/** One of {@link PAIR_WAYS}. */
export type PairBy = (typeof PAIR_WAYS)[number];

const SplitCalls = v.object({
  role: CallSide,
  /** Names of tools: one, or a list. */
  column: v.string(),
  /** The arguments of the one call, or a list with those of each. */
  argumentsColumn: v.string(),
});

/** A column of tools' names and the column of the arguments they were called with. */
export type SplitCalls = Shape<typeof SplitCalls>;

const CellConversion = v.variant('role', [
  v.object({ role: v.literal('latency_in_seconds'), column: v.string(), unit: TimeUnit }),
  v.object({
    role: v.literal('failure'),
    column: v.string(),
    /** Whether the column says that a run succeeded. */
    isInverted: v.boolean(),
  }),
  SplitCalls,
]);

/** A column whose cells are rewritten under the service's own name and in its unit. */
export type CellConversion = Shape<typeof CellConversion>;

const ToolRenaming = v.object({ from: v.string(), to: v.string() });

/** A tool's name and the name its calls get instead. */
export type ToolRenaming = Shape<typeof ToolRenaming>;

const LongFormat = v.object({
  /** Rows with the same id are one run. */
  id: v.string(),
  /** The tool's name. */
  tool: v.string(),
  /** The arguments; absent when only names are recorded. */
  input: v.optional(v.string()),
  /** The order within a run; absent when the order of the rows counts. */
  step: v.optional(v.string()),
  /** The side that the calls belong to. */
  side: CallSide,
});

/** A table with one call in each row: the columns that matter. */
export type LongFormat = Shape<typeof LongFormat>;

const JoinFacts = v.object({
  by: v.picklist(PAIR_WAYS),
  /** Rows with both sides. */
  paired: count,
  /** Rows that only one file has; they are kept and not evaluated. */
  alonePredictions: count,
  aloneReferences: count,
  /** The column with expected calls’ ids, files or prompts; empty, as in older runs: none of its own. */
  column: v.optional(v.string()),
  /** Rows with calls that have the expected ones of an earlier row. */
  shared: v.optional(count),
  /** Rows with expected calls that another row of the same name contradicts; they stay alone. */
  unclear: v.optional(count),
  /** Rows with expected calls of a session that has a row for each turn; they stay alone. */
  ofSession: v.optional(count),
  /** In older runs: rows with the name of an earlier one, which were paired in order. */
  repeated: v.optional(count),
  /** Records of both files that could not be read. */
  skipped: v.optional(count),
  /** The name of the file that was added. */
  added: v.string(),
});

/** How the rows of two files were combined. */
export type JoinFacts = Shape<typeof JoinFacts>;

const pathToList = v.optional(
  v.array(v.union([v.literal('items'), v.object({ key: v.string() })])),
);

/** The schema of reading choices. */
export const ReadingChoices = v.pipe(
  plainObject,
  v.object({
    /** One row for a whole conversation; absent: one for each turn. */
    turns: v.optional(v.literal('conversation')),
    /** Only calls of the agent that was asked; absent: those of every agent. */
    subAgents: v.optional(v.literal('root')),
    /** Tools whose calls are left out. */
    droppedTools: v.optional(v.array(v.string())),
    renamedTools: v.optional(v.array(ToolRenaming)),
    /** A key under which calls have their arguments, beside the usual ones. */
    argumentsKey: v.optional(v.string()),
    conversions: v.optional(v.array(CellConversion)),
    /** How calls that have a row each are joined to runs; `off`: rows stay as they are. */
    grouping: v.optional(v.union([v.literal('off'), LongFormat])),
    /** Where the calls are in a file of an unknown shape. */
    lists: v.optional(
      v.pipe(plainObject, v.object({ predicted: pathToList, reference: pathToList })),
    ),
    /** Set when the rows were combined from two files. */
    joined: v.optional(JoinFacts),
    /** Set when a person looks at rows that lack a side, and is not asked for it again. */
    isObserved: v.optional(v.literal(true)),
  }),
);

/** How a file is read where there is a choice. What is absent is as usual. Stored with each run. */
export type ReadingChoices = Shape<typeof ReadingChoices>;
