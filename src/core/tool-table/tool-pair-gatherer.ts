import { alignTrajectories } from '#core/alignment/align.ts';
import type { ColumnRoles } from '#core/dataset/column-roles.ts';
import { readRow } from '#core/dataset/read-row.ts';
import type { JsonObject } from '#core/json/json-value.ts';
import { bestReference, isSkippedSlot } from '#core/matching/best-reference.ts';
import { createMatcher, type CallMatcher } from '#core/matching/match-calls.ts';
import type { MatchingRules } from '#core/matching/rules.ts';
import { unifyMatches } from '#core/matching/unify-matches.ts';
import { LabelGatherer } from '#core/scoring/label-gatherer.ts';
import type { LabelColumn } from '#core/scoring/scored-columns.ts';
import { toolPairsOf } from './tool-pair.ts';

/** Gathers expected and called tools, row by row. */
export class ToolPairGatherer {
  readonly #roles: ColumnRoles;
  readonly #matcher: CallMatcher;
  readonly #labels = new LabelGatherer(true);

  /**
   * Starts with no row.
   * @param roles which column plays which role
   * @param rules when two calls match; absent: when they are equal
   */
  constructor(roles: ColumnRoles, rules: MatchingRules | undefined) {
    this.#roles = roles;
    this.#matcher = createMatcher(rules);
  }

  /**
   * Adds a row; one whose sides cannot be compared has no pairs.
   * @param record its record
   */
  add(record: JsonObject): void {
    const { row } = readRow(record, this.#roles, 0, this.#matcher);
    const best = bestReference(row);
    if (!best || row.prediction.state !== 'calls') {
      this.#labels.add([]);
      return;
    }
    const { reference, pair } = best;
    const { calls } = row.prediction;
    const slots = alignTrajectories(reference, calls, unifyMatches(pair));
    const counted = slots.filter((slot) => !isSkippedSlot(slot, pair));
    this.#labels.add(toolPairsOf(counted, reference, calls));
  }

  /**
   * Ends the gathering.
   * @returns the tool pairs of all rows, see tool-pair.ts
   */
  finish(): LabelColumn {
    return this.#labels.finish();
  }
}
