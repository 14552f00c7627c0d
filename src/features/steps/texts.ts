import type { StepRole } from '#core/calls/step.ts';
import type { SlotView } from '#core/explain/row/row-detail.ts';
import { countOf, formatBytes, formatCount } from '#ui/format-number.ts';

const ROLES: Readonly<Record<StepRole, string>> = {
  user: 'user',
  agent: 'assistant',
  system: 'system',
};

const KINDS: Readonly<Record<SlotView['kind'], string>> = {
  equal: 'equal',
  changed: 'changed',
  missing: 'missing',
  extra: 'extra',
  moved: 'moved',
};

const step = (number: number): string => `step ${formatCount(number)}`;
const recoveredIn = (number: number): string => `Recovered in ${step(number)}`;
const inParallel = (count: number): string => `${formatCount(count)} in parallel`;
const NO_STEP_SELECTED = 'No step selected.';

/** Texts of write-figures.ts. */
export const figures = {
  milliseconds: (number: string): string => `${number}\u00a0ms`,
  seconds: (number: string): string => `${number}\u00a0s`,
  minutes: (minutes: number, seconds: number): string =>
    `${String(minutes)}\u00a0min ${String(seconds)}\u00a0s`,
  hours: (hours: number, minutes: number): string =>
    `${String(hours)}\u00a0h ${String(minutes)}\u00a0min`,
};

/** Texts of StepsPanel.svelte. */
export const stepsPanel = {
  reading: 'Reading the steps…',
  failed: (reason: string): string => `The steps could not be read: ${reason}`,
  again: 'Try again',
  none: 'No steps recorded',
  noneHint: 'This row has neither calls nor messages.',
  copyLink: (number: number): string => `Copy link to ${step(number)}`,
  copy: 'Copy as Markdown',
  copied: (name: string, isRedacted: boolean): string =>
    `Steps of ${name} copied as Markdown, ${isRedacted ? 'redacted' : 'nothing redacted'}.`,
};

/** Texts of StepSearch.svelte. */
export const stepSearch = {
  search: 'Search steps',
  found: (at: number, count: number): string =>
    count === 0
      ? 'not found'
      : `${at === 0 ? '' : `${formatCount(at)} of `}${countOf(count, 'step')}`,
  previous: 'Previous step found',
  next: 'Next step found',
};

/** Texts of Conversation.svelte. */
export const conversation = {
  name: 'Steps of the run, in order',
  only: 'Which steps are shown',
  filters: { all: 'All', calls: 'Calls', errors: 'Errors', differs: 'Differs' },
  noMatch: 'No step of this kind in this row.',
  left: (count: number): string => `${countOf(count, 'more step')} not listed.`,
  columns: {
    step: 'step',
    made: 'made',
    reference: 'reference',
    time: 'time',
    in: 'in',
    out: 'out',
    cost: 'cost',
  },
};

/** Texts of ConversationRow.svelte. */
export const conversationRow = {
  roles: ROLES,
  kinds: KINDS,
  called: 'called',
  skipped: 'skipped',
  noText: (calls: number): string =>
    calls === 0 ? 'No text' : `No text, ${countOf(calls, 'call')}`,
  notMade: 'not made',
  time: 'time',
  in: 'tokens in',
  out: 'tokens out',
  cost: 'cost',
};

/** Texts of MadeCall.svelte. */
export const madeCall = {
  inParallel,
  arguments: 'arguments',
  result: 'result',
  notRecorded: 'not recorded',
  error: 'error',
  failed: 'The call failed.',
  recoveredIn,
  recovers: (number: number): string => `recovers ${step(number)}`,
  equalArguments: (count: number): string => countOf(count, 'equal argument'),
};

/** Texts of ExpectedCall.svelte. */
export const expectedCall = {
  optional: 'optional',
  sameArguments: 'same arguments',
  sameCall: (place: number): string => `expected as call ${formatCount(place)}`,
  noReference: 'no call expected here',
};

/** Texts of StepDifference.svelte. */
export const stepDifference = { wholeInput: 'input', absent: 'absent' };

/** Texts of FoldedText.svelte. */
export const foldedText = {
  size: (lines: number, bytes: number): string =>
    `${lines > 1 ? `${countOf(lines, 'line')} · ` : ''}${formatBytes(bytes)}`,
  showAll: 'Show all',
  showAllOf: (what: string, size: string): string => `Show all of the ${what}, ${size}`,
  showLess: 'Show less',
  failed: 'could not be read',
};

/** Texts of Minimap.svelte. */
export const minimap = {
  name: 'Overview of the steps: click to go there',
};

/** Texts of Timeline.svelte. */
export const timeline = {
  name: 'Timeline of the steps',
  noTimes: 'No times recorded',
  noTimesHint:
    'The data of this row does not say when its steps began, so there is nothing to draw.',
  openConversation: 'Open Conversation',
  columns: { step: 'step', time: 'time', in: 'in', out: 'out', cost: 'cost' },
};

/** Texts of TimelineTools.svelte. */
export const timelineTools = {
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  earlier: 'Earlier',
  later: 'Later',
  fitStep: 'Fit step',
  nextError: 'Next error',
  showAll: 'Show all',
  hints: { step: 'step', pan: 'pan' },
};

/** Texts of TimelineRow.svelte. */
export const timelineRow = {
  roles: { ...ROLES, user: 'user message', agent: 'model', system: 'system message' },
  kinds: KINDS,
  noTime: 'no time recorded',
  noDuration: 'no duration',
  outside: (start: string, duration: string): string => `${start} · ${duration}`,
  showStep: (number: number): string => `Show ${step(number)} on the timeline`,
  error: 'error',
  recovered: (number: number): string => `recovered in ${step(number)}`,
};

/** Texts of TimelineTotals.svelte. */
export const timelineTotals = {
  name: 'Totals of the run',
  duration: 'Duration',
  model: 'Model',
  tools: 'Tools',
  idle: 'Neither',
  tokens: 'Tokens in · out',
  cost: 'Cost',
  errors: 'Errors',
  turns: (count: number): string => countOf(count, 'turn'),
  calls: (count: number, withoutTime: number): string =>
    `${countOf(count, 'call')}${withoutTime > 0 ? `; ${formatCount(withoutTime)} without a duration` : ''}`,
  overlap: 'overlaps count once',
  share: (part: string): string => `${part} of the duration`,
  cached: (count: string | undefined): string =>
    count === undefined ? 'cached not recorded' : `${count} cached`,
  noneRecorded: 'not recorded',
  firstToLast: 'first start to last end',
};

/** Texts of TimelineOverview.svelte. */
export const timelineOverview = {
  whole: 'whole row',
  from: 'Window start',
  to: 'Window end',
  range: (from: string, to: string): string => `${from} to ${to}`,
};

/** Texts of StepDetails.svelte. */
export const stepDetails = {
  none: NO_STEP_SELECTED,
  name: 'Details of the selected step',
  open: 'Open in Conversation',
  from: (start: string, end: string): string => `${start} to ${end}`,
  text: 'text',
  arguments: 'arguments',
  result: 'result',
  reference: (place: number): string => `reference, call ${formatCount(place)}`,
  instead: 'instead of',
};
