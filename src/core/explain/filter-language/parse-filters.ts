import { completePiece, type Completion } from '#core/base/text/pieces.ts';
import { ERROR_CODE_COLUMN } from '#core/score/rated-metrics/rating-metric.ts';
import { FAILURE_PATTERNS } from '#core/explain/failure-patterns/failure-patterns.ts';
import { DIFFERENCE_KINDS, printSignature, type Signature } from '#core/match/signature.ts';
import type { Filter, Relation } from '#core/explain/view/filter.ts';
import { findNamed, KEYWORDS, type FilterNames, type NamedColumn } from './filter-names.ts';
import { isKeyword, quoteIfNeeded, tokensOf, type Token } from './tokens.ts';

/** What a filter text means: conditions that all hold, or what is wrong with it. */
export type ParsedFilters =
  | { readonly ok: true; readonly filters: readonly Filter[] }
  | {
      readonly ok: false;
      readonly problem: FilterProblem;
      /** What could be at the place, as it is written. */
      readonly offered: readonly string[];
      /** The column of the dataset a value of which could be there. */
      readonly cellsOf?: string | undefined;
    };

/** Kinds of differences between the sides. */
export const DIFFERENCES: readonly Signature['kind'][] = ['changed', 'missing', 'extra', 'moved'];

/** What a row’s differences can be filtered by. */
export const DIFFERENCES_FILTERED = [
  ...DIFFERENCES,
  ...DIFFERENCE_KINDS.filter((kind) => DIFFERENCES.every((other) => other !== kind)),
];

const SCORE_STATES = ['failing', 'passing', 'unscored', 'not-evaluated', 'error'] as const;

const ROW_STATES = ['not-evaluated', 'agent-failed'] as const;

const TYPES: readonly Signature['foundType'][] = [
  'null',
  'boolean',
  'number',
  'text',
  'list',
  'object',
  'absent',
] as Signature['foundType'][];
/** Words that the page shows for some of these, accepted as well. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['array', 'list'],
  ['not-scored', 'not-evaluated'],
]);
const SCORE_RELATIONS = ['=', '!=', '<', '<=', '>', '>=', '~', 'is'];
const CELL_RELATIONS = ['=', '!=', '~', '<', '<=', '>', '>='];
const RELATIONS: readonly Relation[] = ['<', '<=', '>', '>='];
const EQUALITY = ['=', '!='] as const;

const MOST_CHARACTERS = 10_000;
const DEEPEST = 50;

/** Reads a filter text, such as `trajectory_recall < 1 and (tool = search or not room = hall)`. */
export function parseFilters(text: string, names: FilterNames): ParsedFilters {
  const parser = new FilterParser(text, names);
  const filters = parser.parse();
  if (filters) return { ok: true, filters };
  const { problem, offered, cellsOf } = parser;
  return { ok: false, problem, offered, cellsOf };
}

/** Lists what fits at a place of a filter text; nothing where any number or value can be. */
export function completeFilter(text: string, at: number, names: FilterNames): Completion {
  // a bracket is wrong but where a condition begins, and there it changes nothing
  return completePiece(text, at, tokensOf(text), (begun) => parseFilters(`${begun} (`, names));
}

/** A recursive descent; every method returns null once a problem was found. */
class FilterParser {
  problem: FilterProblem = { code: 'too_long', from: 0, to: 0 };
  offered: readonly string[] = [];
  cellsOf: string | undefined;
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #names: FilterNames;
  #at = 0;
  #depth = 0;

  constructor(text: string, names: FilterNames) {
    this.#text = text;
    this.#names = names;
    this.#tokens = text.length > MOST_CHARACTERS ? [] : tokensOf(text);
  }

  parse(): readonly Filter[] | null {
    if (this.#text.length > MOST_CHARACTERS) return null;
    if (this.#tokens.length === 0) return [];
    const filter = this.#alternatives();
    if (!filter) return null;
    if (this.#token()) return this.#expected('joiner', ['and', 'or']);
    return filter.kind === 'all' ? filter.of : [filter];
  }

  #alternatives(): Filter | null {
    const list = this.#list('or', () => this.#conjunction());
    return list && joined('any', list);
  }

  #conjunction(): Filter | null {
    const list = this.#list('and', () => this.#negation());
    return list && joined('all', list);
  }

  #list(joiner: string, next: () => Filter | null): Filter[] | null {
    const list: Filter[] = [];
    do {
      const filter = next();
      if (!filter) return null;
      list.push(filter);
    } while (this.#takeWord(joiner));
    return list;
  }

  #negation(): Filter | null {
    if (++this.#depth > DEEPEST) return this.#fail({ code: 'too_deep', ...this.#place() });
    const filter = this.#takeWord('not') ? this.#negated() : this.#bracketed();
    this.#depth--;
    return filter;
  }

  #negated(): Filter | null {
    const of = this.#negation();
    return of && { kind: 'not', of };
  }

  #bracketed(): Filter | null {
    if (!this.#takeBracket('(')) return this.#condition();
    const filter = this.#alternatives();
    if (!filter) return null;
    return this.#takeBracket(')') ? filter : this.#expected('bracket', ['and', 'or', ')']);
  }

  #condition(): Filter | null {
    const token = this.#token();
    if (token?.kind !== 'word' && token?.kind !== 'string') {
      return this.#expected('condition', conditionStarts(this.#names));
    }
    if (token.kind === 'word' && isKeyword(token.text)) return this.#keywordCondition(token);
    this.#at++;
    const named = findNamed(token.text, this.#names);
    return named ? this.#namedCondition(named) : this.#unknown(token);
  }

  #keywordCondition({ text }: Token): Filter | null {
    const keyword = text.toLowerCase() as (typeof KEYWORDS)[number];
    if (keyword === 'and' || keyword === 'or' || keyword === 'not') {
      return this.#expected('condition', conditionStarts(this.#names));
    }
    this.#at++;
    switch (keyword) {
      case 'text': {
        const value = this.#operator(['~']) && this.#value();
        return value === null ? null : { kind: 'text', text: value };
      }
      case 'tool':
        return this.#equality(() => {
          const tool = this.#value(this.#names.tools);
          return tool === null ? null : { kind: 'tool', tool };
        });
      case 'difference':
        return this.#equality(() => {
          const difference = this.#choice(DIFFERENCES_FILTERED);
          return difference && { kind: 'difference', difference };
        });
      case 'cause':
        return this.#equality(() => this.#signature());
      case 'pattern':
        return this.#equality(() => this.#pattern());
      case 'pair':
        return this.#equality(() => this.#toolPair());
      case 'transition':
        return this.#equality(() => this.#step());
      case 'row': {
        const kind = this.#is(ROW_STATES);
        return kind && { kind };
      }
      case 'column':
        return this.#cellCondition();
    }
  }

  /** A column of the dataset that has the name of a metric. */
  #cellCondition(): Filter | null {
    const token = this.#token();
    const column = this.#value(this.#names.columns);
    if (token === undefined || column === null) return null;
    return this.#names.columns.includes(column)
      ? this.#namedCondition({ kind: 'cell', column })
      : this.#unknown(token);
  }

  #namedCondition(named: NamedColumn): Filter | null {
    if (named.kind === 'cell') return this.#cell(named.column);
    const { columnId } = named;
    const operator = this.#operator(SCORE_RELATIONS);
    if (operator === null) return null;
    if (operator === 'is') {
      const state = this.#choice(SCORE_STATES);
      if (state === null) return null;
      return state === 'not-evaluated' || state === 'error'
        ? { kind: 'outcome', columnId, outcome: state }
        : { kind: state, columnId };
    }
    if (operator === '~') {
      const text = this.#value();
      return text === null ? null : { kind: 'score-text', columnId, text };
    }
    const isEquality = EQUALITY.some((other) => other === operator);
    if (columnId === ERROR_CODE_COLUMN.id && isEquality && !this.#isAtNumber()) {
      const code = this.#value(this.#names.codes);
      return code === null ? null : negatedIf(operator === '!=', { kind: 'code', code });
    }
    const value = this.#number();
    if (value === null) return null;
    if (operator !== '=') {
      return { kind: 'score-relation', columnId, relation: operator as Relation | '!=', value };
    }
    const max = this.#takeWord('to') ? this.#number() : value;
    return max === null ? null : { kind: 'score', columnId, min: value, max };
  }

  #cell(column: string): Filter | null {
    const operator = this.#operator(CELL_RELATIONS);
    if (operator === null) return null;
    const relation = RELATIONS.find((other) => other === operator);
    if (relation) {
      const value = this.#number();
      return value === null ? null : { kind: 'cell-relation', column, relation, value };
    }
    const value = this.#value(this.#names.values?.get(column));
    if (value === null) {
      this.cellsOf = column;
      return null;
    }
    if (operator === '~') return { kind: 'cell-text', column, text: value };
    return negatedIf(operator === '!=', { kind: 'cell', column, value });
  }

  #signature(): Filter | null {
    const kind = this.#choice(DIFFERENCES);
    const tool = kind && this.#value(this.#names.tools);
    if (kind === null || tool === null) return null;
    const path = this.#isAtValue() ? this.#value() : '';
    const expectedType = this.#isAtValue() ? this.#choice(TYPES) : '';
    if (path === null || expectedType === null) return null;
    if (expectedType !== '' && !this.#takeWord('to')) return this.#expected('to', ['to']);
    const foundType = expectedType === '' ? '' : this.#choice(TYPES);
    if (foundType === null) return null;
    const signature = printSignature({ kind, tool, path, expectedType, foundType });
    return { kind: 'signature', signature };
  }

  #pattern(): Filter | null {
    const pattern = this.#choice(FAILURE_PATTERNS);
    if (pattern === null) return null;
    const tool = this.#isAtValue() ? this.#value(this.#names.tools) : undefined;
    return tool === null ? null : { kind: 'pattern', pattern, ...(tool !== undefined && { tool }) };
  }

  #toolPair(): Filter | null {
    const expected = this.#value(this.#names.tools);
    const made = expected === null ? null : this.#value(this.#names.tools);
    if (expected === null || made === null) return null;
    if (this.#takeWord('right')) return { kind: 'tool-pair', expected, made, isRight: true };
    if (this.#takeWord('wrong')) return { kind: 'tool-pair', expected, made, isRight: false };
    return { kind: 'tool-pair', expected, made };
  }

  #step(): Filter | null {
    const from = this.#value(this.#names.tools);
    const to = from === null ? null : this.#value(this.#names.tools);
    if (from === null || to === null) return null;
    return { kind: 'step', from, to, ...(this.#takeWord('first') && { isFirst: true }) };
  }

  #equality(read: () => Filter | null): Filter | null {
    const operator = this.#operator(EQUALITY);
    const filter = operator && read();
    return filter === null || filter === '' ? null : negatedIf(operator === '!=', filter);
  }

  #is<T extends string>(choices: readonly T[]): T | null {
    if (!this.#takeWord('is')) return this.#expected('is', ['is']);
    return this.#choice(choices);
  }

  #operator(operators: readonly string[]): string | null {
    const token = this.#token();
    const text = token?.kind === 'word' ? token.text.toLowerCase() : token?.text;
    const isOne = token?.kind === 'operator' || token?.kind === 'word';
    if (text === undefined || !isOne || !operators.includes(text)) {
      return this.#expected('operator', operators);
    }
    this.#at++;
    return text;
  }

  #choice<T extends string>(choices: readonly T[]): T | null {
    const token = this.#token();
    const typed = token?.text.toLowerCase() ?? '';
    const text = SYNONYMS.get(typed) ?? typed;
    const choice = token?.kind === 'word' ? choices.find((other) => other === text) : undefined;
    if (choice === undefined) return this.#expected('choice', choices);
    this.#at++;
    return choice;
  }

  #value(offered: readonly string[] = []): string | null {
    const token = this.#token();
    if (token?.kind !== 'word' && token?.kind !== 'string') {
      return this.#expected('value', offered.map(quoteIfNeeded));
    }
    this.#at++;
    return token.text;
  }

  #number(): number | null {
    const token = this.#token();
    // −0 is 0
    const value = token?.kind === 'word' ? Number(token.text) + 0 : Number.NaN;
    if (!Number.isFinite(value)) return this.#expected('number', []);
    this.#at++;
    return value;
  }

  #isAtNumber(): boolean {
    const token = this.#token();
    return token?.kind === 'word' && Number.isFinite(Number(token.text));
  }

  /** Whether a further value is here, rather than the end or what joins conditions. */
  #isAtValue(): boolean {
    const token = this.#token();
    if (token?.kind === 'string') return true;
    return token?.kind === 'word' && !['and', 'or'].includes(token.text.toLowerCase());
  }

  #takeWord(word: string): boolean {
    const token = this.#token();
    const isIt = token?.kind === 'word' && token.text.toLowerCase() === word;
    if (isIt) this.#at++;
    return isIt;
  }

  #takeBracket(bracket: string): boolean {
    const token = this.#token();
    const isIt = token?.kind === 'bracket' && token.text === bracket;
    if (isIt) this.#at++;
    return isIt;
  }

  #token(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #place(): { readonly from: number; readonly to: number } {
    const { from, to } = this.#token() ?? { from: this.#text.length, to: this.#text.length };
    return { from, to };
  }

  #unknown({ text, from, to }: Token): null {
    this.offered = conditionStarts(this.#names);
    return this.#fail({ code: 'unknown_name', name: text, from, to });
  }

  #expected(expected: Expected, offered: readonly string[]): null {
    const token = this.#token();
    if (token?.kind === 'unclosed') return this.#fail({ code: 'unclosed', ...this.#place() });
    this.offered = offered;
    const found = token ? this.#text.slice(token.from, token.to) : '';
    return this.#fail({ code: 'expected', expected, found, ...this.#place() });
  }

  #fail(problem: FilterProblem): null {
    this.problem = problem;
    return null;
  }
}

/** One filter stands for itself; lists within a list of the same kind are part of it. */
function joined(kind: 'any' | 'all', list: readonly Filter[]): Filter {
  const of = list.flatMap((filter) => (filter.kind === kind ? filter.of : [filter]));
  const [only] = of;
  return of.length === 1 && only ? only : { kind, of };
}

function negatedIf(isNegated: boolean, filter: Filter): Filter {
  return isNegated ? { kind: 'not', of: filter } : filter;
}

function conditionStarts({ scores, columns }: FilterNames): readonly string[] {
  return [
    ...scores.map(quoteIfNeeded),
    ...KEYWORDS.filter((word) => !['and', 'or', 'column'].includes(word)),
    ...columns.filter((name) => !scores.includes(name)).map(quoteIfNeeded),
  ];
}

/** What is wrong with a filter text, and where: `from` and `to` are places in the text. */
export type FilterProblem = { readonly from: number; readonly to: number } & (
  | { readonly code: 'unclosed' }
  | { readonly code: 'too_long' }
  | { readonly code: 'too_deep' }
  /** A name that the run does not have. */
  | { readonly code: 'unknown_name'; readonly name: string }
  /** Something else is due; `found` is empty at the end of the text. */
  | { readonly code: 'expected'; readonly expected: Expected; readonly found: string }
);

type Expected =
  'condition' | 'operator' | 'is' | 'number' | 'value' | 'choice' | 'to' | 'joiner' | 'bracket';

const WORDS: Readonly<Record<Expected, string>> = {
  condition: 'a condition, such as tool = search',
  operator: 'a comparison',
  is: '“is”',
  number: 'a number',
  value: 'a value; put quotes around one with spaces',
  choice: 'one of the words offered',
  to: '“to” and the type found',
  joiner: '“and” or “or” before the next condition',
  bracket: 'a closing bracket',
};

/** Describes what is wrong with a filter text, with the place counted from 1. */
export function describeProblem(problem: FilterProblem, offered: readonly string[] = []): string {
  const place = `Character ${problem.from + 1}`;
  switch (problem.code) {
    case 'unclosed':
      return `${place}: a quote or “!” is incomplete. Close the quote, or write !=.`;
    case 'too_long':
      return 'This filter is too long.';
    case 'too_deep':
      return `${place}: brackets are nested too deep.`;
    case 'unknown_name':
      return `${place}: this run has no metric or column “${problem.name}”.`;
    case 'expected': {
      const due = offered.length > 0 && offered.length <= 8 ? listWords(offered) : undefined;
      const expected = due ?? WORDS[problem.expected];
      return problem.found === ''
        ? `The filter is not complete: expected ${expected}.`
        : `${place}: “${problem.found}” is not expected here; expected ${expected}.`;
    }
  }
}

function listWords(words: readonly string[]): string {
  const quoted = words.map((word) => `“${word}”`);
  return [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].filter(Boolean).join(' or ');
}
