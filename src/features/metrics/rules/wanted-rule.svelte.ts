import { perApp } from '#kernel/per-app.svelte.ts';
import { BLANK_RULE, type RuleDraft } from './rule-draft.ts';

/** A rule that was begun elsewhere and is finished in the builder. */
class WantedRule {
  draft = $state.raw<RuleDraft>(BLANK_RULE);

  /** Begins a rule about a tool. */
  beginWith(tool: string): void {
    this.draft = { ...BLANK_RULE, first: tool };
  }
}

/** The rule that an app has begun. */
export const wantedRuleOf = perApp(() => new WantedRule());
