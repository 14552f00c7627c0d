import {
  completePiece,
  PieceCursor,
  readPieces,
  type Completion,
  type TextProblem,
} from '#core/base/text/pieces.ts';
import { REVIEW_COLUMN } from '#core/score/rated-metrics/rating-metric.ts';
import { FAILURE_PATTERNS } from '#core/explain/failure-patterns/failure-patterns.ts';
import { DIFFERENCE_KINDS, printSignature, type Signature } from '#core/match/signature.ts';
import type { Filter, Relation } from '#core/explain/view/filter.ts';
import { findNamed, KEYWORDS, type FilterNames, type NamedColumn } from './filter-names.ts';
import { quoteIfNeeded, tokensOf, type Token } from './tokens.ts';

/** Parsed conditions, all of which must hold, or the first problem. */
type ParsedFilters =
  | { readonly ok: true; readonly filters: readonly Filter[] }
  | { readonly ok: false; readonly problem: TextProblem };

/** Kinds of differences between the sides. */
export const DIFFERENCES: readonly Signature['kind'][] = ['changed', 'missing', 'extra', 'moved'];

/** The differences that can be filtered by. */
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
/** The page's words for some of these. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['array', 'list'],
  ['not-scored', 'not-evaluated'],
]);
const SCORE_RELATIONS = ['=', '!=', '<', '<=', '>', '>=', '~', 'is'] as const;
const CELL_RELATIONS = ['=', '!=', '~', '<', '<=', '>', '>='] as const;
const RELATIONS: readonly Relation[] = ['<', '<=', '>', '>='];
const JOINERS: readonly string[] = ['not', 'and', 'or'];

const MAX_CHARACTERS = 10_000;
const DEEPEST = 50;

/** Parses a filter: `trajectory_recall < 1 and (tool = search or not room = hall)`. */
export function parseFilters(text: string, names: FilterNames): ParsedFilters {
  if (text.length > MAX_CHARACTERS) {
    const message = `A filter has at most ${String(MAX_CHARACTERS)} characters.`;
    return { ok: false, problem: { from: MAX_CHARACTERS, to: text.length, message } };
  }
  const read = readPieces(() => new FilterParser(text, names).parse());
  return read.ok ? { ok: true, filters: read.value } : read;
}

/** The completions at a place of a filter. */
export interface FilterCompletion extends Completion {
  /** The column whose values are possible there. */
  readonly cellsOf: string | undefined;
}

/** Lists the completions at a place of a filter; empty where any number or text is possible. */
export function completeFilter(text: string, at: number, names: FilterNames): FilterCompletion {
  let cellsOf: string | undefined;
  const completion = completePiece(text, at, tokensOf(text), (begun) => {
    const parser = new FilterParser(begun, names);
    readPieces(() => parser.parse());
    ({ cellsOf } = parser);
    return parser.cursor;
  });
  return { ...completion, cellsOf };
}

class FilterParser {
  readonly cursor: PieceCursor<Token>;
  /** The column whose value is expected at the end of the text. */
  cellsOf: string | undefined;
  readonly #names: FilterNames;
  #depth = 0;

  constructor(text: string, names: FilterNames) {
    this.#names = names;
    this.cursor = new PieceCursor(text, tokensOf(text));
  }

  parse(): readonly Filter[] {
    if (!this.cursor.piece) {
      this.#noteConditions();
      return [];
    }
    const filter = this.#alternatives();
    this.cursor.end();
    return filter.kind === 'all' ? filter.of : [filter];
  }

  #alternatives(): Filter {
    return joined(
      'any',
      this.#list('or', () =>
        joined(
          'all',
          this.#list('and', () => this.#negation()),
        ),
      ),
    );
  }

  #list(joiner: string, next: () => Filter): Filter[] {
    const list = [next()];
    while (this.cursor.take(joiner)) list.push(next());
    return list;
  }

  #negation(): Filter {
    if (++this.#depth > DEEPEST) this.cursor.failWith('brackets are nested too deep.');
    const filter: Filter = this.cursor.take('not')
      ? { kind: 'not', of: this.#negation() }
      : this.#bracketed();
    this.#depth--;
    return filter;
  }

  #bracketed(): Filter {
    if (!this.cursor.take('(')) return this.#condition();
    const filter = this.#alternatives();
    this.cursor.need(')');
    return filter;
  }

  #noteConditions(): void {
    const { scores, columns } = this.#names;
    this.cursor.note('a condition, such as tool = search', [
      ...scores.map(quoteIfNeeded),
      ...KEYWORDS.filter((word) => !JOINERS.includes(word) && word !== 'column'),
      ...columns.filter((name) => !scores.includes(name)).map(quoteIfNeeded),
    ]);
  }

  #condition(): Filter {
    this.#noteConditions();
    const { cursor } = this;
    const { piece } = cursor;
    const text = piece?.text.toLowerCase() ?? '';
    if (piece?.kind !== 'string' && (piece?.kind !== 'word' || JOINERS.includes(text)))
      return cursor.fail();
    const keyword = piece.kind === 'word' && KEYWORDS.find((word) => word === text);
    if (!keyword) return this.#namedCondition(this.#named(piece));
    cursor.next();
    switch (keyword) {
      case 'text':
        cursor.need('~');
        return { kind: 'text', text: this.#value() };
      case 'tool':
        return this.#equality(() => ({ kind: 'tool', tool: this.#tool() }));
      case 'difference':
        return this.#equality(() => ({
          kind: 'difference',
          difference: this.#choice(DIFFERENCES_FILTERED),
        }));
      case 'cause':
        return this.#equality(() => this.#signature());
      case 'pattern':
        return this.#equality(() => this.#pattern());
      case 'pair':
        return this.#equality(() => this.#toolPair());
      case 'transition':
        return this.#equality(() => this.#step());
      case 'row':
        cursor.need('is');
        return { kind: this.#choice(ROW_STATES) };
      default:
        return this.#cellCondition();
    }
  }

  #named(token: Token): NamedColumn {
    const named = findNamed(token.text, this.#names);
    if (!named) return this.#failUnknown(token);
    this.cursor.next();
    return named;
  }

  #failUnknown({ text, from, to }: Token): never {
    const place = { from, to };
    return this.cursor.failWith(`this run has no metric or column “${text}”.`, place);
  }

  /** A column of the dataset named like a metric. */
  #cellCondition(): Filter {
    const { columns } = this.#names;
    const { piece } = this.cursor;
    const column = this.#value(columns);
    if (piece && !columns.includes(column)) this.#failUnknown(piece);
    return this.#cell(column);
  }

  #namedCondition(named: NamedColumn): Filter {
    if (named.kind === 'cell') return this.#cell(named.column);
    const { columnId } = named;
    const operator = this.cursor.need(...SCORE_RELATIONS);
    if (operator === 'is') {
      const state = this.#choice(SCORE_STATES);
      return state === 'not-evaluated' || state === 'error'
        ? { kind: 'outcome', columnId, outcome: state }
        : { kind: state, columnId };
    }
    if (operator === '~') return { kind: 'score-text', columnId, text: this.#value() };
    const isEquality = operator === '=' || operator === '!=';
    if (columnId === REVIEW_COLUMN.id && isEquality && !this.#isAtNumber()) {
      return negatedIf(operator === '!=', { kind: 'code', code: this.#value(this.#names.codes) });
    }
    const value = this.#number();
    if (operator !== '=') return { kind: 'score-relation', columnId, relation: operator, value };
    const max = this.cursor.take('to') ? this.#number() : value;
    return { kind: 'score', columnId, min: value, max };
  }

  #cell(column: string): Filter {
    const operator = this.cursor.need(...CELL_RELATIONS);
    const relation = RELATIONS.find((other) => other === operator);
    if (relation) return { kind: 'cell-relation', column, relation, value: this.#number() };
    this.cellsOf = this.cursor.piece ? undefined : column;
    const value = this.#value(this.#names.values?.get(column));
    if (operator === '~') return { kind: 'cell-text', column, text: value };
    return negatedIf(operator === '!=', { kind: 'cell', column, value });
  }

  #signature(): Filter {
    const kind = this.#choice(DIFFERENCES);
    const tool = this.#tool();
    const path = this.#isAtValue() ? this.#value() : '';
    const expectedType = this.#isAtValue() ? this.#choice(TYPES) : '';
    if (expectedType !== '') this.cursor.need('to');
    const foundType = expectedType === '' ? '' : this.#choice(TYPES);
    const signature = printSignature({ kind, tool, path, expectedType, foundType });
    return { kind: 'signature', signature };
  }

  #pattern(): Filter {
    const pattern = this.#choice(FAILURE_PATTERNS);
    return { kind: 'pattern', pattern, ...(this.#isAtValue() && { tool: this.#tool() }) };
  }

  #toolPair(): Filter {
    const pair = { kind: 'tool-pair', expected: this.#tool(), made: this.#tool() } as const;
    if (this.cursor.take('right')) return { ...pair, isRight: true };
    return this.cursor.take('wrong') ? { ...pair, isRight: false } : pair;
  }

  #step(): Filter {
    const step = { kind: 'step', from: this.#tool(), to: this.#tool() } as const;
    return this.cursor.take('first') ? { ...step, isFirst: true } : step;
  }

  #equality(read: () => Filter): Filter {
    const operator = this.cursor.need('=', '!=');
    return negatedIf(operator === '!=', read());
  }

  #choice<T extends string>(choices: readonly T[]): T {
    const { cursor } = this;
    const typed = cursor.piece?.text.toLowerCase() ?? '';
    const text = SYNONYMS.get(typed) ?? typed;
    const choice = choices.find((other) => other === text);
    if (choice === undefined || cursor.piece?.kind !== 'word') return cursor.need(...choices);
    cursor.next();
    return choice;
  }

  #tool(): string {
    return this.#value(this.#names.tools);
  }

  #value(offered: readonly string[] = []): string {
    const { piece } = this.cursor;
    if (piece?.kind !== 'word' && piece?.kind !== 'string') {
      const what = 'a value; put quotes around one with spaces';
      return this.cursor.fail(what, offered.map(quoteIfNeeded));
    }
    this.cursor.next();
    return piece.text;
  }

  #number(): number {
    if (!this.#isAtNumber()) return this.cursor.fail('a number');
    // −0 is 0
    const value = Number(this.cursor.piece?.text) + 0;
    this.cursor.next();
    return value;
  }

  #isAtNumber(): boolean {
    const { piece } = this.cursor;
    return piece?.kind === 'word' && Number.isFinite(Number(piece.text));
  }

  /** Whether another value follows. */
  #isAtValue(): boolean {
    const { piece } = this.cursor;
    if (piece?.kind === 'string') return true;
    return piece?.kind === 'word' && !['and', 'or'].includes(piece.text.toLowerCase());
  }
}

/**
 * Merges filters; a single one is returned as it is, nested lists of the same kind are flattened.
 */
function joined(kind: 'any' | 'all', list: readonly Filter[]): Filter {
  const of = list.flatMap((filter) => (filter.kind === kind ? filter.of : [filter]));
  const [only] = of;
  return of.length === 1 && only ? only : { kind, of };
}

function negatedIf(isNegated: boolean, filter: Filter): Filter {
  return isNegated ? { kind: 'not', of: filter } : filter;
}
