import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/python';
import { ExpressionReader, childrenOf, expressionNodes, type Expression } from './expression.ts';
import { endOfLine } from '#core/base/text/line-ends.ts';

interface Place {
  readonly from: number;
  readonly to: number;
  /** 1-based. */
  readonly line: number;
  /** The enclosing functions and classes, outermost first. */
  readonly within: readonly string[];
}

/** A statement of a program; never executed. */
export type Statement = Place &
  (
    | {
        readonly kind: 'assignment';
        /** Several for `a = b = 1`. */
        readonly targets: readonly string[];
        readonly operator: '=' | '+=';
        readonly value: Expression;
      }
    | { readonly kind: 'expression'; readonly value: Expression }
    | { readonly kind: 'import'; readonly module: string; readonly names: readonly ImportedName[] }
    | FunctionParts
    | { readonly kind: 'class'; readonly name: string; readonly bases: readonly Expression[] }
  );

interface ImportedName {
  readonly name: string;
  readonly as: string;
}

/** A parameter of a function. */
export interface Parameter {
  readonly name: string;
  /** `*` and `**` collect further arguments. */
  readonly star: '' | '*' | '**';
  /** Its type as written; empty without one. */
  readonly annotation: string;
  readonly defaultValue: Expression | undefined;
}

interface FunctionParts {
  readonly kind: 'function';
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** The return type as written; empty without one. */
  readonly returns: string;
  /** The docstring; undefined without one. */
  readonly docstring: string | undefined;
  /** As written, without the `@`. */
  readonly decorators: readonly string[];
  /** The whole definition with decorators, without its indentation. */
  readonly source: string;
}

/** The definition of a function. */
export type FunctionDefinition = Extract<Statement, { kind: 'function' }>;

/** Longer statements are data, and not parsed. */
const STATEMENT_LIMIT = 200_000;
const MAX_STATEMENTS = 20_000;

/**
 * Lists the statements of a Python program without running it, those of functions and classes after
 * the definition; also where it is indented or within prose. Branches and loops are listed as if
 * executed once.
 */
export function readPythonProgram(text: string): Statement[] {
  const statements: Statement[] = [];
  readInto(statements, text, 0, 0, []);
  return statements;
}

function readInto(
  statements: Statement[],
  text: string,
  offset: number,
  linesBefore: number,
  within: readonly string[],
): void {
  const scanner = new LineScanner(text);
  let decorators: LogicalLine[] = [];
  for (let next = scanner.nextStatement(); next; next = scanner.nextStatement()) {
    if (statements.length >= MAX_STATEMENTS) return;
    if (next.to - next.from > STATEMENT_LIMIT) continue;
    const source = text.slice(next.from, next.to);
    if (source.startsWith('@')) {
      decorators.push(next);
      continue;
    }
    const first = decorators[0] ?? next;
    const isBlock = BLOCK.test(source);
    const end = isBlock ? scanner.skipBlock(next.indent) : next.to;
    const place = {
      from: offset + first.from,
      to: offset + end,
      line: linesBefore + first.line,
      within,
    };
    const reader = new ExpressionReader(source, offset + next.from);
    for (const node of nodesOf(isBlock ? `${source}\n pass` : source)) {
      const body = text.slice(next.to, end);
      const read = readStatement(node, source, reader, {
        docstring: docstringOf(body),
        decorators: decorators.map((one) => text.slice(one.from + 1, one.to).trim()),
        source: dedent(text.slice(first.from, end), first.indent),
      });
      if (!read) continue;
      statements.push({ ...place, ...read });
      if (read.kind !== 'function' && read.kind !== 'class') continue;
      const lines = linesBefore + next.line + source.split('\n').length - 2;
      readInto(statements, body, offset + next.to, lines, [...within, read.name]);
    }
    decorators = [];
  }
}

const BLOCK = /^(?:async[ \t]+def|def|class)[ \t]/;

/** The statements of a text without indentation. */
function nodesOf(source: string): SyntaxNode[] {
  return childrenOf(parser.parse(source).topNode).flatMap((node) =>
    node.name === 'StatementGroup' ? childrenOf(node) : [node],
  );
}

type PartsOf<S> = S extends unknown ? Omit<S, keyof Place> : never;
type StatementParts = PartsOf<Statement>;

function readStatement(
  node: SyntaxNode,
  source: string,
  reader: ExpressionReader,
  block: Pick<FunctionParts, 'docstring' | 'decorators' | 'source'>,
): StatementParts | undefined {
  switch (node.name) {
    case 'FunctionDefinition':
      return {
        ...block,
        kind: 'function',
        name: nameIn(node, source),
        parameters: readParameters(node, source, reader),
        returns: typeIn(node.getChild('TypeDef'), source, '->'),
      };
    case 'ClassDefinition': {
      const list = node.getChild('ArgList');
      const bases = list ? reader.readList(expressionNodes(list)) : [];
      return { kind: 'class', name: nameIn(node, source), bases };
    }
    case 'AssignStatement':
    case 'UpdateStatement':
      return readAssignment(node, source, reader);
    case 'ImportStatement':
      return readImport(node, source);
    case 'ExpressionStatement':
    case 'ReturnStatement':
    case 'YieldStatement': {
      const values = reader.readList(expressionNodes(node));
      const [value] = values;
      return value && values.length === 1 ? { kind: 'expression', value } : undefined;
    }
    default:
      return undefined;
  }
}

function readAssignment(
  node: SyntaxNode,
  source: string,
  reader: ExpressionReader,
): StatementParts | undefined {
  const nodes = expressionNodes(node);
  const last = nodes.at(-1);
  // a, b = 1, 2
  if (!last || node.getChild(',')) return undefined;
  const operator = node.getChild('UpdateOp');
  if (operator && source.slice(operator.from, operator.to) !== '+=') return undefined;
  const targets = nodes.slice(0, -1).map((one) => source.slice(one.from, one.to));
  if (targets.length === 0) return undefined;
  return { kind: 'assignment', targets, operator: operator ? '+=' : '=', value: reader.read(last) };
}

function readImport(node: SyntaxNode, source: string): StatementParts {
  const words = source.slice(node.from, node.to).replace(/#.*|[()\\]/g, ' ');
  const [, module = '', list = ''] =
    /^(?:from\s+([.\w]+)\s+)?import\s([^]*)$/.exec(words.trim()) ?? [];
  const names = list.split(',').flatMap((item) => {
    const [name = '', , as = name] = item.trim().split(/\s+/);
    return name === '' ? [] : [{ name, as }];
  });
  return { kind: 'import', module, names };
}

function nameIn(node: SyntaxNode, source: string): string {
  const name = node.getChild('VariableName');
  return name ? source.slice(name.from, name.to) : '';
}

function typeIn(node: SyntaxNode | null, source: string, mark: string): string {
  return node ? source.slice(node.from, node.to).slice(mark.length).trim() : '';
}

function readParameters(node: SyntaxNode, source: string, reader: ExpressionReader): Parameter[] {
  const list = node.getChild('ParamList');
  const parameters: Parameter[] = [];
  for (let at = list?.firstChild; at; at = at.nextSibling) {
    if (at.name !== 'VariableName' || at.prevSibling?.name === 'AssignOp') continue;
    const star = at.prevSibling?.name;
    let next = at.nextSibling;
    const type = next?.name === 'TypeDef' ? next : null;
    if (type) next = type.nextSibling;
    const value = next?.name === 'AssignOp' ? next.nextSibling : null;
    parameters.push({
      name: source.slice(at.from, at.to),
      star: star === '*' || star === '**' ? star : '',
      annotation: typeIn(type, source, ':'),
      defaultValue: value ? reader.read(value) : undefined,
    });
  }
  return parameters;
}

const QUOTED = /^(?:[ \t]*(?:#.*)?\r?\n)*[ \t]*(?=[rRuU]?["'])/;

/** The docstring of a body. */
function docstringOf(body: string): string | undefined {
  const start = QUOTED.exec(body);
  if (!start) return undefined;
  const source = body.slice(start[0].length, start[0].length + STATEMENT_LIMIT);
  const [node] = nodesOf(source);
  const text = node?.name === 'ExpressionStatement' ? node.firstChild : null;
  if (!text) return undefined;
  const read = new ExpressionReader(source, 0).read(text);
  return read.kind === 'constant' && typeof read.value === 'string' ? read.value : undefined;
}

function dedent(text: string, indent: number): string {
  return text.replace(/\n[ \t]*/g, (blanks) => `\n${blanks.slice(1 + indent)}`);
}

/** A statement in a text: one line, or several joined by brackets or quotes. */
interface LogicalLine {
  /** Offset of its first character after the indentation. */
  readonly from: number;
  /** Offset after its last character, before the line end. */
  readonly to: number;
  /** 1-based physical line. */
  readonly line: number;
  /** The number of characters of indentation. */
  readonly indent: number;
}

const NAME = String.raw`[\p{L}_][\p{L}\p{N}_]*`;
const TARGET = String.raw`${NAME}(?:\.${NAME})*`;

/** The beginnings of statements of interest; rare in prose. */
const STATEMENT = new RegExp(
  [
    String.raw`(?:async[ \t]+)?def[ \t]+${NAME}`,
    String.raw`class[ \t]+${NAME}[ \t]*[(:]`,
    `@${NAME}`,
    String.raw`from[ \t]+[.\w]+[ \t]+import\b`,
    String.raw`import[ \t]+[\w.]+[ \t]*(?:as\b|[,#\r\n]|$)`,
    String.raw`(?:return|await|yield)[ \t(]`,
    String.raw`${TARGET}(?:\(|[ \t]*(?::[^=\n]+)?(?:=(?!=)|\+=))`,
  ].join('|'),
  'yu',
);

/** Limits the search for the end of statements that are never closed. */
const MAX_UNCLOSED = 200;

/** Finds the logical lines of a program, also within prose. */
class LineScanner {
  readonly #text: string;
  #unclosed = 0;
  #line = 1;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Advances to the next statement; undefined at the end of the text. */
  nextStatement(): LogicalLine | undefined {
    for (let line = this.#peek(); line; line = this.#peek()) {
      if (this.#isStatement(line.from)) {
        const to = this.#endOf(line.from);
        this.#goBehind(to);
        return { ...line, to };
      }
      this.#goBehind(line.to);
    }
    return undefined;
  }

  /**
   * Advances to the end of a block and returns the offset after its last line; `indent` is that of
   * the line before the block.
   */
  skipBlock(indent: number): number {
    let end = this.#at - 1;
    for (let line = this.#peek(); line; line = this.#peek()) {
      const isBlank = line.from === line.to || this.#text.charAt(line.from) === '#';
      if (!isBlank && line.indent <= indent) break;
      const to = isBlank ? line.to : this.#endOf(line.from);
      if (!isBlank) end = to;
      this.#goBehind(to);
    }
    return Math.min(end, this.#text.length);
  }

  /** The next physical line, without advancing. */
  #peek(): LogicalLine | undefined {
    const start = this.#at;
    if (start >= this.#text.length) return undefined;
    const to = endOfLine(this.#text, start);
    let from = start;
    while (from < to && BLANK.includes(this.#text.charAt(from))) from++;
    return { from, to, line: this.#line, indent: from - start };
  }

  /** Advances to the line after an end. */
  #goBehind(end: number): void {
    while (this.#at <= end) {
      this.#at = endOfLine(this.#text, this.#at) + 1;
      this.#line++;
    }
  }

  #isStatement(at: number): boolean {
    STATEMENT.lastIndex = at;
    return STATEMENT.test(this.#text);
  }

  /** The end of a logical line; that of its first physical line where nothing closes it. */
  #endOf(from: number): number {
    const text = this.#text;
    const first = endOfLine(text, from);
    if (this.#unclosed > MAX_UNCLOSED) return first;
    const end = closedAt(text, from);
    if (end !== undefined) return end;
    this.#unclosed++;
    return first;
  }
}

const BLANK = ' \t\r\f\u00a0\ufeff';

const TOKEN = /"""|'''|["'#()[\]{}\n\\]/g;

/** The end of a logical line; undefined where brackets or triple quotes stay open. */
function closedAt(text: string, from: number): number | undefined {
  let depth = 0;
  TOKEN.lastIndex = from;
  for (let found = TOKEN.exec(text); found; found = TOKEN.exec(text)) {
    const [token] = found;
    if (token === '\\') TOKEN.lastIndex++;
    else if (token === '#') TOKEN.lastIndex = endOfLine(text, found.index);
    else if (token === '\n') {
      if (depth === 0) return found.index;
    } else if ('([{'.includes(token)) depth++;
    else if (')]}'.includes(token)) depth = Math.max(0, depth - 1);
    else {
      const end = endOfText(text, TOKEN.lastIndex, token);
      if (end === undefined) return undefined;
      TOKEN.lastIndex = end;
    }
  }
  return depth === 0 ? text.length : undefined;
}

/** The end of a quoted text; without triple quotes at the latest the end of its line. */
function endOfText(text: string, from: number, quote: string): number | undefined {
  for (let at = from; at < text.length; at++) {
    if (text.startsWith(quote, at)) return at + quote.length;
    if (text.charAt(at) === '\\') at++;
    else if (quote.length === 1 && text.charAt(at) === '\n') return at;
  }
  return quote.length === 1 ? text.length : undefined;
}

/** The 1-based column of the first syntax error in a line; without one, of its first character. */
export function columnOfError(code: string, line: number): number {
  const lines = code.split('\n');
  const text = lines[line - 1] ?? '';
  const from = lines.slice(0, line - 1).reduce((length, one) => length + one.length + 1, 0);
  let found = text.search(/\S|$/);
  parser.parse(code).iterate({
    from,
    to: from + text.length,
    enter: ({ type, from: at }) => {
      if (!type.isError || at < from) return true;
      found = Math.min(at - from, text.length);
      return false;
    },
  });
  return found + 1;
}

const LENGTH_LIMIT = 100_000;

/** Lists the names that code uses without binding them; attributes and keywords do not count. */
export function freeNames(source: string): ReadonlySet<string> {
  const used = new Set<string>();
  const bound = new Set<string>();
  if (source.length > LENGTH_LIMIT) return used;
  let firstAssigned = { statement: -1, at: -1 };
  parser.parse(source).iterate({
    enter: ({ name, node }) => {
      if (name !== 'VariableName') return;
      const word = source.slice(node.from, node.to);
      if (isBound(node)) bound.add(word);
      else if (!isKeyword(node)) used.add(word);
    },
  });
  return new Set([...used].filter((word) => !bound.has(word)));

  function isBound(node: SyntaxNode): boolean {
    const { parent, prevSibling } = node;
    const before = prevSibling?.name ?? '';
    if (['def', 'class', 'for', 'as', 'lambda'].includes(before)) return true;
    if (parent?.name === 'ImportStatement') return true;
    if (parent?.name === 'ParamList') return before !== 'AssignOp';
    if (parent?.name !== 'AssignStatement') return false;
    if (firstAssigned.statement !== parent.from)
      firstAssigned = { statement: parent.from, at: parent.getChild('AssignOp')?.from ?? -1 };
    return node.from < firstAssigned.at;
  }
}

function isKeyword({ parent, nextSibling }: SyntaxNode): boolean {
  return parent?.name === 'ArgList' && nextSibling?.name === 'AssignOp';
}
