import type { CandidateChoice, Segment } from '#core/adapters/adapter.ts';
import { COLUMN_ROLES, type ColumnRoles } from '#core/dataset/column-roles.ts';
import type { LongFormat } from '#core/dataset/group-calls.ts';
import type {
  CellConversion,
  JoinFacts,
  ReadingChoices,
  ToolRenaming,
} from '#core/dataset/reading-choices.ts';
import type { SplitCalls } from '#core/dataset/split-calls.ts';
import {
  isCount,
  isListOf,
  isMapOf,
  isOneOf,
  isOptional,
  isShape,
  isText,
  type Guard,
} from './shape.ts';

/** Tells whether a stored value says which column plays which role. */
export const isRoles: Guard<ColumnRoles> = isMapOf(COLUMN_ROLES, isText);

const isLatency = isShape<Extract<CellConversion, { role: 'latency_in_seconds' }>>({
  role: isOneOf(['latency_in_seconds']),
  column: isText,
  unit: isOneOf(['seconds', 'milliseconds', 'unsure']),
});

const isFailure = isShape<Extract<CellConversion, { role: 'failure' }>>({
  role: isOneOf(['failure']),
  column: isText,
  isInverted: isOneOf([true, false]),
});

const isSplitCalls = isShape<SplitCalls>({
  role: isOneOf(['predicted_trajectory', 'reference_trajectory']),
  column: isText,
  argumentsColumn: isText,
});

const isConversion: Guard<CellConversion> = (value): value is CellConversion =>
  isLatency(value) || isFailure(value) || isSplitCalls(value);

const isLongFormat = isShape<LongFormat>({
  id: isText,
  tool: isText,
  input: isOptional(isText),
  step: isOptional(isText),
  side: isOneOf(['predicted_trajectory', 'reference_trajectory']),
});

const isGrouping: Guard<LongFormat | 'off'> = (value): value is LongFormat | 'off' =>
  value === 'off' || isLongFormat(value);

const isKey = isShape<Extract<Segment, object>>({ key: isText });
const isSegment: Guard<Segment> = (value): value is Segment => value === 'items' || isKey(value);
const isWay = isOptional(isListOf(isSegment));

/** Tells whether a stored value says how a file is read. */
export const isReading: Guard<ReadingChoices> = isShape<ReadingChoices>({
  turns: isOptional(isOneOf(['conversation'])),
  subAgents: isOptional(isOneOf(['root'])),
  droppedTools: isOptional(isListOf(isText)),
  renamedTools: isOptional(isListOf(isShape<ToolRenaming>({ from: isText, to: isText }))),
  argumentsKey: isOptional(isText),
  conversions: isOptional(isListOf(isConversion)),
  grouping: isOptional(isGrouping),
  lists: isOptional(isShape<CandidateChoice>({ predicted: isWay, reference: isWay })),
  joined: isOptional(
    isShape<JoinFacts>({
      by: isOneOf(['id', 'prompt', 'order']),
      paired: isCount,
      alonePredictions: isCount,
      aloneReferences: isCount,
      repeated: isCount,
      skipped: isOptional(isCount),
      added: isText,
    }),
  ),
});
