import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { lineAtOffset, placeInJson } from '#core/base/json/place-in-json.ts';
import { readJson } from '#core/base/literals/read-json.ts';
import { readLiteral } from '#core/base/literals/read-literal.ts';
import { CONFIDENCE } from '#core/base/statistics/interval.ts';
import { boundText } from '#core/base/text/sentence.ts';
import { DIFFERENCE_KINDS } from '#core/match/signature.ts';
import { findMetric } from '#core/score/metrics/registry.ts';
import {
  BOUNDS,
  CONDITION_KEYS,
  FEWEST_ROWS,
  ROW_KINDS,
  SUBJECTS,
  type Condition,
  type ConfigProblem,
  type ConfigReading,
  type GateConfig,
} from './gate-config.ts';

const MAX_CONDITIONS = 100;
const MAX_TRIALS = 100;
const CONFIG_KEYS = [
  '$schema',
  'version',
  'rules',
  'confidence',
  'adjust',
  'fewestRows',
  'conditions',
];
const PERCENTILE = /^p(?:[1-9]\d?)(?:\.\d{1,3})?$/;

/** Reads a gate’s config from JSON; each problem has its place and a way on. */
export function readGateConfig(text: string): ConfigReading {
  if (text.trim() === '') return fault('', 1, 'is empty; `gate --init` writes a config from a run');
  const reading = readJson(text);
  if (!reading.ok) {
    const line = lineAtOffset(text, reading.column - 1);
    return fault('', line, `is not JSON: ${reading.reason}`);
  }
  const twice = keyUsedTwice(text);
  if (twice !== undefined) return fault('', lineAtOffset(text, twice), 'has a key twice');
  const { config, problems } = new ConfigReader(text).read(reading.value);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, config };
}

function fault(path: string, line: number, reason: string): ConfigReading {
  return { ok: false, problems: [{ path, line, reason }] };
}

/** JSON lets the last one win; of two thresholds neither may be lost without a word. */
function keyUsedTwice(text: string): number | undefined {
  const literal = readLiteral(text, 'json');
  const twice = literal.ok && literal.leniencies.find(({ kind }) => kind === 'duplicate_keys');
  return twice ? twice.at : undefined;
}

/** Where a value is: keys and places, from the outside in. */
type Path = readonly (string | number)[];

class ConfigReader {
  readonly #text: string;
  readonly #problems: ConfigProblem[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  read(file: JsonValue): { readonly config: GateConfig; readonly problems: ConfigProblem[] } {
    const config = isJsonObject(file) ? file : {};
    if (!isJsonObject(file)) this.#add([], 'must be an object with "version" and "conditions"');
    else this.#readKeys(config, [], CONFIG_KEYS);
    const { version, rules = 'vertex', confidence = CONFIDENCE } = config;
    const { adjust = 'holm', fewestRows = FEWEST_ROWS } = config;
    if (isJsonObject(file) && version !== 1)
      this.#add(
        ['version'],
        version === undefined ? 'is missing; write "version": 1' : 'must be 1',
      );
    if (rules !== 'standard' && rules !== 'vertex')
      this.#add(['rules'], 'must be "standard" or "vertex"');
    if (!isNumberIn(confidence, 0.5, 0.999))
      this.#add(['confidence'], 'must be a number from 0.5 to 0.999, such as 0.95');
    if (adjust !== 'holm' && adjust !== 'none') this.#add(['adjust'], 'must be "holm" or "none"');
    if (!isNumberIn(fewestRows, 2, 1e9) || !Number.isInteger(fewestRows))
      this.#add(['fewestRows'], 'must be a whole number from 2');
    return {
      config: {
        version: 1,
        rules: rules as GateConfig['rules'],
        confidence: confidence as number,
        adjust: adjust as GateConfig['adjust'],
        fewestRows: fewestRows as number,
        conditions: this.#readConditions(config['conditions'], isJsonObject(file)),
      },
      problems: this.#problems,
    };
  }

  #add(path: Path, reason: string): void {
    const line = lineAtOffset(this.#text, placeInJson(this.#text, path));
    this.#problems.push({ path: printPath(path), line, reason });
  }

  #readKeys(object: JsonObject, path: Path, known: readonly string[]): void {
    for (const key of Object.keys(object)) {
      if (known.includes(key)) continue;
      this.#add([...path, key], `is not known here; known are ${known.join(', ')}`);
    }
  }

  #readConditions(value: JsonValue | undefined, isAsked: boolean): Condition[] {
    const path = ['conditions'];
    if (!isJsonList(value)) {
      if (isAsked) this.#add(path, value === undefined ? 'is missing' : 'must be a list');
      return [];
    }
    if (value.length === 0)
      this.#add(path, 'is empty; a gate without a condition would let all pass');
    if (value.length > MAX_CONDITIONS)
      this.#add(path, `has ${value.length} entries; at most ${MAX_CONDITIONS} are judged together`);
    return value.flatMap((item, place) => this.#readCondition(item, [...path, place]));
  }

  #readCondition(item: JsonValue, path: Path): Condition[] {
    if (!isJsonObject(item)) {
      this.#add(
        path,
        'must be an object such as { "metric": "trajectory_exact_match", "min": 0.8 }',
      );
      return [];
    }
    const before = this.#problems.length;
    this.#readKeys(item, path, CONDITION_KEYS);
    const subjects = SUBJECTS.filter((key) => item[key] !== undefined);
    const bounds = BOUNDS.filter((key) => item[key] !== undefined);
    const [subject] = subjects;
    const [bound] = bounds;
    if (subjects.length !== 1 || !subject)
      this.#add(path, `must be about one of ${SUBJECTS.join(', ')}${found(subjects)}`);
    else this.#readSubject(item, subject, path);
    if (bounds.length !== 1 || !bound)
      this.#add(path, `must have one of ${BOUNDS.join(', ')}${found(bounds)}`);
    else this.#readBound(item, subject, bound, path);
    this.#readGroup(item['group'], [...path, 'group']);
    return this.#problems.length > before ? [] : [item as unknown as Condition];
  }

  #readSubject(item: JsonObject, subject: (typeof SUBJECTS)[number], path: Path): void {
    const value = item[subject];
    const at = [...path, subject];
    const { 'pass^k': k, tool } = item;
    if (k !== undefined && subject !== 'metric')
      this.#add([...path, 'pass^k'], 'goes with "metric"');
    else if (k !== undefined && (!isNumberIn(k, 1, MAX_TRIALS) || !Number.isInteger(k)))
      this.#add([...path, 'pass^k'], `must be a whole number from 1 to ${MAX_TRIALS}`);
    if (tool !== undefined && subject !== 'cause')
      this.#add([...path, 'tool'], 'goes with "cause"');
    else if (tool !== undefined && typeof tool !== 'string')
      this.#add([...path, 'tool'], 'must be the name of a tool');
    switch (subject) {
      case 'metric':
        if (typeof value !== 'string' || value.trim() === '')
          this.#add(at, 'must be the id of a metric, such as "trajectory_exact_match"');
        break;
      case 'cause':
        if (!DIFFERENCE_KINDS.some((kind) => kind === value))
          this.#add(at, `must be one of ${DIFFERENCE_KINDS.join(', ')}`);
        break;
      case 'rows':
        if (!ROW_KINDS.some((kind) => kind === value))
          this.#add(at, `must be one of ${ROW_KINDS.join(', ')}`);
        break;
      case 'calls':
      case 'latency':
        if (value !== 'mean' && !(typeof value === 'string' && PERCENTILE.test(value)))
          this.#add(at, 'must be "mean" or a percentile such as "p95"');
    }
  }

  #readBound(
    item: JsonObject,
    subject: (typeof SUBJECTS)[number] | undefined,
    bound: (typeof BOUNDS)[number],
    path: Path,
  ): void {
    const value = item[bound];
    const at = [...path, bound];
    if (!isNumberIn(value, -Infinity, Infinity)) {
      this.#add(at, 'must be a number');
      return;
    }
    const isShare = subject === 'cause' || subject === 'rows' || isShareMetric(item);
    if (bound === 'noWorseBy') {
      if (value < 0) this.#add(at, 'must be 0 or more: how much worse the run may be');
      else if (isShare && value >= 1) this.#add(at, 'must be below 1, or it could never fail');
      if (item['pass^k'] !== undefined) this.#add(at, 'goes with means; pass^k takes "min"');
      const statistic = item[subject ?? ''];
      if ((subject === 'calls' || subject === 'latency') && statistic !== 'mean')
        this.#add(at, `goes with means; write "${subject}": "mean", or "max" for a percentile`);
      return;
    }
    if (isShare && (value < 0 || value > 1)) this.#add(at, 'must be from 0 to 1');
    else if (isShare && isProvedByNone(item, subject, value))
      this.#add(
        at,
        `of ${value} is shown by no number of rows; leave some room, such as ${value === 0 ? '0.01' : '0.99'}`,
      );
    else if ((subject === 'calls' || subject === 'latency') && value < 0)
      this.#add(at, 'must be 0 or more');
  }

  #readGroup(group: JsonValue | undefined, path: Path): void {
    if (group === undefined) return;
    if (!isJsonObject(group)) {
      this.#add(path, 'must be an object such as { "column": "topic" }');
      return;
    }
    this.#readKeys(group, path, ['column', 'value']);
    const { column, value } = group;
    if (typeof column !== 'string' || column === '')
      this.#add([...path, 'column'], 'must be the name of a column of the dataset');
    if (value !== undefined && typeof value !== 'string')
      this.#add([...path, 'value'], 'must be text; leave it out to judge each value by itself');
  }
}

function isNumberIn(value: JsonValue | undefined, least: number, most: number): value is number {
  return (
    typeof value === 'number' &&
    !Number.isNaN(value) &&
    value >= least &&
    value <= most &&
    Number.isFinite(value)
  );
}

function isShareMetric({ metric }: JsonObject): boolean {
  const scale = typeof metric === 'string' ? findMetric(metric)?.scale : undefined;
  return scale === 'binary' || scale === 'share';
}

/** A share that is counted can be all or none of the rows seen, and yet not of all there could be. */
function isProvedByNone(item: JsonObject, subject: string | undefined, value: number): boolean {
  const { metric } = item;
  const isCounted =
    subject === 'cause' ||
    subject === 'rows' ||
    (typeof metric === 'string' && findMetric(metric)?.scale === 'binary');
  return (
    isCounted &&
    item['pass^k'] === undefined &&
    ((item['max'] !== undefined && value === 0) || (item['min'] !== undefined && value === 1))
  );
}

function found(keys: readonly string[]): string {
  return keys.length === 0 ? '' : `, not ${keys.join(' and ')} together`;
}

function printPath(path: Path): string {
  return path
    .map((step, at) =>
      typeof step === 'number' ? `[${step}]` : `${at === 0 ? '' : '.'}${boundText(step, 60)}`,
    )
    .join('');
}
