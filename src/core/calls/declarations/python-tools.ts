import type { JsonObject } from '#core/base/json/json-value.ts';
import { callsIn, constantOf, type Expression } from '#core/base/python/expression.ts';
import { isNotebook, notebookProgram } from '#core/base/python/notebook.ts';
import {
  readPythonProgram,
  type FunctionDefinition,
  type Parameter,
  type Statement,
} from '#core/base/python/program.ts';
import { tryJson } from '#core/base/json/parse-json.ts';
import { choiceOf, orNull, schemaOfType, type KnownTypes } from './python-types.ts';

/** The tools found in a program. */
export interface PythonTools {
  /** Declarations with name, description and parameters. */
  readonly tools: readonly JsonObject[];
  /** Whether the program marks or lists them as tools. */
  readonly areMarked: boolean;
  /** The functions left out, with line and reason. */
  readonly others: readonly { readonly line: number; readonly reason: string }[];
}

/**
 * Reads the functions of a Python program or notebook as tool declarations, without running it.
 * Where some are marked or listed as tools, only those count. Undefined where there is no function.
 */
export function readPythonTools(text: string): PythonTools | undefined {
  if (!text.includes('def')) return undefined;
  const notebook = /^\s*\{/.test(text) ? tryJson(text) : undefined;
  if (notebook && !isNotebook(notebook.value)) return undefined;
  const program = notebook ? notebookProgram(notebook.value) : text;
  if (!FUNCTION.test(program)) return undefined;
  const statements = readPythonProgram(program);
  const functions = statements.filter((one) => one.kind === 'function');
  if (functions.length === 0) return undefined;
  const listed = listedTools(statements);
  const isChosen = ({ name, within, decorators }: FunctionDefinition): boolean =>
    decorators.some(isToolMark) || (within.length === 0 && listed.has(name));
  const areMarked = functions.some(isChosen);
  const known = typesOf(statements, program);
  const tools = new Map<string, JsonObject>();
  const others: { line: number; reason: string }[] = [];
  for (const one of functions) {
    const why = areMarked ? (isChosen(one) ? undefined : 'is not among the tools') : whyNoTool(one);
    const tool = declare(one, known);
    // the last definition of a name counts
    if (why === undefined) tools.set(tool.name, tool);
    else others.push({ line: one.line, reason: `“${one.name}” ${why}.` });
  }
  return { tools: [...tools.values()], areMarked, others };
}

const FUNCTION = /^[ \t]*(?:async[ \t]+)?def[ \t]/m;

function whyNoTool({ name, within, docstring, parameters, returns }: FunctionDefinition) {
  if (within.length > 0) return 'stands inside of another definition';
  if (name.startsWith('_')) return 'is private by its name';
  if (name === 'main') return 'is where the program begins';
  const isMetric = parameters.length === 1 && parameters[0]?.name === 'instance';
  if (isMetric) return 'is a metric by its parameter';
  const isTyped = returns !== '' || parameters.some(({ annotation }) => annotation !== '');
  return isTyped || docstring !== undefined
    ? undefined
    : 'has neither type annotations nor a docstring';
}

/**
 * Whether a decorator marks a tool: `@tool`, `@function_tool(…)`, `@mcp.tool()`,
 * `@kernel_function`.
 */
function isToolMark(decorator: string): boolean {
  const [path = ''] = decorator.split('(');
  const name = path.trim().split('.').at(-1) ?? '';
  return (
    name === 'tool' || name.endsWith('_tool') || ['kernel_function', 'tool_plain'].includes(name)
  );
}

/** The functions passed on as tools: `tools = [a, b]`, `Agent(tools=[a, b])`. */
function listedTools(statements: readonly Statement[]): ReadonlySet<string> {
  const lists: Expression[] = [];
  for (const one of statements) {
    if (one.kind !== 'assignment' && one.kind !== 'expression') continue;
    const isNamed = one.kind === 'assignment' && one.targets.some((target) => TOOLS.test(target));
    if (isNamed) lists.push(one.value);
    for (const { keywords, callee, args } of callsIn(one.value)) {
      lists.push(...keywords.filter(({ name }) => TOOLS.test(name)).map(({ value }) => value));
      if (callee.endsWith('bind_tools') && args[0]) lists.push(args[0]);
    }
  }
  return new Set(
    lists.flatMap((list) => (list.kind === 'list' ? list.items.flatMap(namesIn) : [])),
  );
}

const TOOLS = /(?:^|_)(?:tools|functions)$/i;

/** The function's name, also where it is wrapped: `FunctionTool(func=a)`. */
function namesIn(item: Expression): string[] {
  if (item.kind === 'name') return [item.name];
  if (item.kind !== 'call') return [];
  return [...item.args, ...item.keywords.map(({ value }) => value)].flatMap((value) =>
    value.kind === 'name' ? [value.name] : [],
  );
}

/** The types a program defines: enums with their values, other classes as objects. */
function typesOf(statements: readonly Statement[], program: string): KnownTypes {
  const known = new Map<string, JsonObject>();
  for (const one of statements) {
    // Kind = Literal["a", "b"]
    if (one.kind === 'assignment' && one.value.kind === 'other' && one.within.length === 0) {
      const schema = schemaOfType(program.slice(one.value.from, one.value.to), known);
      const [name = ''] = one.targets;
      if (Object.keys(schema).length > 0) known.set(name, schema);
    }
    if (one.kind !== 'class') continue;
    const bases = one.bases.map((base) => (base.kind === 'name' ? base.name : ''));
    const isEnum = bases.some((base) => base.endsWith('Enum'));
    const members = statements.flatMap((inner) => {
      const isMember = inner.kind === 'assignment' && inner.within.at(-1) === one.name;
      if (!isMember) return [];
      return constantOf(inner.value) ?? inner.targets[0]?.toLowerCase() ?? [];
    });
    known.set(one.name, isEnum ? choiceOf(members) : { type: 'object' });
  }
  return known;
}

function declare(
  definition: FunctionDefinition,
  known: KnownTypes,
): JsonObject & { readonly name: string } {
  const { parameters, docstring = '', decorators } = definition;
  const { summary, described } = readDocstring(docstring);
  const own = parameters.filter(
    (parameter, place) => !isGivenByFramework(parameter, place, definition),
  );
  const named = own.filter(({ star }) => star === '');
  const properties = named.map(({ name, annotation, defaultValue }): [string, JsonObject] => {
    const { type = '', words = '' } = described.get(name) ?? {};
    const schema = schemaOfType(annotation === '' ? type : annotation, known);
    const value = defaultValue && constantOf(defaultValue);
    const { description = words, ...rest } = value === null ? orNull(schema) : schema;
    return [
      name,
      {
        ...rest,
        ...(description === '' ? {} : { description }),
        ...(value === undefined ? {} : { default: value }),
      },
    ];
  });
  const required = named
    .filter(({ defaultValue }) => defaultValue === undefined)
    .map(({ name }) => name);
  const marked = decoratedWith(decorators);
  const description = marked.description ?? summary;
  return {
    name: marked.name ?? definition.name,
    ...(description === '' ? {} : { description }),
    parameters: {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length > 0 ? { required } : {}),
      ...(own.some(({ star }) => star === '**') ? { additionalProperties: true } : {}),
    },
  };
}

/** The name and description that a decorator gives a tool. */
function decoratedWith(decorators: readonly string[]): { name?: string; description?: string } {
  const mark = decorators.find(isToolMark);
  const [statement] = mark === undefined ? [] : readPythonProgram(mark);
  if (statement?.kind !== 'expression' || statement.value.kind !== 'call') return {};
  const { args, keywords } = statement.value;
  const textOf = (...names: readonly string[]): string | undefined => {
    const value = keywords.find(({ name }) => names.includes(name))?.value;
    const text = value && constantOf(value);
    return typeof text === 'string' ? text : undefined;
  };
  const first = args[0] && constantOf(args[0]);
  const name = typeof first === 'string' ? first : textOf('name', 'name_override');
  const description = textOf('description', 'description_override');
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
  };
}

/** Types of parameters that the framework passes and the model never sees. */
const CONTEXTS =
  /^(?:ToolContext|RunContextWrapper|RunContext|Context|ToolRuntime|RunnableConfig|CallbackManagerForToolRun)\b/;
const INJECTED = /\bInjected\w*\b/;

function isGivenByFramework(
  { name, annotation }: Parameter,
  place: number,
  { within }: FunctionDefinition,
): boolean {
  if (place === 0 && within.length > 0 && ['self', 'cls'].includes(name)) return true;
  // ADK recognises it by its name
  if (name === 'tool_context') return true;
  const type = annotation.replaceAll(/["']/g, '').split('.').at(-1) ?? '';
  return CONTEXTS.test(type) || INJECTED.test(annotation);
}

interface Described {
  /** The type as written; empty without one. */
  readonly type: string;
  readonly words: string;
}

/** A parsed docstring. */
interface Docstring {
  /** The text before its sections; paragraphs are kept apart. */
  readonly summary: string;
  readonly described: ReadonlyMap<string, Described>;
}

const SECTION =
  /^(Args|Arguments|Parameters|Params|Keyword Args|Returns|Return|Yields|Raises|Examples?|Notes?|Warnings?|See Also|Todo|Attributes|References):?$/i;
const OF_PARAMETERS = /^(?:args|arguments|parameters|params|keyword args)/i;
/** `name (type, optional): words` */
const GOOGLE = /^\*{0,2}(\w+)(?: ?\(([^)]*)\))? ?:(.*)$/;
/** `name : type` */
const NUMPY = /^\*{0,2}(\w+)(?: ?:(.*))?$/;
/** `:param type name: words`, `:type name: type` */
const FIELD = /^:(param|type|returns?|rtype|raises?)\b([^:]*):(.*)$/;

/** Reads a docstring as Google, NumPy or reStructuredText write it. */
function readDocstring(text: string): Docstring {
  const lines = cleanLines(text);
  const summary: string[] = [];
  const described = new Map<string, Described>();
  let section = '';
  let isNumpy = false;
  let isSummary = true;
  let margin = -1;
  let name = '';
  const add = (words: string, type?: string): void => {
    const before = described.get(name) ?? { type: '', words: '' };
    described.set(name, {
      type: type === undefined ? before.type : type.replace(', optional', '').trim(),
      words: `${before.words} ${words.trim()}`.trim(),
    });
  };
  for (const [place, line] of lines.entries()) {
    const words = line.trim();
    const indent = line.length - line.trimStart().length;
    if (words === '') {
      if (isSummary && summary.length > 0) summary.push('');
      continue;
    }
    const isRuled = isRule(lines[place + 1]?.trim() ?? '');
    const isHead = SECTION.test(words) && (words.endsWith(':') || isRuled) && indent === 0;
    const [, field = '', of = '', rest = ''] = FIELD.exec(words) ?? [];
    if (isHead || field !== '') {
      isSummary = false;
      section = isHead ? words : '';
      isNumpy = isHead && isRuled;
      margin = -1;
      const parts = of.trim().split(/\s+/);
      name = field === 'param' || field === 'type' ? (parts.at(-1) ?? '') : '';
      if (field === 'param') add(rest, parts.slice(0, -1).join(' ') || undefined);
      if (field === 'type') add('', rest);
    } else if (isSummary) summary.push(words);
    else if (OF_PARAMETERS.test(section) && !isRule(words)) {
      if (margin < 0) margin = indent;
      const begun = indent > margin ? null : (isNumpy ? NUMPY : GOOGLE).exec(words);
      if (begun) name = begun[1] ?? '';
      if (begun) add(isNumpy ? '' : (begun[3] ?? ''), begun[2]);
      else if (indent > margin && name !== '') add(words);
    } else if (section === '' && name !== '' && indent > 0) add(words);
  }
  return { summary: paragraphs(summary), described };
}

function isRule(line: string): boolean {
  return line.length > 2 && line.split('').every((char) => char === '-');
}

function paragraphs(lines: readonly string[]): string {
  return lines.join('\n').trim();
}

/** Removes the common indentation; the first line has none. */
function cleanLines(text: string): string[] {
  const [first = '', ...others] = text.replaceAll('\t', '        ').split(/\r?\n/);
  const filled = others.filter((line) => line.trim() !== '');
  const margin = Math.min(...filled.map((line) => line.length - line.trimStart().length));
  return [first.trim(), ...others.map((line) => line.slice(margin))];
}
