import { type Slot, alignTrajectories } from '#core/match/align.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import { readRow } from '#core/read/dataset/read-row.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { bestReference, isSkippedSlot } from '#core/match/best-reference.ts';
import type { CallMatcher } from '#core/match/call-matcher.ts';
import { createMatcher } from '#core/match/match-calls.ts';
import type { MatchingRules } from '#core/match/rules.ts';
import { LabelGatherer, type LabelColumn } from '#core/score/columns/scored-columns.ts';

/** The expected tool of a slot and the called one; empty for no call. */
export interface ToolPair {
  readonly expected: string;
  readonly made: string;
  /** Whether the call matches, arguments included. */
  readonly isRight: boolean;
}

const NAME_LIMIT = 200;

/**
 * Lists the tool pairs of all slots, as texts for {@link parseToolPair}. A missing and an extra
 * call at the same place are one pair.
 */
export function toolPairsOf(
  slots: readonly Slot[],
  reference: Trajectory,
  prediction: Trajectory,
): string[] {
  const pairs: string[] = [];
  let missing: string[] = [];
  let extra: string[] = [];
  const pairLeftovers = (): void => {
    for (let i = 0; i < Math.max(missing.length, extra.length); i++) {
      pairs.push(print({ expected: missing[i] ?? '', made: extra[i] ?? '', isRight: false }));
    }
    missing = [];
    extra = [];
  };
  const toolAt = (calls: Trajectory, place: number): string =>
    calls[place]?.tool_name.slice(0, NAME_LIMIT) ?? '';
  for (const slot of slots) {
    if (slot.kind === 'missing') missing.push(toolAt(reference, slot.reference));
    else if (slot.kind === 'extra') extra.push(toolAt(prediction, slot.prediction));
    else if (slot.kind === 'moved') {
      // a moved call has two slots; it counts where it is expected
      if (slot.at === 'prediction') continue;
      const expected = toolAt(reference, slot.reference);
      pairs.push(print({ expected, made: expected, isRight: true }));
    } else {
      pairLeftovers();
      const expected = toolAt(reference, slot.reference);
      const made = toolAt(prediction, slot.prediction);
      pairs.push(print({ expected, made, isRight: slot.kind === 'equal' }));
    }
  }
  pairLeftovers();
  return pairs;
}

/** The first tool is written with its length, because tools may have any name. */
function print({ expected, made, isRight }: ToolPair): string {
  return `${isRight ? '=' : '~'}${expected.length}:${expected}${made}`;
}

/** Parses a text of {@link toolPairsOf}. */
export function parseToolPair(text: string): ToolPair {
  const colon = text.indexOf(':');
  const middle = colon + 1 + Number(text.slice(1, colon));
  return {
    expected: text.slice(colon + 1, middle),
    made: text.slice(middle),
    isRight: text.startsWith('='),
  };
}

/** Gathers the tool pairs of rows. */
export class ToolPairGatherer {
  readonly #roles: ColumnRoles;
  readonly #matcher: CallMatcher;
  readonly #labels = new LabelGatherer(true);

  /** Creates a gatherer; without rules, calls match when equal. */
  constructor(roles: ColumnRoles, rules: MatchingRules | undefined) {
    this.#roles = roles;
    this.#matcher = createMatcher(rules);
  }

  /** Adds a row; it has no pairs where its sides cannot be compared. */
  add(record: JsonObject): void {
    const { row } = readRow(record, this.#roles, 0, this.#matcher);
    const best = bestReference(row);
    if (!best || row.prediction.state !== 'calls') {
      this.#labels.add([]);
      return;
    }
    const { reference, pair } = best;
    const { calls } = row.prediction;
    const slots = alignTrajectories(reference, calls, pair);
    const counted = slots.filter((slot) => !isSkippedSlot(slot, pair));
    this.#labels.add(toolPairsOf(counted, reference, calls));
  }

  /** Ends the gathering and returns the pairs of all rows. */
  finish(): LabelColumn {
    return this.#labels.finish();
  }
}
