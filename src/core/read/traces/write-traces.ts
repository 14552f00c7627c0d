import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  isJsonList,
} from '#core/base/json/json-value.ts';
import {
  fold,
  hasKey,
  perName,
  pick,
  pickList,
  pickObject,
  pickText,
  unwrapEncoded,
  withoutUndefined,
} from '#core/base/json/pick.ts';
import { divideRecords, holdsRecord } from '#core/read/transcripts/find-records.ts';
import {
  mayBeRow,
  type Collector,
  type Adapter,
  type Cells,
} from '#core/read/framework/adapter.ts';
import { isMilliseconds, isSpan } from './marks.ts';
import { aroundOf, nearest, inTimeOrder, rootsOf, showsCalls, timesOf } from './span-step.ts';
import { joinSpans, plainId, readSpan, type Around, type Span } from './span.ts';
import { listAt } from '#core/base/lists/lists.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { readStepRecord } from '#core/calls/step-record.ts';
import { isAgentsRun } from '#core/read/shape/profiles/openai-agents.ts';
import { readOthers, readOutputCalls, textIn, writeRun } from '#core/read/shape/shape.ts';
import {
  COLUMN_NAMES,
  isKnownName,
  sideOfName,
  simplifyName,
} from '#core/read/names/column-names.ts';
import type { Run } from '#core/read/shape/run.ts';
import { callsIn, type Entry } from '#core/read/transcripts/entry.ts';
import { unreadIn } from '#core/read/transcripts/may-be-call.ts';
import { asTool, errorOf, readStep, type SpanStep } from './read-step.ts';
import { eventsOfTrace, type Texts } from './run-of-trace.ts';

/** Where spans have those that are in them, at any depth. */
const INNER = ['child_runs', 'spans', 'observations', 'subsegments', 'children'];

/**
 * Finds the spans in a file's values, wherever they are: each once, also where it was written when it
 * began and again when it ended, or as a tree and once more beside it.
 * @param out notes what is beside them and no row
 */
function findSpans(
  values: readonly JsonValue[],
  out: Collector,
): { readonly spans: readonly Span[]; readonly others: readonly JsonValue[] } {
  const spans = new Map<string, Span>();
  const { records, others } = divideRecords(values, isSpan);
  for (const span of records.flatMap(([record]) => treeOf(record))) {
    const key = JSON.stringify([plainId(span.traceId), span.id]);
    const known = spans.get(key);
    spans.set(key, known ? joinSpans(known, span) : span);
  }
  for (const value of others.filter((other) => !mayBeRow(other))) {
    out.from(value);
    out.note('record_unread');
  }
  return { spans: withTraces([...spans.values()]), others: others.filter(mayBeRow) };
}

/** A span that names no trace is in that of the span around it. */
function withTraces(spans: readonly Span[]): readonly Span[] {
  const traces = nearest(aroundOf(spans), ({ traceId }) => (traceId === '' ? undefined : traceId));
  return spans.map((span) => ({ ...span, traceId: traces.get(span) ?? '' }));
}

/** A span and all that are in it. */
function treeOf(root: JsonObject): readonly Span[] {
  const perUnit = isMilliseconds(root) ? 1 : undefined;
  const spans: Span[] = [];
  const waiting: (readonly [JsonValue, Around])[] = [[root, {}]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, around] = next;
    if (!isJsonObject(value)) continue;
    const span = readSpan(value, around, perUnit);
    spans.push(span);
    const inside = { traceId: span.traceId, parentId: span.id };
    const inner = INNER.flatMap((key) => pickList(value, key) ?? []);
    for (const child of inner.reverse()) waiting.push([child, inside]);
  }
  return spans;
}

/** Spans, runs and observations of any tracer, and logs that tell what agents did. */
export const traces: Adapter = {
  id: 'opentelemetry',
  title: 'Spans of traces',
  // a run of the OpenAI Agents SDK keeps a trace to go on with, but is not a trace
  recognise: (value) =>
    holdsRecord(unwrapEncoded(value), isSpan) && ![value].flat(2).some(isAgentsRun),
  read: (values, out) => {
    // the head of a trace says nothing that its spans do not
    const told = values.filter((value) => pick(value, 'object') !== 'trace');
    const { spans, others } = findSpans(told, out);
    const steps = withTurns(spans.map((span) => readStep(span, out)));
    const records = { calls: showsCalls(steps), ends: steps.some(saysEnd) };
    for (const [id, trace] of groupSteps(steps, out.options.turns))
      writeRun(runOf(id, trace, records, out), out);
    readOthers(others, out);
  },
};

/** What the spans of a file record: calls, and how a span ended. */
interface TracerRecords {
  readonly calls: boolean;
  readonly ends: boolean;
}

/**
 * Tells a trace, or a session of several, as a run.
 * @param recorded its steps, in any order
 * @param records what its tracer records
 */
function runOf(
  id: string,
  recorded: readonly SpanStep[],
  records: TracerRecords,
  out: Collector,
): Run {
  const offered = offeredTools(recorded);
  const steps = withTools(recorded, offered, out);
  const { root, isOnly } = startOf(steps);
  const { origin } = root.span;
  out.from(origin);
  const traces = [...groupSteps(steps, 'rows').values()];
  const byRoot = new Map(traces.map((trace) => [startOf(trace).root, trace]));
  const events = inTimeOrder([...byRoot.keys()]).flatMap((first) => {
    const trace = byRoot.get(first) ?? [];
    return eventsOfTrace(trace, out, { ...textsOf(trace, first), record: first.about });
  });
  const isCalling = events.some(({ kind }) => kind === 'call');
  const unread =
    steps.find((step) => step.unread)?.unread ??
    (isCalling
      ? undefined
      : (steps.flatMap(({ span }) => unreadIn(span.origin, []))[0] ?? unnamedWork(steps)));
  const expected = hasKey(origin, 'expected', 'scores') ? origin['expected'] : undefined;
  const { durationMs } = timesOf(root);
  const about: Cells = {
    id: id === '' ? undefined : id,
    reference: textIn(expected, 'assistant'),
    tool_declarations: offered,
    latency_in_seconds:
      isOnly && durationMs !== undefined ? Math.round(durationMs * 1000) / 1e6 : undefined,
    failure: records.ends ? Number(hasFailed(root, steps)) : undefined,
    scores: pick(origin, 'scores'),
    ...labelsOf(root, steps, id),
  };
  const isShown = records.calls && steps.some(({ kind, talk }) => kind !== undefined || talk);
  return {
    events: unread ? [...events, unread] : events,
    reference: readOutputCalls(expected, out),
    about: withoutUndefined(about) as JsonObject,
    used: [],
    isRecorded: isShown || unread !== undefined,
    isListed: isShown,
    origins: [origin],
  };
}

/**
 * A span of no kind that has the name of a tool which a model of the trace asked for, or was offered,
 * ran it: who records by hand has no kind for tools. Where tools have spans of their own, these tell.
 */
function withTools(
  steps: readonly SpanStep[],
  offered: readonly JsonValue[] | undefined,
  out: Collector,
): readonly SpanStep[] {
  if (!steps.some(isOfNoKind)) return steps;
  const names = new Set([
    ...steps.flatMap(({ asked }) => callsIn(asked ?? []).map(({ name }) => name)),
    ...(offered ?? []).map((tool) =>
      pickText(pickObject(tool, 'function', 'toolSpec') ?? tool, 'name'),
    ),
  ]);
  for (const { call } of steps) names.delete(call?.name);
  return steps.map((step) =>
    isOfNoKind(step) && names.has(step.span.name) ? asTool(step, out) : step,
  );
}

/** Whether a step says neither what it is nor what was said in it. */
const isOfNoKind = ({ kind, talk }: SpanStep): boolean => kind === undefined && !talk;

/** A trace has failed where its first span has, or one beside it that is no single call or answer. */
function hasFailed(root: SpanStep, steps: readonly SpanStep[]): boolean {
  const around = steps.filter(
    ({ kind, parentId }) => (kind ?? 'agent') === 'agent' && (parentId ?? root.id) === root.id,
  );
  return [root, ...around].some(({ span }) => errorOf(span) !== undefined);
}

/** Whether a step says how it ended, well or badly. */
const saysEnd = ({ span: { said } }: SpanStep): boolean =>
  (['status', 'level', 'failed', 'passed'] as const).some(
    (field) => said.named(field) !== undefined,
  );

/**
 * A span within a trace that says neither what it is nor that others are in it, and was given
 * named values: it may be a tool’s.
 */
function unnamedWork(steps: readonly SpanStep[]): Entry | undefined {
  const parents = new Set(steps.map(({ parentId }) => parentId));
  const found = steps.find((step) => {
    const { id, parentId, span } = step;
    const isInner = parentId !== undefined && !parents.has(id) && !span.isLog;
    return isInner && isOfNoKind(step) && isUnnamed(span) && holdsArguments(span);
  });
  return found && { kind: 'unread', type: found.span.name, value: found.span.origin };
}

/** Kinds that say no more than that something took time. */
const NO_KIND = /^(?:spankind|ai)?(?:span|internal|unspecified|custom|default|event|\d)$/;

const isUnnamed = ({ said }: Span): boolean =>
  said.all('kind').every((word) => typeof word !== 'string' || NO_KIND.test(fold(word)));

function holdsArguments({ said }: Span): boolean {
  const given = unwrapEncoded(said.first('input'));
  return isJsonObject(given ?? null) && Object.keys(given as JsonObject).length > 0;
}

/** Names of what a framework records about itself. */
const OF_FRAMEWORK = /^(?:ls|lc|langgraph|checkpoint)_|[.:]/;
/** More is no label. */
const MAX_LABELS = 12;
const MAX_LENGTH = 100;

/**
 * What a trace is labelled with, each in a column to group and to pair by: whose it is, and the plain
 * values of its metadata where these are few. None has a name that a column with a role has.
 */
function labelsOf(root: SpanStep, steps: readonly SpanStep[], id: string): Cells {
  const { said } = root.span;
  const tags = unwrapEncoded(said.first('tags'));
  const [tag = null, ...others] = isJsonList(tags) ? tags : [];
  const session = said.text('session');
  const known = {
    session_id: session === id ? undefined : session,
    user_id: said.text('user'),
    release: said.text('release'),
    environment: said.text('environment'),
    tags: isLabel(tag) ? (others.length === 0 ? tag : tags) : undefined,
  };
  const metadata = [root, ...steps]
    .map(({ span }) => unwrapEncoded(span.said.first('metadata')))
    .find((value) => isJsonObject(value) && Object.keys(value).length > 0);
  const labels = Object.entries((metadata ?? {}) as JsonObject).filter(
    ([name, value]) => isLabel(value) && isFreeName(name),
  );
  return { ...(labels.length <= MAX_LABELS && Object.fromEntries(labels)), ...known };
}

const isLabel = (value: JsonValue): boolean =>
  typeof value === 'string'
    ? value.trim() !== '' && value.length <= MAX_LENGTH && !value.includes('\n')
    : typeof value === 'number' || typeof value === 'boolean';

const isFreeName = perName(
  (name) =>
    !OF_FRAMEWORK.test(name) &&
    sideOfName(name) === undefined &&
    (!isKnownName(name) || COLUMN_NAMES.id.includes(simplifyName(name))) &&
    simplifyName(name) !== 'id',
);

/** A turn says what it took where the model's step in it need not. */
function withTurns(steps: readonly SpanStep[]): readonly SpanStep[] {
  const turns = new Map(
    steps.map(({ id, span }) => {
      const data = pickObject(pickObject(span.origin, 'span_data'), 'data');
      const isTurn = pick(data, 'sdk_span_type') === 'turn';
      return [id, isTurn ? readStepRecord(data ?? null).tokens : undefined];
    }),
  );
  return steps.map((step) => {
    const { parentId = '', about, isModel } = step;
    const tokens = isModel && !about.tokens ? turns.get(parentId) : undefined;
    turns.delete(isModel ? parentId : '');
    return tokens ? { ...step, about: { ...about, tokens } } : step;
  });
}

/** The span that a trace starts with, which is never a log beside spans. */
function startOf(trace: readonly SpanStep[]): {
  readonly root: SpanStep;
  readonly isOnly: boolean;
} {
  const spans = trace.filter(({ span }) => !span.isLog);
  const roots = rootsOf(spans.length > 0 ? spans : trace);
  return { root: roots[0] as SpanStep, isOnly: roots.length === 1 };
}

/** One group for each trace, or for each session of several traces; logs have only those. */
function groupSteps(
  steps: readonly SpanStep[],
  turns: 'rows' | 'conversation',
): ReadonlyMap<string, readonly SpanStep[]> {
  const sessions = new Map<string, string>();
  for (const { span } of steps) {
    const session = span.said.text('session');
    const isOf = turns === 'conversation' || span.traceId === '';
    if (session !== undefined && isOf) sessions.set(sessionKey(span), session);
  }
  const groups = new Map<string, SpanStep[]>();
  for (const step of steps) {
    const id = sessions.get(sessionKey(step.span)) ?? step.span.traceId;
    listAt(groups, id).push(step);
  }
  return groups;
}

function sessionKey({ traceId, id }: SpanStep['span']): string {
  return traceId === '' ? id : traceId;
}

/** The tools that the models of a trace were offered; most spans repeat those of the one before. */
function offeredTools(steps: readonly SpanStep[]): readonly JsonValue[] | undefined {
  const recorded = new Set(steps.flatMap(({ span }) => span.said.all('declared')));
  const tools = new Map<string, JsonValue>();
  for (const value of recorded) {
    const opened = unwrapEncoded(value);
    for (const item of isJsonList(opened) ? opened : [opened]) {
      const tool = unwrapEncoded(pick(item, 'json_schema') ?? item);
      if (isJsonObject(tool) && hasKey(tool, 'name', 'function', 'toolSpec'))
        tools.set(printJson(tool), tool);
    }
  }
  return tools.size === 0 ? undefined : [...tools.values()];
}

/** The question and the answer: of the step around all, else the first and the last of the others. */
function textsOf(steps: readonly SpanStep[], root: SpanStep): Omit<Texts, 'record'> {
  const others = inTimeOrder(steps).filter(({ kind }) => kind !== 'tool');
  const inText = (values: readonly JsonValue[], role: 'user' | 'assistant'): string | undefined =>
    firstOf(values, (value) => textIn(value, role));
  return {
    prompt: firstOf(
      [root, ...others],
      ({ talk, span }) => talk?.prompt ?? inText(span.said.all('input'), 'user'),
    ),
    response: firstOf(
      [root, ...others.toReversed()],
      ({ talk, span }) => talk?.response ?? inText(span.said.all('output'), 'assistant'),
    ),
  };
}

/** The first that is known of some things. */
function firstOf<T>(
  things: readonly T[],
  of: (thing: T) => string | undefined,
): string | undefined {
  for (const thing of things) {
    const known = of(thing);
    if (known !== undefined) return known;
  }
  return undefined;
}
