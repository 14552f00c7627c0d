import {
  isJsonList,
  isJsonObject,
  setOwn,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { hasKey, pick, pickList, pickText, unwrapEncoded } from '#core/base/json/pick.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import type { FoundCall } from '#core/calls/read-call.ts';
import type { Adapter, Collector } from '#core/read/framework/adapter.ts';
import { holdsRecord } from '#core/read/transcripts/find-records.ts';
import { gatherCases, writeCases, type Case } from './cases.ts';

/**
 * TaskBench: graphs of tools that solve a task, and those a model predicted. Records with the same
 * id are one row, whichever file they come from. The links between tools, which its edge F1
 * compares, are columns of the row.
 */
export const taskbench: Adapter = {
  id: 'taskbench',
  title: 'TaskBench task or prediction',
  partOf: (value) => (isJsonObject(value) ? partOf(value) : undefined),
  recognise: (value) => holdsRecord(value, (record) => partOf(record) !== undefined),
  read: (values, out) => {
    const cases = gatherCases(values, partOf, out);
    const areNamed = areNamedIn(cases);
    writeCases(cases, out, (one, prediction, record) => {
      const used = areNamed ? [...USED, ...LINKS] : USED;
      out.keepRest(record, hasKey(record, ASKED) ? used : [...used, TOLD]);
      writeCase(one, prediction, areNamed, out);
    });
  },
};

function partOf(value: JsonObject): 'answers' | 'task' | undefined {
  if (pickText(value, 'id') === undefined) return undefined;
  if (isGraph(value)) return 'task';
  return isGraph(pick(value, 'result')) ? 'answers' : undefined;
}

/** Its nodes name tools; a prediction may lack them, or have broken ones beside its steps. */
function isGraph(value: JsonValue | undefined): boolean {
  const nodes = listIn(value, 'nodes');
  const isNamed = nodes?.some((node) => pickText(node, 'task') !== undefined);
  return isNamed === true || (hasKey(value, 'task_nodes') && hasKey(value, 'task_steps'));
}

/** The published tasks have lists as JSON text under `tool_…`; what evaluates them reads `task_…`. */
function listIn(graph: JsonValue | undefined, name: string): readonly JsonValue[] | undefined {
  const list = unwrapEncoded(pick(graph, `task_${name}`, `tool_${name}`));
  return isJsonList(list) ? list : undefined;
}

/** Whether arguments have names, as those of the daily life APIs: tasks settle it if there are any. */
function areNamedIn(cases: readonly Case<'task'>[]): boolean {
  const tasks = cases.flatMap(({ task }) => task.task ?? []);
  const answers = cases.flatMap((one) => one.answers.map(({ record }) => pick(record, 'result')));
  const all = (tasks.length > 0 ? tasks : answers).flatMap((graph) =>
    (listIn(graph, 'nodes') ?? []).flatMap((node) => pickList(node, 'arguments') ?? []),
  );
  // some of those of models are written like that by chance
  return 2 * all.filter(isNamed).length > all.length;
}

function isNamed(argument: JsonValue): boolean {
  return pickText(argument, 'name') !== undefined && pick(argument, 'value') !== undefined;
}

const USED = [
  'id',
  'user_request',
  'result',
  'task_nodes',
  'tool_nodes',
  'task_steps',
  'tool_steps',
];

/** The question, or its substitute in a task without one. */
const ASKED = 'user_request';
const TOLD = 'instruction';
/** Where arguments contain the links, the written ones repeat them. */
const LINKS = ['task_links', 'tool_links'];

function writeCase(
  { id, task: { task } }: Case<'task'>,
  prediction: JsonObject | undefined,
  areNamed: boolean,
  out: Collector,
): void {
  const result = pick(prediction, 'result');
  const expected = task && readGraph(task, areNamed, out);
  const made = prediction && readGraph(result, areNamed, out);
  out.row({
    id,
    // what the model was asked: a task's own wording may differ
    prompt: pickText(prediction, ASKED) ?? pickText(task, ASKED, TOLD),
    response: stepsOf(result),
    reference: stepsOf(task),
    predicted_trajectory: made && out.trajectory(made.calls, 'predicted'),
    reference_trajectory: expected && out.trajectory(expected.calls, 'reference'),
    predicted_links: made?.links,
    reference_links: expected?.links,
  });
}

/** The steps in words, a line for each. */
function stepsOf(graph: JsonValue | undefined): string | undefined {
  const steps = listIn(graph, 'steps');
  return steps
    ?.map((step) => {
      const text = pick(step, 'task', 'step', 'id', 'step_name', 'description') ?? step;
      return typeof text === 'string' ? text : printJson(text);
    })
    .join('\n');
}

interface Graph {
  readonly calls: readonly FoundCall[];
  readonly links: readonly JsonValue[];
}

/**
 * Reads the calls and links of a graph.
 * @returns undefined where a node cannot be read: the benchmark leaves such rows out
 */
function readGraph(
  graph: JsonValue | undefined,
  areNamed: boolean,
  out: Collector,
): Graph | undefined {
  const nodes = listIn(graph, 'nodes');
  const broken = nodes ? nodes.find((node) => !isReadable(node, areNamed)) : graph;
  if (!nodes || broken !== undefined) {
    out.note('call_unreadable', printJson(broken ?? null).slice(0, 40));
    return undefined;
  }
  const names = nodes.map((node) => pickText(node, 'task') ?? '');
  // tools of models are written with either; those of APIs are names of functions
  const tools = names.map((name) => (areNamed ? name : name.replaceAll('_', ' ')));
  const calls = nodes.map((node, at): FoundCall => {
    const written = pick(node, 'arguments') ?? undefined;
    return { name: tools[at] ?? '', input: areNamed ? byName(written) : written };
  });
  const links = areNamed
    ? (listIn(graph, 'links') ?? [])
    : nodes.flatMap((node, at) => linksTo(node, at, tools));
  return { calls, links };
}

/** A node names its tool. Arguments are a list; with names, each of them has one and a value. */
function isReadable(node: JsonValue, areNamed: boolean): boolean {
  if (pickText(node, 'task') === undefined) return false;
  const written = pick(node, 'arguments') ?? [];
  if (areNamed) return isJsonList(written) && written.every(isNamed);
  return typeof written === 'string' || typeof written === 'object';
}

function byName(written: JsonValue | undefined): JsonObject {
  const input: Record<string, JsonValue> = {};
  for (const argument of isJsonList(written) ? written : [])
    setOwn(input, pickText(argument, 'name') ?? '', pick(argument, 'value') ?? null);
  return input;
}

/** `<node-2>` as an argument takes what the third tool returned; a tool does not feed itself. */
function linksTo(node: JsonValue, at: number, tools: readonly string[]): readonly JsonValue[] {
  const target = pick(node, 'task') ?? '';
  return (pickList(node, 'arguments') ?? []).flatMap((argument): JsonValue[] => {
    const first = isJsonObject(argument) ? Object.values(argument)[0] : argument;
    const text = isJsonList(first)
      ? first.filter((part) => typeof part === 'string').join(' ')
      : first;
    const source = typeof text === 'string' ? sourceIn(text) : undefined;
    const tool = source === undefined || source === at ? undefined : tools[source];
    return tool === undefined ? [] : [{ source: tool, target }];
  });
}

const MARK = '<node-';

/** The benchmark takes the first `>` of a text as the end of the number, even one before it. */
function sourceIn(text: string): number | undefined {
  const start = text.indexOf(MARK);
  const digits = start < 0 ? '' : text.slice(start + MARK.length, text.indexOf('>')).trim();
  return digits === '' ? undefined : Number(digits);
}
