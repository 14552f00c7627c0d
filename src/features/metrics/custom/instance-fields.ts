import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { previewJson } from '#core/base/json/parse-json.ts';
import type { Completion } from '#core/base/text/pieces.ts';
import { instanceFields as texts } from '#features/metrics/texts.ts';

/** A field of what a custom metric is given. */
interface InstanceField {
  readonly name: string;
  /** What it holds, in a word or two. */
  readonly kind: string;
  readonly preview: string;
}

const PREVIEW = 120;

/** Lists the fields of an instance: those with the service's names, and the data's own columns. */
export function listFields(instance: JsonObject): readonly InstanceField[] {
  return Object.entries(instance).map(([name, value]) => {
    const tools = toolsIn(value);
    return {
      name,
      kind: tools ? texts.calls(tools.length) : kindOf(value),
      preview: tools ? tools.join(', ').slice(0, PREVIEW) : previewJson(value, PREVIEW),
    };
  });
}

/** The tools of a list of calls; undefined for anything else. */
function toolsIn(value: JsonValue): readonly string[] | undefined {
  if (!isJsonList(value)) return undefined;
  const tools = value.map((call) => (isJsonObject(call) ? call['tool_name'] : undefined));
  return tools.every((tool) => typeof tool === 'string') && tools.length > 0 ? tools : undefined;
}

function kindOf(value: JsonValue): string {
  if (value === null) return texts.none;
  if (isJsonList(value)) return texts.list;
  return typeof value === 'object' ? texts.object : texts.kinds[typeof value as 'string'];
}

/** Writes how code gets at a field. */
export function accessTo(parameter: string, name: string, language: 'python' | undefined): string {
  const isName = /^[A-Za-z_$][\w$]*$/.test(name);
  return isName && language === undefined
    ? `${parameter}.${name}`
    : `${parameter}[${JSON.stringify(name)}]`;
}

/** What code calls the instance: the first parameter of its first function. */
export function parameterOf(code: string): string {
  const declared =
    /\b(?:function|def)\b[^(]*\(\s*(\w+)/.exec(code) ?? /\(?(\w+)\)?\s*=>/.exec(code);
  return declared?.[1] ?? 'instance';
}

/** Lists the fields and columns that fit where code begins to name one; none anywhere else. */
export function completeField(code: string, caret: number, names: readonly string[]): Completion {
  const parameter = parameterOf(code);
  const begun = new RegExp(
    `\\b${parameter}(\\??\\.|(?:\\?\\.)?\\[["']|\\.get\\(["'])([\\w$]*)$`,
  ).exec(code.slice(0, caret));
  const [, access = '', word = ''] = begun ?? [];
  const isNameOnly = access.endsWith('.');
  const fits = (name: string): boolean =>
    name !== word && name.startsWith(word) && (!isNameOnly || /^[\w$]+$/.test(name));
  return { from: caret - word.length, to: caret, options: begun ? names.filter(fits) : [] };
}
