import type { JsonValue } from '#core/base/json/json-value.ts';
import { readJson } from '#core/base/literals/read-json.ts';
import {
  completePiece,
  nearestPhrase,
  PieceCursor,
  readPieces,
  type Completion,
  type TextProblem,
} from '#core/base/text/pieces.ts';
import type { WordPart } from '#core/base/text/sentence.ts';
import { readPattern } from '#core/match/patterns/value-pattern.ts';
import { readWord } from './print-rule.ts';
import { quoteName, RULE_WORDS, tokensOfRule, type RuleToken } from './rule-tokens.ts';
import type {
  ArgumentCondition,
  CallCondition,
  NamedRule,
  SameArguments,
  TrajectoryRule,
} from './rule.ts';

/** Names in the run, used for completion. */
export interface RuleNames {
  readonly tools: readonly string[];
  /** The arguments of a tool's calls; of all tools where it is a pattern. */
  readonly argumentsOf?: (tool: string) => readonly string[];
}

/** A parsed rule, or its first problem. */
type ParsedRule =
  | { readonly ok: true; readonly rule: NamedRule }
  | { readonly ok: false; readonly problem: TextProblem };

const MAX_CHARACTERS = 2000;
const LARGEST_COUNT = 100_000;
const MAX_CONDITIONS = 50;
const NO_NAMES: RuleNames = { tools: [] };

/** The words that begin a rule; a tool's name may begin one, too. */
const BEGINNINGS = ['never', 'at most', 'at least', 'after', 'no identical', 'ends with an answer'];
const AFTER_CALL = ['before', 'only after', 'only if', 'then'];
const RELATION_SIGNS = ['=', '!=', '<', '<=', '>', '>='] as const;
const A_TOOL = 'a tool';

/**
 * Parses a rule, which may begin with a name and a colon: `issue_refund only after verify_identity
 * with the same customer_id`. Otherwise returns the first problem and the possible continuations.
 */
export function parseRule(text: string, names: RuleNames = NO_NAMES): ParsedRule {
  if (text.length > MAX_CHARACTERS) {
    const message = `A rule has at most ${String(MAX_CHARACTERS)} characters.`;
    return { ok: false, problem: { from: MAX_CHARACTERS, to: text.length, message } };
  }
  const tokens = tokensOfRule(text);
  if (tokens.length === 0) {
    const message = 'Write a rule, for example “never delete_account”.';
    return { ok: false, problem: { from: 0, to: 0, message } };
  }
  const cursor = new PieceCursor(text, tokens);
  const read = readPieces(() => new RuleParser(cursor, names).parse());
  return read.ok ? { ok: true, rule: read.value } : read;
}

/**
 * Splits a rule’s text into code (names and values) and words; a call with its conditions is one
 * piece. An invalid text is one piece of code.
 */
export function wordsOfRule(text: string): readonly WordPart[] {
  const tokens = tokensOfRule(text);
  const cursor = new PieceCursor(text, tokens);
  const read = readPieces(() => new RuleParser(cursor, NO_NAMES).parse());
  if (!read.ok) return [{ text, isCode: true }];
  const parts: WordPart[] = [];
  const add = (piece: string, isCode: boolean): void => {
    const last = parts.at(-1);
    if (last?.isCode === isCode) parts[parts.length - 1] = { text: last.text + piece, isCode };
    else if (piece !== '') parts.push({ text: piece, isCode });
  };
  let depth = 0;
  let end = 0;
  for (const token of tokens) {
    const isBracket = token.kind === 'mark';
    const isWithin = depth > 0 || (isBracket && token.text === '(');
    if (isBracket && token.text === '(') depth++;
    if (isBracket && token.text === ')') depth--;
    const isName = ['word', 'string', 'json'].includes(token.kind) && !cursor.taken.has(token.from);
    add(text.slice(end, token.from), isWithin);
    add(text.slice(token.from, token.to), isWithin || isName);
    end = token.to;
  }
  add(text.slice(end), false);
  return parts;
}

/** Lists the completions at a place of a rule’s text; empty where only a free value fits. */
export function completeRule(text: string, at: number, names: RuleNames): Completion {
  return completePiece(text, at, tokensOfRule(text), (begun) => {
    const cursor = new PieceCursor(begun, tokensOfRule(begun));
    readPieces(() => new RuleParser(cursor, names).parse());
    return cursor;
  });
}

class RuleParser {
  readonly #cursor: PieceCursor<RuleToken>;
  readonly #names: RuleNames;

  constructor(cursor: PieceCursor<RuleToken>, names: RuleNames) {
    this.#cursor = cursor;
    this.#names = names;
  }

  parse(): NamedRule {
    const name = this.#cursor.takeUntil(':');
    const rule = this.#rule();
    this.#cursor.end();
    return name === undefined ? { rule } : { name, rule };
  }

  #rule(): TrajectoryRule {
    const cursor = this.#cursor;
    if (cursor.take('never')) return this.#never();
    if (cursor.take('at', 'at most', 'at least')) {
      const kind = cursor.need('most', 'least') === 'most' ? 'at-most' : 'at-least';
      return this.#counted(kind);
    }
    if (cursor.take('after')) return this.#followed();
    if (cursor.take('no', 'no identical'))
      return cursor.take('identical') ? this.#noRepeats() : this.#never();
    if (cursor.take('ends', 'ends with an answer')) {
      cursor.needPhrase('with an answer');
      return { kind: 'answer' };
    }
    const first = cursor.piece;
    const call = this.#call();
    if (cursor.take('before')) {
      const then = this.#call();
      return { kind: 'before', first: call, then, same: this.#same(call, then) };
    }
    if (cursor.take('only', 'only after', 'only if')) {
      if (cursor.need('after', 'if') === 'if')
        return { kind: 'only-if', call, where: this.#conditions(call.tool, 'and') };
      const after = this.#call();
      return { kind: 'only-after', call, after, same: this.#same(call, after) };
    }
    if (cursor.take('then')) return this.#sequence(call);
    // a word that is no tool of the run may be the beginning of a sentence
    const isTool = call.where.length > 0 || this.#names.tools.includes(call.tool);
    const next = nearestPhrase(cursor.piece?.text ?? '', AFTER_CALL);
    const near = isTool || next !== undefined ? undefined : nearestPhrase(call.tool, BEGINNINGS);
    if (near === undefined) return cursor.fail();
    return cursor.failWith(`“${call.tool}” cannot be here. Did you mean “${near}”?`, first);
  }

  /** A call that is never made, or not before another. */
  #never(): TrajectoryRule {
    const call = this.#call();
    if (!this.#cursor.take('before')) return { kind: 'never', call };
    const after = this.#call();
    return { kind: 'only-after', call, after, same: this.#same(call, after) };
  }

  #sequence(first: CallCondition): TrajectoryRule {
    const calls = [first];
    do {
      calls.push(this.#call());
      if (calls.length > MAX_CONDITIONS) this.#failTooLarge();
    } while (this.#cursor.take('then'));
    return { kind: 'sequence', calls };
  }

  #counted(kind: 'at-most' | 'at-least'): TrajectoryRule {
    const count = this.#count(0);
    const noun = count === 1 ? 'call' : 'calls';
    if (this.#takeNoun('call', noun)) {
      return this.#cursor.take('of') ? { kind, count, call: this.#call() } : { kind, count };
    }
    return { kind, count, call: this.#call() };
  }

  #followed(): TrajectoryRule {
    const cursor = this.#cursor;
    const call = this.#call();
    const hasComma = cursor.take(',');
    if (!cursor.take('then') && !hasComma) cursor.fail();
    const by = this.#call();
    const within = cursor.take('within') ? this.#count(1) : undefined;
    if (within !== undefined && !this.#takeNoun('call', within === 1 ? 'call' : 'calls'))
      cursor.fail();
    const same = this.#same(call, by);
    return { kind: 'followed', call, by, ...(within === undefined ? {} : { within }), same };
  }

  #noRepeats(): TrajectoryRule {
    const cursor = this.#cursor;
    const isAny = this.#takeNoun('call', 'call');
    const call = !isAny || cursor.take('of') ? this.#call() : undefined;
    cursor.needPhrase('more than');
    const count = this.#count(1);
    if (!this.#takeNoun('time', count === 1 ? 'time' : 'times')) cursor.fail();
    cursor.needPhrase('in a row');
    return { kind: 'no-repeats', count, ...(call ? { call } : {}) };
  }

  /** Takes a noun or its plural; `noun` is the expected form. */
  #takeNoun(singular: string, noun: string): boolean {
    return this.#cursor.take(`${singular}s`, noun) || this.#cursor.take(singular, noun);
  }

  /** A tool's name, with conditions in brackets. */
  #call(): CallCondition {
    const tool = this.#nameOf(A_TOOL, this.#names.tools);
    if (!this.#cursor.take('(')) return { tool, where: [] };
    const where = this.#conditions(tool, ',');
    this.#cursor.need(')');
    return { tool, where };
  }

  #conditions(tool: string, joiner: 'and' | ','): readonly ArgumentCondition[] {
    const conditions: ArgumentCondition[] = [];
    do {
      conditions.push(this.#condition(tool));
      if (conditions.length > MAX_CONDITIONS) this.#failTooLarge();
    } while (this.#cursor.take(joiner));
    return conditions;
  }

  #failTooLarge(): never {
    const most = String(MAX_CONDITIONS);
    return this.#cursor.failWith(
      `a call has at most ${most} conditions, and a rule as many steps.`,
    );
  }

  #condition(tool: string): ArgumentCondition {
    const cursor = this.#cursor;
    const argument = this.#nameOf('an argument', this.#argumentsOf(tool));
    const sign = cursor.piece;
    const relation = RELATION_SIGNS.find((one) => cursor.take(one));
    if (relation) {
      const isNumber = relation !== '=' && relation !== '!=';
      return this.#checked({ argument, relation, value: this.#value(isNumber) }, sign);
    }
    if (cursor.take('matches')) {
      const pattern = cursor.piece;
      if (pattern?.kind !== 'string' && pattern?.kind !== 'word')
        return cursor.fail('a pattern in quotes');
      if (pattern.text.includes('\b')) cursor.failWith('“\\b” is a backspace here; write “\\\\b”.');
      cursor.next();
      return this.#checked({ argument, relation: 'matches', value: pattern.text }, pattern);
    }
    if (!cursor.take('is', 'is present', 'is absent')) cursor.fail();
    return { argument, relation: cursor.need('present', 'absent'), value: null };
  }

  /** Checks the value of a condition, which may be an invalid pattern. */
  #checked(condition: ArgumentCondition, from: RuleToken | undefined): ArgumentCondition {
    const problem = checkCondition(condition);
    return problem === undefined ? condition : this.#cursor.failWith(problem, from);
  }

  #value(isNumber: boolean): JsonValue {
    const cursor = this.#cursor;
    const { piece } = cursor;
    let value: JsonValue | undefined;
    if (piece?.kind === 'string') value = piece.text;
    else if (piece?.kind === 'word') value = readWord(piece.text);
    else if (piece?.kind === 'json') {
      const reading = readJson(piece.text);
      if (!reading.ok) return cursor.failWith(`“${piece.text}” is no JSON: ${reading.reason}.`);
      ({ value } = reading);
    }
    const isRight = isNumber ? typeof value === 'number' || typeof value === 'bigint' : true;
    if (value === undefined || !isRight) return cursor.fail(isNumber ? 'a number' : 'a value');
    cursor.next();
    return value;
  }

  /** A quoted text, or a word that the language does not reserve. */
  #nameOf(what: string, offered: readonly string[]): string {
    const cursor = this.#cursor;
    const { piece } = cursor;
    const isWord = piece?.kind === 'word' && !RULE_WORDS.includes(piece.text.toLowerCase());
    if (piece && (isWord || piece.kind === 'string') && piece.text !== '') {
      cursor.next();
      return piece.text;
    }
    return cursor.fail(what, offered.map(quoteName));
  }

  #argumentsOf(...tools: readonly string[]): readonly string[] {
    const [first = [], ...others] = tools.map((tool) => this.#names.argumentsOf?.(tool) ?? []);
    return first.filter((name) => others.every((names) => names.includes(name)));
  }

  #same(one: CallCondition, other: CallCondition): SameArguments {
    const cursor = this.#cursor;
    if (!cursor.take('with', 'with the same')) return [];
    cursor.take('the', 'the same');
    cursor.needPhrase('same');
    const same = new Set<string>();
    do {
      same.add(this.#nameOf('an argument', this.#argumentsOf(one.tool, other.tool)));
    } while (cursor.take('and') || cursor.take(','));
    return [...same];
  }

  #count(least: number): number {
    const { piece } = this.#cursor;
    const count = piece?.kind === 'word' && /^\d{1,9}$/.test(piece.text) ? Number(piece.text) : -1;
    if (count < least || count > LARGEST_COUNT) {
      const what = `a whole number from ${String(least)}`;
      return this.#cursor.fail(what, ['1', '2', '3', '5', '10']);
    }
    this.#cursor.next();
    return count;
  }
}

/** The reason why a condition's value is unusable; undefined where it is usable. */
function checkCondition({ relation, value }: ArgumentCondition): string | undefined {
  if (relation !== 'matches' && relation !== '=' && relation !== '!=') return undefined;
  const reading = readPattern(relation === 'matches' ? { $regex: value } : value);
  if (reading.ok) return undefined;
  const { path, reason, nearest } = reading.problem;
  const where = path === '' || relation === 'matches' ? '' : `${path}: `;
  const hint = nearest === undefined ? '' : ` Nearest right form: ${nearest}`;
  return `${where}${reason}${hint}`;
}
