import { parseRule, type RuleNames } from './parse-rule.ts';
import { tokensOfRule } from './rule-tokens.ts';

/** What can be written at a place of a rule's text. */
export interface RuleCompletion {
  /** The place of the piece that is replaced; empty where a new one begins. */
  readonly from: number;
  readonly to: number;
  /** Pieces as they are written, best first. */
  readonly options: readonly string[];
}

const OPTIONS_LISTED = 50;

/** Lists what fits at a place of a rule’s text; nothing where only a free value can be. */
export function completeRule(text: string, at: number, names: RuleNames): RuleCompletion {
  const piece = tokensOfRule(text).find(({ kind, from, to }) => {
    const isWhole = kind === 'operator' || kind === 'mark' || kind === 'json';
    return from < at && at <= to && !isWhole;
  });
  const from = piece?.from ?? at;
  const typed = text.slice(from, at).replace(/^["']/, '').toLowerCase();
  const options = offersAfter(text.slice(0, from), names)
    .map((option) => ({ option, fit: fit(option, typed) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit)
    .map(({ option }) => option);
  return { from, to: piece?.to ?? at, options: options.slice(0, OPTIONS_LISTED) };
}

/** What can follow a text that breaks off; a stray bracket is wrong wherever a piece may begin. */
function offersAfter(text: string, names: RuleNames): readonly string[] {
  const parsed = parseRule(`${text} )`, names);
  if (parsed.ok) return [];
  const { problem, offered } = parsed;
  return problem.code === 'expected' && problem.from >= text.length ? offered : [];
}

/** How well an option fits: by its beginning 3, by the beginning of a part 2, anywhere 1, else 0. */
function fit(option: string, typed: string): number {
  const text = option.replace(/^"/, '').toLowerCase();
  if (text.startsWith(typed)) return 3;
  if (text.split(/[_\W]+/).some((part) => part.startsWith(typed))) return 2;
  return text.includes(typed) ? 1 : 0;
}
