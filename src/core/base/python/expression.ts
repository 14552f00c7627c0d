import type { SyntaxNode } from '@lezer/common';
import { setOwn, type JsonValue } from '#core/base/json/json-value.ts';
import { ToleranceCounter } from '#core/base/literals/tolerance.ts';
import { readNumberLiteral } from '#core/base/literals/number-literal.ts';
import { readTextLiteral } from '#core/base/literals/text-literal.ts';

/** An expression of a program with its place in the text; never evaluated. */
export type Expression = { readonly from: number; readonly to: number } & (
  | { readonly kind: 'constant'; readonly value: string | number | bigint | boolean | null }
  /** A list, a tuple or a set. */
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'dict'; readonly entries: readonly Entry[] }
  /** A name, possibly with attributes: `Metric.BLEU`. */
  | { readonly kind: 'name'; readonly name: string }
  | CallParts
  | { readonly kind: 'sum'; readonly terms: readonly Expression[] }
  /** `*items` or `**entries`. */
  | { readonly kind: 'spread'; readonly of: Expression }
  /** A text with replacement fields. */
  | { readonly kind: 'f_string' }
  /** Any other expression, with the expressions in it. */
  | { readonly kind: 'other'; readonly parts: readonly Expression[] }
);

interface Entry {
  readonly key: Expression;
  readonly value: Expression;
}

interface Keyword {
  readonly name: string;
  readonly value: Expression;
}

interface CallParts {
  readonly kind: 'call';
  /** The called name with its attributes; empty for other callees. */
  readonly callee: string;
  readonly target: Expression;
  readonly args: readonly Expression[];
  readonly keywords: readonly Keyword[];
}

/** A call. */
export type Call = Extract<Expression, { kind: 'call' }>;

const DEPTH_LIMIT = 200;

/** Converts syntax nodes to expressions. */
export class ExpressionReader {
  readonly #text: string;
  readonly #offset: number;

  /** Creates a reader for a text at an offset of the whole program. */
  constructor(text: string, offset: number) {
    this.#text = text;
    this.#offset = offset;
  }

  read(node: SyntaxNode, depth = 0): Expression {
    const place = { from: node.from + this.#offset, to: node.to + this.#offset };
    if (depth > DEPTH_LIMIT) return { ...place, kind: 'other', parts: [] };
    const inner = (): Expression[] => this.readList(expressionNodes(node), depth + 1);
    switch (node.name) {
      case 'String':
      case 'ContinuedString':
      case 'FormatString':
        return { ...place, ...this.#readText(node) };
      case 'Number':
      case 'UnaryExpression':
        return { ...place, ...(this.#readNumber(node) ?? { kind: 'other', parts: inner() }) };
      case 'Boolean':
        return { ...place, kind: 'constant', value: this.#source(node) === 'True' };
      case 'None':
        return { ...place, kind: 'constant', value: null };
      case 'VariableName':
        return { ...place, kind: 'name', name: this.#source(node) };
      case 'ParenthesizedExpression': {
        const [only] = inner();
        return only ?? { ...place, kind: 'other', parts: [] };
      }
      case 'ArrayExpression':
      case 'TupleExpression':
      case 'SetExpression':
        return {
          ...place,
          kind: 'list',
          items: this.readList(expressionNodes(node, true), depth + 1),
        };
      case 'DictionaryExpression':
        return { ...place, ...this.#readDict(node, depth) };
      case 'MemberExpression': {
        const name = this.#pathOf(node);
        if (name !== '') return { ...place, kind: 'name', name };
        return { ...place, kind: 'other', parts: inner() };
      }
      case 'CallExpression':
        return { ...place, ...this.#readCall(node, depth) };
      case 'BinaryExpression':
        if (this.#source(node.getChild('ArithOp')) === '+')
          return { ...place, kind: 'sum', terms: inner() };
        return { ...place, kind: 'other', parts: inner() };
      default: {
        const name = node.type.isError ? this.#pathOf(node) : '';
        if (name !== '') return { ...place, kind: 'name', name };
        return { ...place, kind: 'other', parts: inner() };
      }
    }
  }

  /** The expressions of some nodes; starred ones as spreads. */
  readList(nodes: readonly SyntaxNode[], depth = 0): Expression[] {
    return nodes.map((node) => {
      const of = this.read(node, depth);
      const star = node.prevSibling?.name;
      return star === '*' || star === '**' ? { ...of, kind: 'spread', of } : of;
    });
  }

  #readCall(node: SyntaxNode, depth: number): CallParts {
    const target = node.firstChild ?? node;
    const args: Expression[] = [];
    const keywords: Keyword[] = [];
    const list = node.getChild('ArgList');
    for (const item of list ? expressionNodes(list) : []) {
      if (item.nextSibling?.name === 'AssignOp') continue;
      const isNamed = item.prevSibling?.name === 'AssignOp';
      const [value] = this.readList([item], depth + 1);
      if (!value) continue;
      if (isNamed) keywords.push({ name: this.#source(item.prevSibling?.prevSibling), value });
      else args.push(value);
    }
    return {
      kind: 'call',
      callee: this.#pathOf(target),
      target: this.read(target, depth + 1),
      args,
      keywords,
    };
  }

  #readDict(node: SyntaxNode, depth: number) {
    const entries: Entry[] = [];
    for (const key of expressionNodes(node)) {
      const value = key.nextSibling?.name === ':' ? key.nextSibling.nextSibling : undefined;
      if (value)
        entries.push({ key: this.read(key, depth + 1), value: this.read(value, depth + 1) });
      else if (key.prevSibling?.name === '**') {
        const of = this.read(key, depth + 1);
        entries.push({ key: { ...of, kind: 'spread', of }, value: of });
      }
    }
    return { kind: 'dict', entries } as const;
  }

  #readText(node: SyntaxNode) {
    const parts = node.name === 'ContinuedString' ? childrenOf(node) : [node];
    let value = '';
    for (const part of parts) {
      const source = this.#source(part);
      const prefix = /^[a-zA-Z]*/.exec(source)?.[0] ?? '';
      const isFormat = /f/i.test(prefix);
      // without replacement fields it is a plain text
      if (isFormat && part.getChild('FormatReplacement')) return { kind: 'f_string' } as const;
      const plain = isFormat ? prefix.replace(/f/i, '') : prefix;
      const body = isFormat
        ? source.slice(prefix.length).replace(/\{\{|\}\}/g, halved)
        : source.slice(prefix.length);
      const read = readTextLiteral(plain + body, 0, plain, 'python', new ToleranceCounter());
      if (!read.ok || /b/i.test(prefix)) return { kind: 'other', parts: [] } as const;
      value += read.value;
    }
    return { kind: 'constant', value } as const;
  }

  #readNumber(node: SyntaxNode): { kind: 'constant'; value: number | bigint } | undefined {
    const source = this.#source(node);
    const read = readNumberLiteral(source, 0, new ToleranceCounter());
    if (!read || read.end < source.length || typeof read.value === 'string') return undefined;
    return { kind: 'constant', value: read.value };
  }

  /** A name with its attributes; empty for anything else. */
  #pathOf(node: SyntaxNode): string {
    const source = this.#source(node);
    return PATH.test(source) ? source.replace(/\s/g, '') : '';
  }

  #source(node: SyntaxNode | null | undefined): string {
    return node ? this.#text.slice(node.from, node.to) : '';
  }
}

const PATH = /^[\p{L}_][\p{L}\p{N}_]*(?:\s*\.\s*[\p{L}_][\p{L}\p{N}_]*)*$/u;

const halved = (pair: string): string => pair.charAt(0);

/** The children of a node. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

/**
 * The child nodes that are values, not punctuation or keywords.
 * @param skipped whether to include nodes that the grammar does not allow there, because a comma may be
 * missing
 */
export function expressionNodes(node: SyntaxNode, skipped = false): SyntaxNode[] {
  return childrenOf(node).filter(({ name, type, from, to }) =>
    type.isError
      ? skipped && from < to
      : /^[A-Z]/.test(name) &&
        !name.endsWith('Op') &&
        !['PropertyName', 'Comment', 'TypeDef'].includes(name),
  );
}

/** The value of a constant expression; undefined where something must be executed. */
export function constantOf(expression: Expression): JsonValue | undefined {
  switch (expression.kind) {
    case 'constant':
      return typeof expression.value === 'bigint' ? Number(expression.value) : expression.value;
    case 'list': {
      const items = expression.items.map(constantOf);
      return items.every((item) => item !== undefined) ? items : undefined;
    }
    case 'dict': {
      const object: Record<string, JsonValue> = {};
      for (const entry of expression.entries) {
        const key = constantOf(entry.key);
        const value = constantOf(entry.value);
        if (key === undefined || value === undefined || typeof key === 'object') return undefined;
        setOwn(object, String(key), value);
      }
      return object;
    }
    case 'sum': {
      const terms = expression.terms.map(constantOf);
      return terms.every((term) => typeof term === 'string') ? terms.join('') : undefined;
    }
    default:
      return undefined;
  }
}

/** Lists the calls in an expression, outer ones first. */
export function callsIn(expression: Expression): Call[] {
  const inner = (parts: readonly Expression[]): Call[] => parts.flatMap(callsIn);
  switch (expression.kind) {
    case 'call':
      return [
        expression,
        ...inner([expression.target, ...expression.args]),
        ...inner(expression.keywords.map(({ value }) => value)),
      ];
    case 'list':
      return inner(expression.items);
    case 'dict':
      return expression.entries.flatMap(({ key, value }) => [...callsIn(key), ...callsIn(value)]);
    case 'sum':
      return inner(expression.terms);
    case 'spread':
      return callsIn(expression.of);
    case 'other':
      return inner(expression.parts);
    default:
      return [];
  }
}
