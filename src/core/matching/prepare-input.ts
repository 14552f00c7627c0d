import { isJsonList, type JsonValue } from '#core/json/json-value.ts';
import { compileGlob, enterName, startGlobs, type GlobState } from './path-glob.ts';
import { isTolerant, type ArgumentRule } from './rules.ts';

/** Brings arguments into a form in which equal ones are equal as JSON, as far as a rule allows. */
export type PrepareInput = (input: JsonValue) => JsonValue;

/**
 * Compiles what a rule leaves out and folds: unchosen arguments, ignored paths, spellings of texts
 * and, where equality decides, the order of lists.
 * @param rule the rule; patterns that do not compile are passed over, see check-rules.ts
 * @returns the function
 */
export function prepareInput(rule: ArgumentRule): PrepareInput {
  if (rule.mode === 'ignore') return () => null;
  const globs = (rule.ignoredPaths ?? []).flatMap((path) => {
    const compiled = compileGlob(path);
    return 'glob' in compiled ? [compiled.glob] : [];
  });
  const start = startGlobs(globs);
  const fold = foldText(rule);
  const sortsLists = rule.ignoreListOrder === true && !isRelation(rule);
  const prepare = (value: JsonValue, states: readonly GlobState[]): JsonValue => {
    if (typeof value === 'string') return fold(value);
    if (typeof value !== 'object' || value === null) return value;
    if (isJsonList(value)) {
      const below = enterName(states, '*');
      if (below === 'matched') return [];
      const items = value.map((item) => prepare(item, below));
      return sortsLists ? sortItems(items) : items;
    }
    const kept: [string, JsonValue][] = [];
    for (const [name, item] of Object.entries(value)) {
      const below = enterName(states, name);
      if (below !== 'matched') kept.push([name, prepare(item, below)]);
    }
    return Object.fromEntries(kept);
  };
  const keys = rule.mode === 'keys' ? new Set(rule.keys) : undefined;
  return (input) => prepare(keys ? pick(input, keys) : input, start);
}

/**
 * Tells whether a rule needs more than equality of prepared arguments, so that calls can match
 * without all of them matching each other.
 * @param rule the rule
 * @returns whether pairs of calls must be compared one by one
 */
export function isRelation(rule: ArgumentRule): boolean {
  if (rule.mode === 'ignore') return false;
  return rule.mode === 'subset' || rule.mode === 'superset' || isTolerant(rule);
}

function pick(input: JsonValue, keys: ReadonlySet<string>): JsonValue {
  if (typeof input !== 'object' || input === null || isJsonList(input)) return input;
  return Object.fromEntries(Object.entries(input).filter(([name]) => keys.has(name)));
}

function foldText(rule: ArgumentRule): (text: string) => string {
  const { ignoreCase = false, ignoreSpace = false, unicodeForm } = rule;
  if (!ignoreCase && !ignoreSpace && unicodeForm === undefined) return (text) => text;
  return (text) => {
    let folded = unicodeForm === undefined ? text : text.normalize(unicodeForm);
    if (ignoreCase) {
      folded = folded.toLowerCase();
      // lower case can undo a normal form
      if (unicodeForm !== undefined) folded = folded.normalize(unicodeForm);
    }
    return ignoreSpace ? folded.replace(/\s+/g, ' ').trim() : folded;
  };
}

function sortItems(items: readonly JsonValue[]): JsonValue[] {
  const texts = new Map(items.map((item, index) => [index, plainText(item)]));
  const order = [...texts].sort(([, a], [, b]) => (a < b ? -1 : Number(a > b)));
  return order.map(([index]) => items[index] as JsonValue);
}

/** Text that two values share just when they are equal as JSON. */
function plainText(value: JsonValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    return Number.isInteger(value) ? BigInt(value).toString() : String(value);
  }
  if (typeof value !== 'object' || value === null) return String(value);
  if (isJsonList(value)) return `[${value.map(plainText).join()}]`;
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${plainText(value[name] as JsonValue)}`);
  return `{${members.join()}}`;
}
