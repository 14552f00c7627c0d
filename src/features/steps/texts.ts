import type { StepRole } from '#core/calls/step.ts';
import type { SlotView } from '#core/explain/row/row-detail.ts';
import { countOf, formatBytes, formatCount } from '#ui/format-number.ts';
import { callKinds } from '#ui/texts.ts';

export type Side = 'reference' | 'prediction';

export const SIDES: Readonly<Record<Side, string>> = {
  reference: 'expected',
  prediction: 'called',
};

export const BOTH_EMPTY = 'No calls on either side';

const step = (number: number): string => `step ${formatCount(number)}`;

export const figures = {
  milliseconds: (number: string): string => `${number}\u00a0ms`,
  seconds: (number: string): string => `${number}\u00a0s`,
  minutes: (minutes: number, seconds: number): string =>
    `${String(minutes)}\u00a0min ${String(seconds)}\u00a0s`,
  hours: (hours: number, minutes: number): string =>
    `${String(hours)}\u00a0h ${String(minutes)}\u00a0min`,
};

export const stepsPanel = {
  reading: 'Reading the steps…',
  failed: (reason: string): string => `The steps could not be read: ${reason}`,
  again: 'Try again',
  none: 'No steps recorded',
  noneHint: 'This row has neither calls nor messages.',
};

export const stepSearch = {
  search: 'Find in this row',
  found: (at: number, count: number): string =>
    count === 0
      ? 'not found'
      : `${at === 0 ? '' : `${formatCount(at)} of `}${countOf(count, 'step')}`,
  previous: 'Previous step found',
  next: 'Next step found',
};

export const conversation = {
  name: 'Steps of the run, in order',
  only: 'Which steps are shown',
  filters: { all: 'Everything', calls: 'Calls', differs: 'Differs', errors: 'Tool errors' },
  noMatch: 'No step of this kind in this row.',
  left: (count: number): string => `${countOf(count, 'more step')} not listed.`,
  columns: {
    step: 'step',
    made: 'called',
    reference: 'expected',
    time: 'time',
    in: 'in',
    out: 'out',
    cost: 'cost',
  },
};

export const conversationRow = {
  roles: { user: 'user', agent: 'agent', system: 'system' } satisfies Record<StepRole, string>,
  kinds: callKinds satisfies Record<SlotView['kind'], string>,
  called: 'called',
  skipped: 'skipped',
  noText: (calls: number): string =>
    calls === 0 ? 'No text' : `No text, ${countOf(calls, 'call')}`,
  notMade: 'not made',
  figures: { time: 'time', in: 'tokens in', out: 'tokens out', cost: 'cost' },
  firstWrong: 'first wrong step',
  firstWrongHint: 'Marked as the first step that went wrong',
  breaks: (rules: string) => `breaks: ${rules}`,
  breaksShort: 'breaks a rule',
};

export const madeCall = {
  inParallel: (count: number): string => `${formatCount(count)} in parallel`,
  arguments: 'arguments',
  result: 'result',
  error: 'error',
  failed: 'The call failed.',
  recoveredIn: (number: number): string => `Recovered in ${step(number)}`,
  recovers: (number: number): string => `recovers ${step(number)}`,
  equalArguments: (count: number): string => countOf(count, 'equal argument'),
};

export const expectedCall = {
  optional: 'optional',
  same: 'the same',
  sameCall: (place: number): string => `expected as call ${formatCount(place)}`,
  noReference: 'no call expected here',
};

export const stepDifference = { wholeInput: 'input', absent: 'absent' };

export const foldedText = {
  size: (lines: number, bytes: number): string =>
    `${lines > 1 ? `${countOf(lines, 'line')} · ` : ''}${formatBytes(bytes)}`,
  showAll: 'Show all',
  showAllOf: (what: string, size: string): string => `Show all of the ${what}, ${size}`,
  showLess: 'Show less',
  failed: 'could not be read',
};

export const stepRibbon = {
  name: 'Overview of the steps: click to go there',
};

/** Texts of the totals in Conversation.svelte. */
export const stepTotals = {
  name: 'Totals of the run',
  duration: 'Time',
  model: 'model',
  tools: 'tools',
  idle: 'neither',
  tokensIn: 'Tokens in',
  tokensOut: 'out',
  cost: 'Cost',
  share: (part: string): string => `(${part})`,
  withoutTime: (count: number): string =>
    count === 0 ? '' : `(${countOf(count, 'call')} without a time)`,
  cached: (count: number | undefined): string =>
    count === undefined ? '' : `(${formatCount(count)} cached)`,
};

export const valueTag = {
  variable: (name: string): string => `$${name}`,
  setHere: (value: string): string => `set here: ${value}`,
  same: (value: string): string => `= ${value}`,
};

/** Texts of diff-lines.ts. */
export const diffLines = {
  bothEmpty: BOTH_EMPTY,
  calls: (side: Side, count: number): string => `${formatCount(count)} ${SIDES[side]}`,
  notRecorded: (side: Side): string =>
    side === 'reference' ? 'no expected calls' : 'calls not recorded',
  unreadable: (side: Side): string => `${SIDES[side]} unreadable`,
  ofKind: (count: number, kind: keyof typeof callKinds): string =>
    `${String(count)} ${callKinds[kind]}`,
  skippedCalls: (count: number): string => `${String(count)} optional skipped`,
  equalArguments: (count: number): string => countOf(count, 'equal argument'),
  differsLater: 'differs further on',
  composed: 'composed letters',
  decomposed: 'decomposed letters',
};

export const equalCalls = {
  equal: (count: number): string => countOf(count, 'equal call'),
};
