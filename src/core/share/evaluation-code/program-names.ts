import { listAt } from '#core/base/lists/lists.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { constantOf, type Call, type Expression } from '#core/base/python/expression.ts';
import { freeNames, type FunctionDefinition, type Statement } from '#core/base/python/program.ts';

/** A constant value, or why the code would have to run to know it. */
export type Constant =
  { readonly ok: true; readonly value: JsonValue } | { readonly ok: false; readonly why: string };

type Change = Extract<Statement, { kind: 'assignment' }> | ListCall;

/** `metrics.append("bleu")` and its like. */
interface ListCall {
  readonly kind: 'list_call';
  readonly from: number;
  readonly value: Expression;
}

const ADDS_ONE = /\.(?:append|insert)$/;
const ADDS_ALL = /\.extend$/;
/** Limits the expressions that nested names expand to. */
const MAX_EXPRESSIONS = 20_000;
const DEPTH_LIMIT = 100;

/** Resolves the names of a program without running it. */
export class ProgramNames {
  readonly #changes = new Map<string, Change[]>();
  readonly #functions: readonly FunctionDefinition[];
  readonly #statements: readonly Statement[];
  #room = MAX_EXPRESSIONS;

  constructor(statements: readonly Statement[]) {
    this.#statements = statements;
    this.#functions = statements.filter((statement) => statement.kind === 'function');
    for (const statement of statements) {
      if (statement.kind === 'assignment')
        for (const target of statement.targets) this.#note(target, statement);
      if (statement.kind === 'expression') this.#noteCall(statement.value);
    }
  }

  /** Names of lists that the program changes, e.g. `metrics`, in order. */
  get lists(): readonly string[] {
    return [...this.#changes.keys()];
  }

  /** The functions of a name that are not within others, in order. */
  functionsOf(name: string): readonly FunctionDefinition[] {
    return this.#functions.filter((one) => one.name === name && one.within.length === 0);
  }

  /** Whether a name is a parameter of a function around a place, so that its value is unknown. */
  isParameter(name: string, at: number): boolean {
    return this.#functions.some(
      ({ from, to, parameters }) =>
        from <= at && at < to && parameters.some((parameter) => parameter.name === name),
    );
  }

  /** Follows assigned names; other expressions are returned. */
  resolve(expression: Expression): Expression {
    let found = expression;
    for (let steps = 0; found.kind === 'name' && steps < 20; steps++) {
      const value = this.#assigned(found.name, found.from);
      if (!value) break;
      found = value;
    }
    return found;
  }

  /**
   * The items of a list, however it is built.
   * @param at where the list is used: later additions count only if there is nothing else
   */
  itemsOf(expression: Expression, at = expression.from, depth = 0): readonly Expression[] {
    if (this.#room-- < 0 || depth > DEPTH_LIMIT) return [];
    switch (expression.kind) {
      case 'list':
        return expression.items.flatMap((item) =>
          item.kind === 'spread' ? this.itemsOf(item.of, at, depth + 1) : [item],
        );
      case 'sum':
        return expression.terms.flatMap((term) => this.itemsOf(term, at, depth + 1));
      case 'name': {
        const all = this.#changes.get(expression.name) ?? [];
        const before = all.filter(({ from }) => from < at);
        const changes = before.length > 0 ? before : all;
        const start = changes.findLastIndex(
          (change) => change.kind === 'assignment' && change.operator === '=',
        );
        const counted = changes.slice(Math.max(0, start));
        return counted.length === 0
          ? [expression]
          : counted.flatMap((change) => this.itemsOf(change.value, change.from, depth + 1));
      }
      case 'call':
        if (/^(?:list|tuple|set|sorted)$/.test(expression.callee) && expression.args[0])
          return this.itemsOf(expression.args[0], at, depth + 1);
        return [expression];
      default:
        return [expression];
    }
  }

  /** The value of an expression whose parts are all constant. */
  constant(expression: Expression): Constant {
    const settled = this.#settle(expression);
    const value = constantOf(settled);
    return value === undefined ? { ok: false, why: whyUnknown(settled) } : { ok: true, value };
  }

  /** The text of an expression; undefined for others. */
  text(expression: Expression | undefined): string | undefined {
    const read = expression && this.constant(expression);
    return read?.ok === true && typeof read.value === 'string' ? read.value : undefined;
  }

  /** The entries of a dictionary of texts, in order; undefined for others. */
  textsOf(expression: Expression): readonly (readonly [string, string])[] | undefined {
    const dict = this.#settle(expression);
    if (dict.kind !== 'dict') return undefined;
    const entries = new Map<string, string>();
    for (const entry of dict.entries) {
      const key = constantOf(entry.key);
      const value = constantOf(entry.value);
      if ((typeof key !== 'string' && typeof key !== 'number') || typeof value !== 'string')
        return undefined;
      entries.set(String(key), value);
    }
    return [...entries];
  }

  /** The source of a function with the imports, values and functions it uses. */
  sourceOf(name: string, text: string): string {
    const atTop = this.#statements.filter(({ within }) => within.length === 0);
    const wanted = new Set<Statement>();
    const waiting = [name];
    const seen = new Set(waiting);
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      for (const statement of atTop) {
        if (wanted.has(statement) || !defines(statement, next)) continue;
        wanted.add(statement);
        for (const word of freeNames(sourceIn(statement, text)))
          if (!seen.has(word)) {
            seen.add(word);
            waiting.push(word);
          }
      }
    return [...new Set(atTop.filter((one) => wanted.has(one)).map((one) => sourceIn(one, text)))]
      .join('\n\n')
      .concat('\n');
  }

  #note(name: string, change: Change): void {
    listAt(this.#changes, name).push(change);
  }

  #noteCall(expression: Expression): void {
    if (expression.kind !== 'call') return;
    const { callee, args, from } = expression;
    const last = args.at(-1);
    if (!last) return;
    const name = callee.slice(0, callee.lastIndexOf('.'));
    if (ADDS_ALL.test(callee)) this.#note(name, { kind: 'list_call', from, value: last });
    if (ADDS_ONE.test(callee))
      this.#note(name, {
        kind: 'list_call',
        from,
        value: { ...last, kind: 'list', items: [last] },
      });
  }

  /** The last assignment to a name before a place, else its first one. */
  #assigned(name: string, at: number): Expression | undefined {
    const all = (this.#changes.get(name) ?? []).filter((one) => one.kind === 'assignment');
    return (all.findLast(({ from }) => from < at) ?? all[0])?.value;
  }

  /** Replaces names by their values. */
  #settle(expression: Expression, depth = 0): Expression {
    if (this.#room-- < 0 || depth > DEPTH_LIMIT) return expression;
    const inner = (part: Expression): Expression => this.#settle(part, depth + 1);
    const found = this.resolve(expression);
    switch (found.kind) {
      case 'list':
        return { ...found, items: found.items.map(inner) };
      case 'sum':
        return { ...found, terms: found.terms.map(inner) };
      case 'dict':
        return {
          ...found,
          entries: found.entries.flatMap(({ key, value }) => {
            if (key.kind !== 'spread') return { key: inner(key), value: inner(value) };
            const spread = inner(value);
            return spread.kind === 'dict' ? spread.entries : { key, value: spread };
          }),
        };
      case 'call':
        return this.#settleCall(found, inner);
      default:
        return found;
    }
  }

  /** `textwrap.dedent("…")` is a text. */
  #settleCall(call: Call, settle: (part: Expression) => Expression): Expression {
    const [first] = call.args;
    if (!first || !/(?:^|\.)(?:dedent|cleandoc)$/.test(call.callee)) return call;
    const text = constantOf(settle(first));
    return typeof text === 'string' ? { ...first, kind: 'constant', value: dedented(text) } : call;
  }
}

function dedented(text: string): string {
  const lines = text.split('\n');
  const indents = lines
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length);
  const least = Math.min(...indents, Number.MAX_SAFE_INTEGER);
  return lines
    .map((line) => line.slice(least))
    .join('\n')
    .trim();
}

function defines(statement: Statement, name: string): boolean {
  switch (statement.kind) {
    case 'function':
    case 'class':
      return statement.name === name;
    case 'assignment':
      return statement.targets.includes(name);
    case 'import':
      return statement.names.some(({ as }) => as.split('.')[0] === name);
    default:
      return false;
  }
}

function sourceIn(statement: Statement, text: string): string {
  return statement.kind === 'function'
    ? statement.source
    : text.slice(statement.from, statement.to);
}

/** The reason why an expression has no known value, to follow “it”. */
export function whyUnknown(expression: Expression): string {
  switch (expression.kind) {
    case 'f_string':
      return 'is an f-string, put together when the code runs';
    case 'name':
      return `needs ${expression.name}, which this code does not define`;
    case 'list':
    case 'sum': {
      const parts = expression.kind === 'list' ? expression.items : expression.terms;
      const part = parts.find((one) => constantOf(one) === undefined);
      return part ? whyUnknown(part) : RUNS;
    }
    case 'dict': {
      const parts = expression.entries.flatMap(({ key, value }) => [key, value]);
      const part = parts.find((one) => constantOf(one) === undefined);
      return part ? whyUnknown(part) : RUNS;
    }
    default:
      return RUNS;
  }
}

const RUNS = 'is known only when the code runs';
