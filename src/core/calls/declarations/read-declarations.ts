import {
  aType,
  isJsonList,
  isJsonObject,
  jsonTypeOf,
  type JsonObject,
  type JsonValue,
  isBlank,
} from '#core/base/json/json-value.ts';
import {
  keysOf,
  pick,
  pickList,
  pickObject,
  pickText,
  unwrapEncoded,
} from '#core/base/json/pick.ts';
import { escapeKey } from '#core/base/json/json-path.ts';
import { readJson } from '#core/base/literals/read-json.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { SCHEMA_WORDS } from '#core/calls/read-call.ts';
import type { RowTexts } from '#core/calls/scored-row.ts';
import { plainSchema } from './plain-schema.ts';

/** A tool that an agent may call. */
export interface ToolDeclaration {
  readonly name: string;
  /** The arguments as plain JSON Schema; absent where the declaration has none. */
  readonly schema?: JsonObject;
}

/**
 * A part of the declarations that cannot be read; `path` is a JSON Pointer, empty for the whole.
 */
interface DeclarationIssue {
  readonly path: string;
  readonly reason: string;
}

/** The tools declared, by their names. */
export interface Declarations {
  readonly tools: ReadonlyMap<string, ToolDeclaration>;
  readonly issues: readonly DeclarationIssue[];
}

/** Tools read from a program, as stored in the settings. */
export interface DeclaredTools {
  readonly toolCount: number;
  /** JSON. */
  readonly declarations: string;
  /** Whether the program marks or lists them as tools. */
  readonly areMarked: boolean;
}

const LISTS = ['tools', 'functionDeclarations', 'function_declarations', 'functions'] as const;
const SCHEMAS = [...SCHEMA_WORDS, 'schema'];
/** Keys that calls have and declarations do not. */
const CALL_KEYS = ['arguments', 'args', 'tool_input', 'input', 'input_parameters'] as const;
/** Bounds the cost of a hostile cell. */
const MAX_TOOLS = 2000;
const ISSUES_LISTED = 50;

/**
 * Reads tool declarations from JSON: those of OpenAI, Anthropic, Gemini and MCP, a list of named
 * JSON Schemas, or an object of schemas by name.
 */
export function readDeclarationsText(text: string): Declarations {
  const reading = readJson(text);
  if (reading.ok) return readDeclarations(reading.value);
  const reason = `This is not JSON, column ${String(reading.column)}: ${reading.reason}.`;
  return { tools: new Map(), issues: [{ path: '', reason }] };
}

/** Reads the declarations of a cell, a value or JSON text. */
export function readDeclarationsCell(cell: JsonValue): Declarations {
  return typeof cell === 'string' ? readDeclarationsText(cell) : readDeclarations(cell);
}

/** Reads declarations of tools like {@link readDeclarationsText}, from a value. */
export function readDeclarations(value: JsonValue): Declarations {
  const reader = new Reader();
  reader.read(unwrapEncoded(value), '');
  if (reader.tools.size === 0 && reader.issues.length === 0)
    reader.note('', 'No tool is declared here.');
  return { tools: reader.tools, issues: reader.issues };
}

class Reader {
  readonly tools = new Map<string, ToolDeclaration>();
  readonly issues: DeclarationIssue[] = [];

  note(path: string, reason: string): void {
    if (this.issues.length < ISSUES_LISTED) this.issues.push({ path, reason });
  }

  read(value: JsonValue, path: string): void {
    if (isJsonList(value)) {
      for (const [place, item] of value.entries()) this.#item(item, `${path}/${String(place)}`);
    } else if (isJsonObject(value)) {
      const list = LISTS.find((key) => pickList(value, key));
      const result = pickObject(value, 'result');
      if (list !== undefined) this.read(pickList(value, list) ?? [], `${path}/${list}`);
      else if (result && pickList(result, 'tools')) this.read(result, `${path}/result`);
      else if (isTool(value)) this.#item(value, path);
      else this.#byName(value, path);
    } else {
      this.note(path, `Tools are declared as a list or an object, and this is ${aKind(value)}.`);
    }
  }

  #byName(value: JsonObject, path: string): void {
    for (const [name, inner] of Object.entries(value)) {
      const at = `${path}/${escapeKey(name)}`;
      if (!isJsonObject(inner))
        this.note(at, `A schema is an object, and this is ${aKind(inner)}.`);
      else if (schemaKey(inner) !== undefined && !isSchema(inner)) this.#add(name, inner, at);
      else this.#addSchema(name, inner, at);
    }
  }

  #item(item: JsonValue, path: string): void {
    if (typeof item === 'string' && item.trim() !== '') {
      const inner = unwrapEncoded(item);
      if (inner === item) this.#put({ name: item }, path);
      else this.#item(inner, path);
      return;
    }
    if (!isJsonObject(item)) {
      this.note(path, `A tool is an object, and this is ${aKind(item)}.`);
      return;
    }
    const list = LISTS.find((key) => pickList(item, key));
    if (list !== undefined) {
      this.read(pickList(item, list) ?? [], `${path}/${list}`);
      return;
    }
    const inner = INNER.find((key) => pickObject(item, key));
    const tool = inner === undefined ? item : (pickObject(item, inner) ?? item);
    const at = inner === undefined ? path : `${path}/${inner}`;
    const type = pickText(item, 'type');
    // built-in tools have a type and often no name
    const builtIn = type !== undefined && type !== 'function' ? type : undefined;
    const name = pickText(tool, 'name', 'tool_name') ?? builtIn;
    if (name === undefined) this.note(at, 'The tool has no name.');
    else this.#add(name, tool, at);
  }

  #add(name: string, tool: JsonObject, path: string): void {
    const key = schemaKey(tool);
    if (key === undefined) {
      if (CALL_KEYS.some((one) => pick(tool, one) !== undefined))
        this.note(path, `${quoted(name)} is called here, not declared.`);
      else this.#put({ name }, path);
      return;
    }
    const value = unwrapEncoded(pick(tool, key) ?? null);
    const json = isJsonObject(value) && pickObject(value, 'json');
    const schema = json && !isSchema(value) ? json : value;
    this.#addSchema(name, schema, `${path}/${key}${json && schema === json ? '/json' : ''}`);
  }

  #addSchema(name: string, schema: JsonValue, path: string): void {
    if (!isJsonObject(schema)) {
      this.note(path, `A schema is an object, and this is ${aKind(schema)}.`);
      return;
    }
    const plain = plainSchema(schema);
    for (const { path: inner, reason } of plain.problems) this.note(`${path}${inner}`, reason);
    if (plain.schema) this.#put({ name, schema: plain.schema }, path);
  }

  #put(tool: ToolDeclaration, path: string): void {
    if (this.tools.has(tool.name))
      this.note(path, `${quoted(tool.name)} is declared twice; the first one counts.`);
    else if (this.tools.size >= MAX_TOOLS)
      this.note(path, `More than ${String(MAX_TOOLS)} tools; the rest is left out.`);
    else this.tools.set(tool.name, tool);
  }
}

const INNER = ['function', 'toolSpec', 'tool_spec', 'custom'] as const;

function schemaKey(tool: JsonObject): string | undefined {
  return keysOf(tool)
    .under(SCHEMAS)
    .find((key) => pick(tool, key) !== undefined);
}

/** Whether an object declares one tool. */
function isTool(value: JsonObject): boolean {
  return (
    pickText(value, 'name') !== undefined ||
    INNER.some((key) => pickText(pickObject(value, key), 'name') !== undefined)
  );
}

/** Whether an object is a schema rather than a tool that has one. */
function isSchema(value: JsonObject): boolean {
  return pickText(value, 'type') !== undefined || pickObject(value, 'properties') !== undefined;
}

const aKind = (value: JsonValue): string => aType(jsonTypeOf(value));

function quoted(name: string): string {
  return `“${name.slice(0, 80)}”`;
}

/** Most runs declare only a few sets of tools. */
const KEPT = 50;
const READ = new Map<string, Declarations>();

/**
 * The tools declared for a row: its own, else those set for the run. Undefined where nothing is
 * declared; empty where the declarations cannot be read.
 */
export function declarationsFor(
  texts: RowTexts,
  pasted: string | undefined,
): Declarations | undefined {
  const own = texts.declarations;
  if (own !== undefined && !isBlank(own)) return remembered(own);
  return pasted === undefined || pasted.trim() === '' ? undefined : remembered(pasted);
}

function remembered(value: JsonValue): Declarations {
  // rows mostly repeat the same declarations, so they are cached by their text
  const key = typeof value === 'string' ? value : printJson(value);
  const known = READ.get(key);
  if (known) return known;
  const read = readDeclarationsCell(value);
  READ.set(key, read);
  for (const oldest of READ.keys()) {
    if (READ.size <= KEPT) break;
    READ.delete(oldest);
  }
  return read;
}
