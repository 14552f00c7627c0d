import { parseDocument } from 'yaml';
import {
  isJsonList,
  isJsonObject,
  ownValue,
  type JsonObject,
  type JsonValue,
  setOwn,
} from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { readLenient } from '#core/base/literals/read-lenient.ts';
import { parseRule } from './parse-rule.ts';
import { printRule } from './print-rule.ts';
import { quoteName } from './rule-tokens.ts';
import { exactTool, type ArgumentCondition, type TrajectoryRule } from './rule.ts';

/** An assertion that is no rule, and why. */
interface LeftAssertion {
  readonly what: string;
  readonly why: string;
}

/** The rules that a configuration of another tool has in it. */
interface ReadAssertions {
  /** Their sentences, each once. */
  readonly rules: readonly string[];
  readonly left: readonly LeftAssertion[];
}

/** What was read of a configuration; or why it cannot be read. */
export type AssertionsResult =
  ({ readonly ok: true } & ReadAssertions) | { readonly ok: false; readonly reason: string };

/**
 * Reads the assertions on trajectories of promptfoo (`trajectory:*`, `not-trajectory:*`) and the
 * rubrics on tool use of the Agent Development Kit, wherever they are in a configuration.
 * @param text a configuration as YAML or JSON, a list of assertions or rubrics, or rules, one a line
 */
export function readAssertions(text: string): AssertionsResult {
  const sentences = text.split('\n').map((line) => line.trim().replace(/^-\s+/, ''));
  const lines = sentences.filter((line) => line !== '' && !line.startsWith('#'));
  if (lines.length > 0 && lines.every((line) => parseRule(line).ok)) {
    return { ok: true, rules: unique(lines.flatMap(normalise)), left: [] };
  }
  const json = readLenient(text);
  const reading = json.ok ? json : readYaml(text);
  if (!reading.ok) {
    const place = 'line' in reading ? `Line ${String(reading.line)}: ` : '';
    return { ok: false, reason: `${place}${reading.reason}.` };
  }
  const found: Found = { rules: [], left: [] };
  collect(reading.value, found, 0);
  if (found.rules.length === 0 && found.left.length === 0) {
    return {
      ok: false,
      reason: 'There is no assertion of promptfoo and no rubric of ADK in this text.',
    };
  }
  return { ok: true, rules: unique(found.rules), left: found.left };
}

interface Found {
  readonly rules: string[];
  readonly left: LeftAssertion[];
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

function normalise(line: string): readonly string[] {
  const parsed = parseRule(line);
  return parsed.ok ? [printRule(parsed.rule)] : [];
}

const DEEPEST = 40;

function collect(value: JsonValue, found: Found, depth: number): void {
  if (depth > DEEPEST) return;
  if (isJsonList(value)) for (const item of value) collect(item, found, depth + 1);
  if (!isJsonObject(value)) return;
  const type = ownValue(value, 'type');
  const rubric = textOfRubric(value);
  if (rubric !== undefined) readRubric(rubric, found);
  else if (typeof type === 'string' && /^(?:not-)?(?:trajectory:|tool-call-f1$)/.test(type))
    readPromptfoo(type, value, found);
  else
    for (const key of Object.keys(value)) collect(ownValue(value, key) ?? null, found, depth + 1);
}

/* promptfoo */

function readPromptfoo(type: string, assertion: JsonObject, found: Found): void {
  const isNot = type.startsWith('not-');
  const name = isNot ? type.slice('not-'.length) : type;
  const value = ownValue(assertion, 'value') ?? null;
  const read = READERS[name];
  const result = read ? read(value, isNot) : noRule(name);
  if (typeof result === 'string') found.left.push({ what: describe(type, value), why: result });
  else found.rules.push(...result.map((rule) => printRule({ rule })));
}

function describe(type: string, value: JsonValue): string {
  const text = printJson(value);
  return `${type} ${text.length > 80 ? `${text.slice(0, 80)}…` : text}`;
}

/** Rules that say the same as an assertion; or why none do. */
type Reader = (value: JsonValue, isNot: boolean) => readonly TrajectoryRule[] | string;

const READERS: Readonly<Record<string, Reader>> = {
  'trajectory:tool-used': readToolUsed,
  'trajectory:tool-args-match': readToolArguments,
  'trajectory:tool-sequence': readSequence,
  'trajectory:step-count': readStepCount,
};

function noRule(name: string): string {
  if (name === 'tool-call-f1')
    return 'It compares with expected tools: take them for the reference and choose F1.';
  if (name === 'trajectory:goal-success') return 'A model judges it: a judged metric can ask that.';
  return 'No rule says the same.';
}

const UNREADABLE = 'Its value is not one that promptfoo takes.';

/** A tool by its exact name, or by a pattern as rules have them. */
function toolIn(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : exactTool(value);
  if (!isJsonObject(value)) return undefined;
  const [pattern, name] = [ownValue(value, 'pattern'), ownValue(value, 'name')];
  if (typeof pattern === 'string' && pattern !== '') return pattern.replaceAll('\\', '\\\\');
  return typeof name === 'string' && name !== '' ? exactTool(name) : undefined;
}

function bounds(value: JsonObject): {
  readonly min: number | undefined;
  readonly max: number | undefined;
} {
  const read = (key: string): number | undefined => {
    const bound = ownValue(value, key);
    return typeof bound === 'number' && Number.isInteger(bound) && bound >= 0 ? bound : undefined;
  };
  return { min: read('min'), max: read('max') };
}

function readToolUsed(value: JsonValue, isNot: boolean): readonly TrajectoryRule[] | string {
  if (!isJsonObject(value)) {
    const tools = (isJsonList(value) ? value : [value]).map(toolIn);
    const rules = tools.flatMap((tool): TrajectoryRule[] => {
      if (tool === undefined) return [];
      const call = { tool, where: [] };
      return [isNot ? { kind: 'never', call } : { kind: 'at-least', count: 1, call }];
    });
    return rules.length === tools.length && rules.length > 0 ? rules : UNREADABLE;
  }
  const tool = toolIn(value);
  if (tool === undefined) return UNREADABLE;
  const call = { tool, where: [] };
  const { min = 1, max } = bounds(value);
  if (!isNot) {
    return [
      ...(min > 0 ? [{ kind: 'at-least', count: min, call } as const] : []),
      ...(max === undefined ? [] : [{ kind: 'at-most', count: max, call } as const]),
    ];
  }
  if (max !== undefined) return 'A number of calls outside of a range is no rule.';
  return [min <= 1 ? { kind: 'never', call } : { kind: 'at-most', count: min - 1, call }];
}

function readToolArguments(value: JsonValue, isNot: boolean): readonly TrajectoryRule[] | string {
  const tool = isJsonObject(value) ? toolIn(value) : undefined;
  if (!isJsonObject(value) || tool === undefined) return UNREADABLE;
  const expected = ownValue(value, 'args') ?? ownValue(value, 'arguments');
  if (!isJsonObject(expected)) return UNREADABLE;
  if (ownValue(value, 'mode') === 'exact')
    return 'In mode exact no other argument may be there, which a rule cannot ask.';
  const ignored = ownValue(value, 'ignore');
  if (ignored !== undefined || ownValue(value, 'defaults') !== undefined)
    return 'Defaults and ignored arguments are not read.';
  const where = Object.keys(expected).map((name): ArgumentCondition => ({
    argument: name.startsWith('/') ? `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` : name,
    relation: '=',
    value: partly(ownValue(expected, name) ?? null),
  }));
  const call = { tool, where };
  return [isNot ? { kind: 'never', call } : { kind: 'at-least', count: 1, call }];
}

/** Objects may have more in them than is expected, at any depth. */
function partly(value: JsonValue): JsonValue {
  if (isJsonList(value)) return value.map(partly);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([key, item]) => [key, partly(item)] as const);
  return { $atLeast: Object.fromEntries(members) };
}

function readSequence(value: JsonValue, isNot: boolean): readonly TrajectoryRule[] | string {
  const steps = isJsonObject(value) ? ownValue(value, 'steps') : value;
  if (!isJsonList(steps) || steps.length === 0) return UNREADABLE;
  const tools = steps.map(toolIn).filter((tool) => tool !== undefined);
  if (tools.length < steps.length) return UNREADABLE;
  if (isNot) return 'That an order of calls must not occur is no rule.';
  const calls = tools.map((tool) => ({ tool, where: [] }));
  const [first] = calls;
  const rule: TrajectoryRule =
    first && calls.length === 1
      ? { kind: 'at-least', count: 1, call: first }
      : { kind: 'sequence', calls };
  const isExact = isJsonObject(value) && ownValue(value, 'mode') === 'exact';
  return isExact ? [rule, { kind: 'at-most', count: calls.length }] : [rule];
}

function readStepCount(value: JsonValue, isNot: boolean): readonly TrajectoryRule[] | string {
  if (!isJsonObject(value)) return UNREADABLE;
  if (ownValue(value, 'type') !== 'tool')
    return 'It counts other steps than tool calls, which a trajectory does not have.';
  const tool = toolIn(value);
  const of = tool === undefined ? {} : { call: { tool, where: [] } };
  const { min = 0, max } = bounds(value);
  if (!isNot) {
    return [
      ...(min > 0 ? [{ kind: 'at-least', count: min, ...of } as const] : []),
      ...(max === undefined ? [] : [{ kind: 'at-most', count: max, ...of } as const]),
    ];
  }
  if (max === undefined && min > 0) return [{ kind: 'at-most', count: min - 1, ...of }];
  if (max !== undefined && min === 0) return [{ kind: 'at-least', count: max + 1, ...of }];
  return 'A number of calls outside of a range is no rule.';
}

/* Agent Development Kit */

function textOfRubric(value: JsonObject): string | undefined {
  const content = ownValue(value, 'rubric_content') ?? ownValue(value, 'rubricContent');
  if (!isJsonObject(content)) return undefined;
  const text = ownValue(content, 'text_property') ?? ownValue(content, 'textProperty');
  return typeof text === 'string' ? text : undefined;
}

function readRubric(text: string, found: Found): void {
  const rule = ruleOfRubric(text);
  if (rule === undefined) {
    const why = 'It is no sentence that a rule can say: a judged metric can ask it.';
    found.left.push({ what: text, why });
  } else found.rules.push(rule);
}

const NEVER =
  /^the agent (?:never|(?:must|should|does) (?:not|never)) (?:calls?|uses?|invokes?) (.+)$/i;
const CALLS = /^the agent (?:must |should |always )?(?:only )?(?:calls?|uses?|invokes?) (.+)$/i;
const ORDER = / (before|only after) (?:it (?:calls|uses|invokes)|calling|using|invoking) /i;

/** The rule that a rubric's sentence says; undefined where it says more than rules can. */
function ruleOfRubric(text: string): string | undefined {
  const sentence = text.trim().replace(/\.$/, '').replace(/\s+/g, ' ');
  const own = parseRule(sentence);
  if (own.ok) return printRule(own.rule);
  const unwanted = NEVER.exec(sentence)?.[1];
  if (unwanted !== undefined) return written(['never ', unwanted]);
  const [first = '', order, second = ''] = CALLS.exec(sentence)?.[1]?.split(ORDER) ?? [];
  return order === undefined
    ? written(['at least 1 call of ', first])
    : written(['', first], [` ${order.toLowerCase()} `, second]);
}

/** Writes a rule from words and the names of tools; undefined where a name is none. */
function written(
  ...parts: readonly (readonly [words: string, tool: string])[]
): string | undefined {
  let text = '';
  for (const [words, phrase] of parts) {
    const tool = phrase
      .replace(/^the /i, '')
      .replace(/ tool$/i, '')
      .replace(/["'`]/g, '');
    if (!/^[\w.:-]+$/.test(tool)) return undefined;
    text += words + quoteName(exactTool(tool));
  }
  return normalise(text)[0];
}

/** What was read of a YAML text; or the line that is wrong. */
type YamlResult =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly line: number; readonly reason: string };

/** A few anchors may stand for this many values: enough for any configuration, and no bomb. */
const MOST_ALIASES = 100;

/**
 * Reads a YAML text of one document.
 * @returns the value, long integers as bigint; or the first line that cannot be read, and why
 */
function readYaml(text: string): YamlResult {
  const document = parseDocument(text, { intAsBigInt: true, prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    const line = text.slice(0, error.pos[0]).split('\n').length;
    return { ok: false, line, reason: error.message.replace(/\.$/, '') };
  }
  try {
    return { ok: true, value: toJson(document.toJS({ maxAliasCount: MOST_ALIASES })) };
  } catch (error) {
    // aliases that refer to nothing, to themselves or to too much
    return { ok: false, line: 1, reason: (error as Error).message };
  }
}

/** Integers that a number holds become numbers; what is no JSON value becomes null. */
function toJson(value: unknown): JsonValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  }
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') {
    return value;
  }
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== 'object') return null;
  const object = {};
  for (const [key, member] of Object.entries(value)) setOwn(object, key, toJson(member));
  return object;
}
