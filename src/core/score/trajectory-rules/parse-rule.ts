import type { JsonValue } from '#core/base/json/json-value.ts';
import { readJson } from '#core/base/literals/read-json.ts';
import { completePiece, type Completion } from '#core/base/text/pieces.ts';
import type { WordPart } from '#core/base/text/sentence.ts';
import { checkCondition } from './compile-condition.ts';
import { nearestName } from '#core/match/patterns/nearest-name.ts';
import { readWord } from './print-rule.ts';
import { quoteName, RULE_WORDS, tokensOfRule, type RuleToken } from './rule-tokens.ts';
import type {
  ArgumentCondition,
  CallCondition,
  NamedRule,
  SameArguments,
  TrajectoryRule,
} from './rule.ts';

/** What a rule can name in a run; it is only offered. */
export interface RuleNames {
  readonly tools: readonly string[];
  /** The arguments that calls of a tool have; those of all tools where it is a pattern. */
  readonly argumentsOf?: (tool: string) => readonly string[];
}

/** What is wrong with a rule's text, and where: the places are in the text. */
export interface RuleProblem {
  readonly code:
    'empty' | 'too_long' | 'unclosed' | 'expected' | 'not_json' | 'condition' | 'too_large';
  readonly from: number;
  readonly to: number;
  /** What is found there; empty at the end of the text. */
  readonly found: string;
  /** What could be there: phrases as they are written, or what kind of thing. */
  readonly expected: readonly string[];
  readonly reason: string;
}

/** A rule that was read; or what is wrong with its text. */
export type ParsedRule =
  | { readonly ok: true; readonly rule: NamedRule }
  | {
      readonly ok: false;
      readonly problem: RuleProblem;
      /** What could be written at the place of the problem. */
      readonly offered: readonly string[];
    };

const MOST_CHARACTERS = 2000;
const LARGEST_COUNT = 100_000;
const MOST_CONDITIONS = 50;
const NO_NAMES: RuleNames = { tools: [] };

/** How rules can begin, as they are offered; a tool's name begins one, too. */
const BEGINNINGS = ['never', 'at most', 'at least', 'after', 'no identical', 'ends with an answer'];
const AFTER_CALL = ['before', 'only after', 'only if', 'then'];
const RELATION_SIGNS = ['=', '!=', '<', '<=', '>', '>='] as const;
const RELATION_WORDS = [...RELATION_SIGNS, 'matches', 'is present', 'is absent'];

/**
 * Reads a rule’s sentence, which may begin with its name and a colon, such as `issue_refund only
 * after verify_identity with the same customer_id`; or finds the first thing that is wrong, and
 * what could be there.
 */
export function parseRule(text: string, names: RuleNames = NO_NAMES): ParsedRule {
  const parser = new RuleParser(text, names);
  const rule = parser.parse();
  if (rule) return { ok: true, rule };
  return { ok: false, problem: parser.problem, offered: parser.offered };
}

/**
 * Cuts a rule’s text into names and values, which are code, and the words between; a call with its
 * conditions is one piece. One piece of code for a text that is no rule.
 */
export function wordsOfRule(text: string): readonly WordPart[] {
  const parser = new RuleParser(text, NO_NAMES);
  if (!parser.parse()) return [{ text, isCode: true }];
  const parts: WordPart[] = [];
  const add = (piece: string, isCode: boolean): void => {
    const last = parts.at(-1);
    if (last?.isCode === isCode) parts[parts.length - 1] = { text: last.text + piece, isCode };
    else if (piece !== '') parts.push({ text: piece, isCode });
  };
  let depth = 0;
  let end = 0;
  for (const token of tokensOfRule(text)) {
    const isBracket = token.kind === 'mark';
    const isWithin = depth > 0 || (isBracket && token.text === '(');
    if (isBracket && token.text === '(') depth++;
    if (isBracket && token.text === ')') depth--;
    const isName = ['word', 'string', 'json'].includes(token.kind) && !parser.taken.has(token.from);
    add(text.slice(end, token.from), isWithin);
    add(text.slice(token.from, token.to), isWithin || isName);
    end = token.to;
  }
  add(text.slice(end), false);
  return parts;
}

/** Lists what fits at a place of a rule’s text; nothing where only a free value can be. */
export function completeRule(text: string, at: number, names: RuleNames): Completion {
  // a stray bracket is wrong wherever a piece may begin
  return completePiece(text, at, tokensOfRule(text), (begun) => parseRule(`${begun} )`, names));
}

/** A recursive descent; every method returns null once a problem was found. */
class RuleParser {
  problem: RuleProblem = {
    code: 'empty',
    from: 0,
    to: 0,
    found: '',
    reason: '',
    expected: BEGINNINGS,
  };
  offered: readonly string[] = [];
  /** Where the words of the language are: what else is a word is a name or a value. */
  readonly taken = new Set<number>();
  readonly #text: string;
  readonly #tokens: readonly RuleToken[];
  readonly #names: RuleNames;
  #at = 0;

  constructor(text: string, names: RuleNames) {
    this.#text = text;
    this.#names = names;
    this.#tokens = text.length > MOST_CHARACTERS ? [] : tokensOfRule(text);
    this.offered = [...BEGINNINGS, ...names.tools.map(quoteName)];
  }

  parse(): NamedRule | null {
    if (this.#text.length > MOST_CHARACTERS) {
      return this.#fail('too_long', { from: MOST_CHARACTERS, to: this.#text.length }, [], []);
    }
    if (this.#tokens.length === 0) return null;
    const name = this.#name();
    const rule = this.#rule();
    if (!rule) return null;
    if (this.#token()) return this.#expected(this.#continuations(rule));
    return name === undefined ? { rule } : { name, rule };
  }

  /** A word or quoted text before a colon. */
  #name(): string | undefined {
    const [first, second] = this.#tokens;
    if (second?.kind !== 'mark' || second.text !== ':') return undefined;
    if (first?.kind !== 'word' && first?.kind !== 'string') return undefined;
    this.taken.add(first.from);
    this.#at = 2;
    return first.text;
  }

  #rule(): TrajectoryRule | null {
    if (this.#takeWords('never')) {
      const call = this.#call();
      return call && { kind: 'never', call };
    }
    if (this.#takeWords('at')) {
      const kind = this.#choose(['most', 'least']);
      return kind && this.#counted(kind === 'most' ? 'at-most' : 'at-least');
    }
    if (this.#takeWords('after')) return this.#followed();
    if (this.#takeWords('no')) return this.#noRepeats();
    if (this.#takeWords('ends')) {
      return this.#needWords('with an answer') ? { kind: 'answer' } : null;
    }
    const token = this.#token();
    if (!isName(token)) {
      const tools = this.#names.tools.map(quoteName);
      return this.#expected([...BEGINNINGS, A_TOOL], [...BEGINNINGS, ...tools]);
    }
    // what is no tool of the run may be the beginning of a sentence
    const call = this.#call();
    return call && this.#aboutCall(call, token);
  }

  #aboutCall(call: CallCondition, first: RuleToken): TrajectoryRule | null {
    if (this.#takeWords('before')) {
      const then = this.#call();
      const same = then && this.#same(call, then);
      return then && same && { kind: 'before', first: call, then, same };
    }
    if (this.#takeWords('only')) {
      if (this.#takeWords('if')) {
        const where = this.#conditions(call.tool, () => this.#takeWords('and'));
        return where && { kind: 'only-if', call, where };
      }
      if (!this.#takeWords('after')) return this.#expected(['after', 'if']);
      const after = this.#call();
      const same = after && this.#same(call, after);
      return after && same && { kind: 'only-after', call, after, same };
    }
    if (this.#takeWords('then')) return this.#sequence(call);
    const isTool = call.where.length > 0 || this.#names.tools.includes(call.tool);
    const next = nearest(this.#token()?.text ?? '', AFTER_CALL);
    const near = isTool || next !== undefined ? undefined : nearest(first.text, BEGINNINGS);
    if (near !== undefined) {
      return this.#fail('expected', first, [near], AFTER_CALL);
    }
    return this.#expected(call.where.length === 0 ? [...AFTER_CALL, '('] : AFTER_CALL, AFTER_CALL);
  }

  #sequence(first: CallCondition): TrajectoryRule | null {
    const calls = [first];
    do {
      const call = this.#call();
      if (!call) return null;
      if (calls.push(call) > MOST_CONDITIONS) {
        return this.#fail('too_large', this.#place(), [], []);
      }
    } while (this.#takeWords('then'));
    return { kind: 'sequence', calls };
  }

  #counted(kind: 'at-most' | 'at-least'): TrajectoryRule | null {
    const count = this.#count(0);
    if (count === null) return null;
    if (!this.#takeWords('calls') && !this.#takeWords('call')) {
      if (isName(this.#token())) return this.#withCall((call) => ({ kind, count, call }));
      const noun = count === 1 ? 'call' : 'calls';
      return this.#expected([noun, A_TOOL], [noun, `${noun} of`]);
    }
    if (!this.#takeWords('of')) return { kind, count };
    return this.#withCall((call) => ({ kind, count, call }));
  }

  #withCall(make: (call: CallCondition) => TrajectoryRule): TrajectoryRule | null {
    const call = this.#call();
    return call && make(call);
  }

  #followed(): TrajectoryRule | null {
    const call = this.#call();
    if (!call) return null;
    const hasComma = this.#takeMark(',');
    if (!this.#takeWords('then') && !hasComma) return this.#expected([',', 'then']);
    const by = this.#call();
    if (!by) return null;
    const hasLimit = this.#takeWords('within');
    const within = hasLimit ? this.#count(1) : undefined;
    if (within === null) return null;
    if (hasLimit && !this.#takeWords('calls') && !this.#takeWords('call')) {
      return this.#expected([within === 1 ? 'call' : 'calls']);
    }
    const same = this.#same(call, by);
    if (!same) return null;
    return { kind: 'followed', call, by, ...(within === undefined ? {} : { within }), same };
  }

  #noRepeats(): TrajectoryRule | null {
    if (!this.#needWords('identical')) return null;
    const isAny = this.#takeWords('calls') || this.#takeWords('call');
    const call = !isAny || this.#takeWords('of') ? this.#call(['call']) : undefined;
    if (call === null || !this.#needWords('more than')) return null;
    const count = this.#count(1);
    if (count === null) return null;
    if (!this.#takeWords('times') && !this.#takeWords('time')) {
      return this.#expected([count === 1 ? 'time' : 'times']);
    }
    if (!this.#needWords('in a row')) return null;
    return { kind: 'no-repeats', count, ...(call ? { call } : {}) };
  }

  /** A tool's name, and conditions in brackets. */
  #call(others: readonly string[] = []): CallCondition | null {
    const token = this.#token();
    const tools = this.#names.tools.map(quoteName);
    if (!isName(token)) return this.#expected([...others, A_TOOL], [...others, ...tools]);
    if (token.text === '') return this.#expected([A_TOOL], tools);
    this.#at++;
    if (!this.#takeMark('(')) return { tool: token.text, where: [] };
    const where = this.#conditions(token.text, () => this.#takeMark(','));
    if (!where) return null;
    if (!this.#takeMark(')')) return this.#expected([',', ')']);
    return { tool: token.text, where };
  }

  #conditions(tool: string, goesOn: () => boolean): readonly ArgumentCondition[] | null {
    const conditions: ArgumentCondition[] = [];
    do {
      const condition = this.#condition(tool);
      if (!condition) return null;
      if (conditions.push(condition) > MOST_CONDITIONS) {
        return this.#fail('too_large', this.#place(), [], []);
      }
    } while (goesOn());
    return conditions;
  }

  #condition(tool: string): ArgumentCondition | null {
    const argument = this.#argument(this.#argumentsOf(tool));
    if (argument === null) return null;
    const from = this.#place().from;
    const token = this.#token();
    const sign = RELATION_SIGNS.find((one) => token?.kind === 'operator' && token.text === one);
    if (sign !== undefined) {
      this.#at++;
      return this.#compared(argument, sign, from);
    }
    if (this.#takeWords('matches')) {
      const pattern = this.#token();
      if (pattern?.kind !== 'string' && pattern?.kind !== 'word') {
        return this.#expected(['a pattern in quotes'], []);
      }
      this.#at++;
      return this.#checked({ argument, relation: 'matches', value: pattern.text }, pattern);
    }
    if (this.#takeWords('is')) {
      const relation = this.#choose(['present', 'absent'] as const);
      return relation && { argument, relation, value: null };
    }
    return this.#expected(RELATION_WORDS);
  }

  #compared(
    argument: string,
    relation: (typeof RELATION_SIGNS)[number],
    from: number,
  ): ArgumentCondition | null {
    const value = this.#value();
    if (value === undefined) return null;
    const token = this.#tokens[this.#at - 1] as RuleToken;
    if (
      relation !== '=' &&
      relation !== '!=' &&
      typeof value !== 'number' &&
      typeof value !== 'bigint'
    ) {
      this.#at--;
      return this.#expected(['a number'], []);
    }
    return this.#checked({ argument, relation, value }, { from, to: token.to });
  }

  /** A value of a condition may be a pattern that cannot be used. */
  #checked(
    condition: ArgumentCondition,
    { from, to }: Pick<RuleToken, 'from' | 'to'>,
  ): ArgumentCondition | null {
    const problem = checkCondition(condition);
    if (problem === undefined) return condition;
    return this.#fail('condition', { from, to }, [], [], problem);
  }

  #value(): JsonValue | undefined {
    const token = this.#token();
    if (token?.kind === 'string') {
      this.#at++;
      return token.text;
    }
    if (token?.kind === 'word') {
      this.#at++;
      return readWord(token.text);
    }
    if (token?.kind !== 'json') {
      this.#expected(['a value'], []);
      return undefined;
    }
    const reading = readJson(token.text);
    if (!reading.ok) {
      this.#fail('not_json', token, [], [], reading.reason);
      return undefined;
    }
    this.#at++;
    return reading.value;
  }

  #argument(offered: readonly string[]): string | null {
    const token = this.#token();
    if (!isName(token) || token.text === '') {
      return this.#expected(['an argument'], offered.map(quoteName));
    }
    this.#at++;
    return token.text;
  }

  #argumentsOf(...tools: readonly string[]): readonly string[] {
    const [first = [], ...others] = tools.map((tool) => this.#names.argumentsOf?.(tool) ?? []);
    return first.filter((name) => others.every((names) => names.includes(name)));
  }

  #same(one: CallCondition, other: CallCondition): SameArguments | null {
    if (!this.#takeWords('with')) return [];
    this.#takeWords('the');
    if (!this.#takeWords('same')) return this.#expected(['the same']);
    const shared = this.#argumentsOf(one.tool, other.tool);
    const same: string[] = [];
    do {
      const name = this.#argument(shared);
      if (name === null) return null;
      if (!same.includes(name)) same.push(name);
    } while (this.#takeWords('and') || this.#takeMark(','));
    return same;
  }

  #count(least: number): number | null {
    const token = this.#token();
    const isNumber = token?.kind === 'word' && /^\d{1,9}$/.test(token.text);
    const count = isNumber ? Number(token.text) : Number.NaN;
    if (!(count >= least && count <= LARGEST_COUNT)) {
      return this.#expected([`a whole number from ${String(least)}`], ['1', '2', '3', '5', '10']);
    }
    this.#at++;
    return count;
  }

  /** What can follow a whole rule. */
  #continuations(rule: TrajectoryRule): readonly string[] {
    switch (rule.kind) {
      case 'at-most':
      case 'at-least':
        return rule.call ? ['the end'] : ['of', 'the end'];
      case 'before':
      case 'only-after':
        return rule.same.length > 0 ? ['and', 'the end'] : ['with the same', 'the end'];
      case 'followed':
        if (rule.same.length > 0) return ['and', 'the end'];
        return rule.within === undefined
          ? ['within', 'with the same', 'the end']
          : ['with the same', 'the end'];
      case 'only-if':
        return ['and', 'the end'];
      case 'sequence':
        return ['then', 'the end'];
      default:
        return ['the end'];
    }
  }

  #choose<T extends string>(choices: readonly T[]): T | null {
    const choice = choices.find((word) => this.#takeWords(word));
    return choice ?? this.#expected(choices);
  }

  /** Takes words that must be there, all of them. */
  #needWords(words: string): boolean {
    const rest = words.split(' ');
    while (rest[0] !== undefined) {
      if (!this.#takeWords(rest[0])) {
        this.#expected([rest.join(' ')]);
        return false;
      }
      rest.shift();
    }
    return true;
  }

  #takeWords(word: string): boolean {
    const token = this.#token();
    if (token?.kind !== 'word' || token.text.toLowerCase() !== word) return false;
    this.taken.add(token.from);
    this.#at++;
    return true;
  }

  #takeMark(mark: string): boolean {
    const token = this.#token();
    const isIt = token?.kind === 'mark' && token.text === mark;
    if (isIt) this.#at++;
    return isIt;
  }

  #token(): RuleToken | undefined {
    return this.#tokens[this.#at];
  }

  #place(): { readonly from: number; readonly to: number } {
    const token = this.#token();
    const end = this.#text.trimEnd().length;
    return token ? { from: token.from, to: token.to } : { from: end, to: end };
  }

  #expected(expected: readonly string[], offered = expected): null {
    const code = this.#token()?.kind === 'unclosed' ? 'unclosed' : 'expected';
    return this.#fail(code, this.#place(), expected, offered);
  }

  #fail(
    code: RuleProblem['code'],
    { from, to }: { readonly from: number; readonly to: number },
    expected: readonly string[],
    offered: readonly string[],
    reason = '',
  ): null {
    const found = this.#text.slice(from, to);
    this.problem = { code, from, to, found, expected, reason };
    this.offered = offered.filter((phrase) => phrase !== 'the end');
    return null;
  }
}

const A_TOOL = 'a tool';

/** A word that is none of the language's own, or a quoted text. */
function isName(token: RuleToken | undefined): token is RuleToken {
  if (token?.kind === 'string') return true;
  return token?.kind === 'word' && !RULE_WORDS.includes(token.text.toLowerCase());
}

/** Says what is wrong with a rule’s text: place, what is there, what could be instead. */
export function describeRuleProblem({ code, from, found, expected, reason }: RuleProblem): string {
  const place = `Character ${String(from + 1)}: `;
  const shown = found.length > 40 ? `${found.slice(0, 40)}…` : found;
  switch (code) {
    case 'empty':
      return 'Write a rule, for example “never delete_account”.';
    case 'too_long':
      return `A rule has at most ${String(MOST_CHARACTERS)} characters.`;
    case 'too_large':
      return `${place}a call has at most ${String(MOST_CONDITIONS)} conditions, and a rule as many steps.`;
    case 'unclosed':
      return `${place}“${shown}” is not closed, or no sign of a rule.`;
    case 'not_json':
      return `${place}“${shown}” is no JSON: ${reason}.`;
    case 'condition':
      return `${place}${reason}`;
    case 'expected': {
      const where = found === '' ? 'At the end: ' : place;
      const near = nearest(found, expected);
      const hint = near === undefined ? '' : ` Did you mean “${near}”?`;
      const what = listChoices(expected);
      const isThere = found === '' ? 'something is missing' : `“${shown}” cannot be here`;
      return `${where}${isThere}; expected ${what}.${hint}`;
    }
  }
}

function listChoices(choices: readonly string[]): string {
  const quoted = choices.map((choice) =>
    choice.startsWith('a ') || choice.startsWith('an ') || choice === 'the end'
      ? choice
      : `“${choice}”`,
  );
  const last = quoted.at(-1) ?? '';
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(', ')} or ${last}`;
}

/** The phrase whose first word a word may be a misspelling of. */
function nearest(word: string, phrases: readonly string[]): string | undefined {
  const words = new Map(
    phrases
      .map((phrase) => [phrase.split(' ')[0] ?? '', phrase] as const)
      .filter(([first]) => /^[a-z]{3,}$/.test(first))
      // of several that begin alike, the first one counts
      .reverse(),
  );
  const name = word.length < 3 ? undefined : nearestName(word, [...words.keys()]);
  return name === undefined || name === word.toLowerCase() ? undefined : words.get(name);
}
