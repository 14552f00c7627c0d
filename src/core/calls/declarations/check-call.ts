import { Validator } from '@cfworker/json-schema';
import { isJsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { escapeKey } from '#core/base/json/json-path.ts';
import type { ToolCall } from '#core/calls/trajectory.ts';
import type { Declarations, ToolDeclaration } from './read-declarations.ts';

/** The first thing wrong with a call under its tool's declaration. */
export type CallFault =
  | { readonly kind: 'undeclared' }
  /** `path` is a JSON Pointer from the arguments; `words` are the library's message. */
  | {
      readonly kind: 'missing' | 'unknown' | 'type' | 'value';
      readonly path: string;
      readonly words: string;
    }
  /** The schema itself is unusable, so calls cannot be checked. */
  | { readonly kind: 'unusable'; readonly words: string };

/** Checks a call against the declaration of its tool; at most one fault for each argument. */
export function checkCall(call: ToolCall, { tools }: Declarations): readonly CallFault[] {
  const tool = tools.get(call.tool_name);
  if (!tool) return [{ kind: 'undeclared' }];
  if (!tool.schema || call.isNameOnly === true) return [];
  const found = new Map<string, CallFault>();
  try {
    const { valid, errors } = validatorOf(tool).validate(plainNumbers(call.tool_input ?? {}));
    if (valid) return [];
    for (const { keyword, instanceLocation, error } of errors) {
      const fault = faultOf(keyword, instanceLocation.slice(1), error);
      if (fault && !found.has(fault.path)) found.set(fault.path, fault);
    }
    if (found.size === 0) found.set('', { kind: 'value', path: '', words: '' });
  } catch (error) {
    // the schema has a reference to nothing or to itself
    return [{ kind: 'unusable', words: error instanceof Error ? error.message.slice(0, 200) : '' }];
  }
  return [...found.values()];
}

interface KeyFault {
  readonly kind: 'missing' | 'unknown' | 'type' | 'value';
  readonly path: string;
  readonly words: string;
}

function faultOf(keyword: string, path: string, words: string): KeyFault | undefined {
  switch (keyword) {
    case 'properties':
    case 'additionalProperties':
    case 'unevaluatedProperties':
    case 'items':
    case 'prefixItems':
    case '$ref':
    case 'allOf':
    case 'anyOf':
      return undefined;
    // `false` allows no value: there is no such argument
    case 'false':
      return { kind: 'unknown', path, words };
    case 'required':
      return { kind: 'missing', path: `${path}/${escapeKey(nameIn(words))}`, words };
    case 'type':
      return { kind: 'type', path, words };
    default:
      return { kind: 'value', path, words };
  }
}

/** The parameter that the library's message quotes. */
function nameIn(words: string): string {
  return words.slice(words.indexOf('"') + 1, words.lastIndexOf('"'));
}

const VALIDATORS = new WeakMap<ToolDeclaration, Validator>();

function validatorOf(tool: ToolDeclaration): Validator {
  const known = VALIDATORS.get(tool);
  if (known) return known;
  const dialect = tool.schema?.['$schema'];
  const validator = new Validator(tool.schema as object, draftOf(dialect), false);
  VALIDATORS.set(tool, validator);
  return validator;
}

function draftOf(dialect: JsonValue | undefined): '4' | '7' | '2020-12' {
  if (typeof dialect !== 'string') return '2020-12';
  if (dialect.includes('draft-04')) return '4';
  return dialect.includes('draft-06') || dialect.includes('draft-07') ? '7' : '2020-12';
}

/** Integers beyond 2^53 are bigint here, which schemas do not know. */
function plainNumbers(value: JsonValue): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plainNumbers);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plainNumbers(one)]));
}
