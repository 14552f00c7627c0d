import { countOf, formatCount } from '#ui/format-number.ts';
import { callKinds } from '#ui/texts.ts';

export type Side = 'reference' | 'prediction';

export const SIDES: Readonly<Record<Side, string>> = {
  reference: 'expected',
  prediction: 'called',
};

export const BOTH_EMPTY = 'No calls on either side';

export const callTable = {
  call: 'call',
  kinds: callKinds,
  skipped: 'skipped',
  noCall: 'no call',
  showMore: (count: number): string => `Show ${String(count)} more`,
  left: (count: number): string => `${formatCount(count)} left`,
  notListed: (count: number): string => `${countOf(count, 'more call')} not listed.`,
};

export const callSide = {
  optional: 'optional',
  position: (side: Side, place: number): string =>
    `${side === 'reference' ? 'Expected' : 'Called'} at position ${String(place)}`,
  go: 'Go there',
  goToCall: (side: Side, place: number): string =>
    `Go there: call ${String(place)} of those ${SIDES[side]}`,
  maybeMore: 'possibly more',
  error: 'error',
  failed: 'The call failed.',
};

export const callDifference = { wholeInput: 'input', absent: 'absent' };

export const callFlags = {
  firstWrong: 'first wrong step',
  firstWrongHint: 'Marked as the first step that went wrong',
  breaks: (rules: string): string => `breaks: ${rules}`,
  breaksShort: 'breaks a rule',
};

export const valueTag = {
  variable: (name: string): string => `$${name}`,
  setHere: (value: string): string => `set here: ${value}`,
  same: (value: string): string => `= ${value}`,
};

export const equalCalls = {
  equal: (count: number): string => countOf(count, 'equal call'),
};

/** Texts of call-lines.ts. */
export const callLines = {
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
