import { isNotebook, notebookProgram } from '#core/base/python/notebook.ts';
import { callsIn, type Call, type Expression } from '#core/base/python/expression.ts';
import { readPythonProgram, type Statement } from '#core/base/python/program.ts';
import { placeAt } from '#core/base/text/line-ends.ts';
import { readJson } from '#core/base/literals/read-json.ts';
import { boundText } from '#core/base/text/sentence.ts';
import { snakeCase } from '#core/read/names/column-names.ts';
import { checkName, CODE_LIMIT } from '#core/score/custom-metrics/custom-metric.ts';
import { METRICS, idOfMetric } from '#core/score/metrics/registry.ts';
import type { CustomMetric, MetricSettings } from '#core/score/metric/settings.ts';
import type { JudgeMetric } from '#core/score/metric/judge-metric.ts';
import { ProgramNames, whyUnknown } from './program-names.ts';
import { keyword, namedTemplate, readJudge } from './read-judge.ts';

/** The metrics chosen and defined by code for the Vertex AI SDK. */
export interface EvaluationCode {
  /** The name of its experiment; empty without one. */
  readonly title: string;
  /** The number of metrics read: one for each tool. */
  readonly count: number;
  readonly chosen: ChosenMetrics;
  /** A sentence for everything that was left out or changed. */
  readonly problems: readonly string[];
}

type ChosenMetrics = Pick<MetricSettings, 'metrics' | 'tools'> &
  Partial<Pick<MetricSettings, 'useEffectiveOrder' | 'useStemmer' | 'judges' | 'custom'>>;

/**
 * Replaces the metrics of settings by those of code. Other settings are kept, and so is the scale
 * of a custom metric of the same name.
 */
export function withEvaluationCode(
  settings: MetricSettings,
  { chosen }: EvaluationCode,
): MetricSettings {
  const { useEffectiveOrder: _, useStemmer: _stems, judges: _judges, ...others } = settings;
  const before = settings.custom ?? [];
  const taken = (chosen.custom ?? []).map((metric) => {
    const { scale, better } = before.find(({ name }) => name === metric.name) ?? metric;
    return { ...metric, scale, better };
  });
  const kept = before
    .filter(({ name }) => !taken.some((metric) => metric.name === name))
    .map((metric) => ({ ...metric, isOn: false }));
  const custom = [...kept, ...taken];
  return {
    ...others,
    ...chosen,
    ...(custom.length > 0 ? { custom } : {}),
  };
}

/** Longer texts are data, not code. */
export const CODE_LENGTH_LIMIT = 5_000_000;
const MENTIONED = /EvalTask|[Mm]etric|TrajectorySingleToolUse|evals\.evaluate/;

/** Reads the metrics of a program, notebook or page without running it; undefined for others. */
export function readEvaluationCode(text: string, fence: string): EvaluationCode | undefined {
  if (text.length > CODE_LENGTH_LIMIT || !MENTIONED.test(text)) return undefined;
  if (!/^\s*\{/.test(text)) return new CodeReader(text, fence, true).read();
  const reading = readJson(text);
  if (!reading.ok || !isNotebook(reading.value)) return undefined;
  return new CodeReader(notebookProgram(reading.value), fence, false).read();
}

/** The service adds these to every result. */
const ALWAYS = METRICS.filter(({ origin, isRecorded }) => origin === 'vertex' && isRecorded).map(
  ({ id }) => id,
);

const ROUGE_TYPES = new Map([
  ['rouge1', 'rouge_1'],
  ['rouge2', 'rouge_2'],
  ['rougel', 'rouge_l'],
  ['rougelsum', 'rouge_l_sum'],
  ['rouge', 'rouge_l_sum'],
]);

/** Limits the metrics of a kind, and the problems reported. */
const MAX_OF_A_KIND = 200;

const TOOL_METRIC = 'trajectory_single_tool_use';

/** A metric, and where the program makes it. */
interface Made<Metric> {
  readonly metric: Metric;
  readonly from: number;
}

class CodeReader {
  readonly #program: string;
  readonly #fence: string;
  readonly #statements: readonly Statement[];
  readonly #names: ProgramNames;
  readonly #metrics = new Set<string>();
  readonly #tools = new Set<string>();
  readonly #judges = new Map<string, Made<JudgeMetric>>();
  readonly #custom = new Map<string, Made<CustomMetric>>();
  /** Whether the user sees the program's own lines; those of a notebook are in cells. */
  readonly #hasLines: boolean;
  /** Metrics of the service that are judged in this page's words. */
  readonly #reworded = new Set<string>();
  readonly #problems = new Map<string, string>();
  readonly #stemmed: boolean[] = [];
  #useEffectiveOrder = false;

  constructor(program: string, fence: string, hasLines: boolean) {
    this.#program = program;
    this.#fence = fence;
    this.#hasLines = hasLines;
    this.#statements = readPythonProgram(program);
    this.#names = new ProgramNames(this.#statements);
  }

  read(): EvaluationCode | undefined {
    const calls = this.#statements.flatMap((statement) => callsOf(statement));
    const tasks = calls.filter(isTask);
    const lists = tasks.flatMap((call) => keyword(call, ['metrics'], 1) ?? []);
    if (lists.length > 0) for (const list of lists) this.#takeAll(list);
    else this.#takeNamed(calls);
    const experiment = tasks.flatMap((call) => keyword(call, ['experiment'], 2) ?? []).at(0);
    return this.#finish(experiment);
  }

  #finish(experiment: Expression | undefined): EvaluationCode | undefined {
    const count = this.#count;
    if (count === 0 && this.#problems.size === 0) return undefined;
    const useStemmer = this.#stemmed.includes(true);
    if (useStemmer && this.#stemmed.includes(false)) this.#say(MIXED_STEMS, MIXED_STEMS);
    if (this.#reworded.size > 0) {
      const list = [...this.#reworded].join(', ');
      this.#say(list, `Judged by this page’s templates, in its own words: ${list}.`);
    }
    const judges = [...this.#judges.values()].map(({ metric }) => metric);
    const custom = [...this.#custom.values()].map(({ metric }) => metric);
    const ids = new Set([...this.#metrics, ...ALWAYS]);
    return {
      title: this.#names.text(experiment) ?? '',
      count,
      chosen: {
        metrics: METRICS.flatMap(({ id }) => (ids.has(id) ? [id] : [])),
        tools: [...this.#tools],
        ...(this.#useEffectiveOrder && { useEffectiveOrder: true }),
        ...(useStemmer && { useStemmer: true }),
        ...(judges.length > 0 && { judges }),
        ...(custom.length > 0 && { custom }),
      },
      problems: [...this.#problems.values()],
    };
  }

  /** Reads lists named as metrics, else all metrics created: code may lack the task. */
  #takeNamed(calls: readonly Call[]): void {
    const lists = this.#names.lists.filter((name) => /(?:^|_)metrics?$/i.test(name));
    const end = this.#program.length;
    const items = lists.flatMap((name) => [
      ...this.#names.itemsOf({ kind: 'name', name, from: end, to: end }),
    ]);
    for (const item of items) this.#take(item);
    // a table of numbers may have such a name
    if (this.#count === 0) this.#problems.clear();
    for (const call of calls) if (METRIC_CLASS.test(lastOf(call.callee))) this.#take(call);
  }

  /** The number of metrics, one for each tool. */
  get #count(): number {
    const metrics = this.#metrics.size - Number(this.#metrics.has(TOOL_METRIC));
    return metrics + this.#tools.size + this.#judges.size + this.#custom.size;
  }

  #takeAll(list: Expression): void {
    for (const item of this.#names.itemsOf(list)) this.#take(item);
  }

  #take(item: Expression): void {
    const found = this.#names.resolve(item);
    if (found.kind === 'list') this.#takeAll(found);
    else if (found.kind === 'constant') {
      if (typeof found.value === 'string') this.#takeName(found.value, item);
      else this.#leave(item, 'it is no name of a metric');
    } else if (found.kind === 'call') this.#takeCall(found, item);
    else if (found.kind === 'name') this.#takeConstant(found.name, item);
    else this.#leave(item, `it ${whyUnknown(found)}`);
  }

  /** Reads an unassigned name: a constant or class of the SDK, or something defined elsewhere. */
  #takeConstant(name: string, item: Expression): void {
    const last = lastOf(name);
    const isOfSdk = name.includes('.') || METRICS.some(({ id }) => id === snake(last));
    if (isOfSdk) this.#takeName(/^[A-Z0-9_]+$/.test(last) ? last.toLowerCase() : snake(last), item);
    else if (!this.#names.isParameter(name, item.from))
      this.#leave(item, 'this code does not define it');
  }

  #takeName(written: string, item: Expression): void {
    const name = written.trim();
    const id = ROUGE_TYPES.get(name.toLowerCase()) ?? idOfMetric(name);
    if (id === TOOL_METRIC) this.#leave(item, 'it names no tool');
    else if (METRICS.some((metric) => metric.id === id)) {
      this.#metrics.add(id);
      if (id.startsWith('rouge')) this.#stemmed.push(false);
    } else {
      const judge = namedTemplate(id, this.#fence);
      if (judge) {
        if (this.#keep(this.#judges, judge.id, judge, item)) this.#reworded.add(judge.id);
      } else this.#leave(item, 'no metric here has this name');
    }
  }

  #takeCall(call: Call, item: Expression): void {
    const name = lastOf(call.callee);
    if (name === 'TrajectorySingleToolUse') this.#takeTool(call, item);
    else if (name === 'Rouge') this.#takeRouge(call, item);
    else if (name === 'Bleu') {
      this.#metrics.add('bleu');
      this.#useEffectiveOrder ||= this.#isTrue(call, 'use_effective_order');
    } else if (/^(?:Pointwise|Pairwise|LLM)Metric$/.test(name)) this.#takeJudge(call, item);
    else if (name === 'CustomMetric') this.#takeCustom(call, item);
    else if (name === 'Metric' || name === 'AutomaticMetric') {
      const given = keyword(call, ['custom_function', 'metric_function'], -1);
      const id = this.#names.text(keyword(call, ['name', 'metric'], 0));
      if (given) this.#takeCustom(call, item);
      else if (id !== undefined) this.#takeName(id, item);
      else this.#leave(item, 'its name is known only when the code runs');
    } else if (METRICS.some(({ id }) => id === snake(name))) this.#takeName(snake(name), item);
    else
      this.#leave(
        item,
        name === '' || /^[a-z]/.test(name)
          ? 'it is made when the code runs'
          : `no metric here is like ${name}`,
      );
  }

  #takeTool(call: Call, item: Expression): void {
    const written = keyword(call, ['tool_name'], 0);
    const tool = written && this.#names.constant(written);
    if (tool?.ok === true && typeof tool.value === 'string') {
      this.#metrics.add(TOOL_METRIC);
      this.#tools.add(tool.value);
    } else this.#leave(item, tool?.ok === false ? `its tool ${tool.why}` : 'it names no tool');
  }

  #takeRouge(call: Call, item: Expression): void {
    const type = this.#names.text(keyword(call, ['rouge_type'], 0));
    const id = ROUGE_TYPES.get(type?.toLowerCase() ?? '');
    if (id === undefined) {
      this.#leave(item, 'its rouge_type is none of rouge1, rouge2, rougeL and rougeLsum');
      return;
    }
    this.#metrics.add(id);
    this.#stemmed.push(this.#isTrue(call, 'use_stemmer'));
  }

  #isTrue(call: Call, name: string): boolean {
    const value = keyword(call, [name], -1);
    const read = value && this.#names.constant(value);
    return read?.ok === true && read.value === true;
  }

  #takeJudge(call: Call, item: Expression): void {
    if (this.#judges.size >= MAX_OF_A_KIND) return;
    const reading = readJudge(call, this.#names, this.#fence);
    if (!reading.ok) {
      this.#leave(item, reading.why);
      return;
    }
    if (!this.#keep(this.#judges, reading.judge.id, reading.judge, call)) return;
    if (reading.isReworded) this.#reworded.add(reading.judge.id);
    for (const note of reading.notes) this.#note(item, note);
  }

  #takeCustom(call: Call, item: Expression): void {
    if (this.#custom.size >= MAX_OF_A_KIND) return;
    const title = this.#names.text(keyword(call, ['name'], 0));
    const given = keyword(call, ['metric_function', 'custom_function'], 1);
    const found = given && this.#names.resolve(given);
    if (title === undefined) {
      this.#leave(item, 'its name is known only when the code runs');
      return;
    }
    if (found?.kind !== 'name') {
      this.#leave(item, LAMBDA);
      return;
    }
    const definitions = this.#names.functionsOf(found.name);
    const [first] = definitions;
    if (!first) {
      this.#leave(item, `its function ${found.name} is not in this code`);
      return;
    }
    if (definitions.some(({ source }) => source.trimEnd().endsWith(':'))) {
      this.#leave(item, NO_BODY);
      return;
    }
    // Python takes the last one before the metric, code that is kept for later the last of all
    const again = first.from < found.from && definitions.find(({ from }) => from > found.from);
    if (again) {
      const places = [first, again].map(({ from }) => this.#lineAt(from));
      const where = this.#hasLines ? `, on lines ${places.join(' and ')}` : '';
      this.#leave(call, `its function ${found.name} is defined before it and after it${where}`);
      return;
    }
    const name = title
      .trim()
      .replace(/\W+/g, '_')
      .replace(/^(?=\d)/, '_')
      .slice(0, 60);
    const code = this.#codeOf(found.name, name);
    if (checkName(name, []) !== '') this.#leave(item, 'its name cannot be that of a metric here');
    else if (code.length > CODE_LIMIT) this.#leave(item, 'its code is too long');
    else {
      const rest = { language: 'python', scale: 'number', better: 'none', isOn: true } as const;
      const isKept = this.#keep(this.#custom, name, { name, code, ...rest }, call);
      if (isKept && name !== title) this.#note(item, `is called ${name} here`);
    }
  }

  /** Keeps a metric unless another one has its name; returns whether it is kept. */
  #keep<Metric>(
    kept: Map<string, Made<Metric>>,
    name: string,
    metric: Metric,
    written: Expression,
  ): boolean {
    const known = kept.get(name);
    if (!known) {
      kept.set(name, { metric, from: written.from });
      return true;
    }
    // a list may be read twice
    const isSame = JSON.stringify(known.metric) === JSON.stringify(metric);
    const where = this.#hasLines ? ` on line ${this.#lineAt(known.from)}` : '';
    if (!isSame) this.#leave(written, `another metric${where} is called ${name} here`);
    return isSame;
  }

  #lineAt(place: number): number {
    return placeAt(this.#program, place).line;
  }

  /** The function with everything it needs, under the metric's name. */
  #codeOf(functionName: string, name: string): string {
    const source = this.#names.sourceOf(functionName, this.#program);
    return functionName === name ? source : `${source}\n${name} = ${functionName}\n`;
  }

  #note(item: Expression, what: string): void {
    this.#sayOf(item, what);
  }

  #leave(item: Expression, why: string): void {
    this.#sayOf(item, `is left out: ${why}`);
  }

  /** Reports a problem of a metric, once even if it is in several lists. */
  #sayOf(item: Expression, what: string): void {
    const sentence = `${this.#nameOf(item)} ${what}.`;
    if (this.#problems.size >= MAX_OF_A_KIND || this.#problems.has(sentence)) return;
    const line = this.#lineAt(item.from);
    this.#say(sentence, this.#hasLines ? `Line ${line}: ${sentence}` : sentence);
  }

  #say(key: string, sentence: string): void {
    if (!this.#problems.has(key)) this.#problems.set(key, sentence);
  }

  #nameOf(item: Expression): string {
    const written = this.#program.slice(item.from, item.to);
    if (item.kind !== 'call') return boundText(oneLine(written), 80);
    const title = this.#names.text(keyword(item, ['name', 'metric'], -1));
    return title === undefined ? lastOf(item.callee) : boundText(oneLine(title), 60);
  }
}

const MIXED_STEMS = 'use_stemmer is set for some ROUGE metrics: here it holds for all of them.';
const NO_BODY = 'the lines of its function are not indented';
const LAMBDA = 'its function is no function with a name of its own';
const METRIC_CLASS =
  /^(?:TrajectorySingleToolUse|(?:Pointwise|Pairwise|Custom|LLM)Metric|Rouge|Bleu)$/;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

function snake(name: string): string {
  return snakeCase(name.replace(/^_/, ''));
}

function isTask({ callee, keywords }: Call): boolean {
  const name = lastOf(callee);
  return (
    name === 'EvalTask' ||
    (/^(?:evaluate|create_evaluation_run)$/.test(name) &&
      keywords.some((one) => one.name === 'metrics'))
  );
}

function callsOf(statement: Statement): Call[] {
  return statement.kind === 'assignment' || statement.kind === 'expression'
    ? callsIn(statement.value)
    : [];
}
