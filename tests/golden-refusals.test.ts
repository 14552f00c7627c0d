import { resolve } from 'node:path';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import {
  exampleColumns,
  exampleDraft,
  exampleSource,
  finishedRun,
} from './fixtures/storage/example-records.ts';
import { readGateConfig } from '#core/gate/gate-config.ts';
import { PAIR_TEMPLATES, TEMPLATES } from '#core/judge/templates/registry.ts';
import { readRules } from '#core/match/check-matching.ts';
import { packColumns } from '#core/score/columns/pack-columns.ts';
import { UsableMetric } from '#core/score/custom-metrics/custom-metric.ts';
import { JudgeMetric } from '#core/score/metric/judge-metric.ts';
import { describeSetProblem, readMetricSet } from '#core/score/metric-sets/metric-set.ts';
import { UsableScore } from '#core/score/recorded-metrics/recorded-metric.ts';
import { WrittenRule } from '#core/score/trajectory-rules/rule-metric.ts';
import { readExchanges } from '#kernel/storage/exchanges.ts';
import { AgentConfig } from '#core/agents/agent-config.ts';
import { KeptDigest } from '#core/explain/summary/digest.ts';
import { ReadingChoices } from '#core/read/choices/reading-shape.ts';
import { MetricSettings } from '#core/score/metric/settings.ts';
import { RunRecord, SourceRecord } from '#engine/run-file/run-records.ts';
import { Chunk, StoredChunk } from '#kernel/storage/read-records.ts';
import { DraftRecord } from '#kernel/storage/schema.ts';

/** What takes the place of each value in turn; undefined: the key is left out. */
const OTHERS = [undefined, null, true, -1, 0.5, Infinity, '', 'x', [], ['x'], {}] as const;

type Json = Record<string, unknown>;
type Path = readonly (string | number)[];

const isPlain = (value: unknown): value is Json | unknown[] =>
  Array.isArray(value) || (value !== null && Object.getPrototypeOf(value) === Object.prototype);

/** Every place of a value, from the outside in; and a key more in each object. */
function placesOf(value: unknown, path: Path = []): Path[] {
  if (!isPlain(value)) return [path];
  const inner = Object.entries(value).flatMap(([key, item]) =>
    placesOf(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return [path, ...inner, ...(Array.isArray(value) ? [] : [[...path, 'other']])];
}

function changed(value: unknown, [step, ...rest]: Path, other: unknown): unknown {
  if (step === undefined) return other;
  if (Array.isArray(value))
    return (value as unknown[]).map((item, at) =>
      at === step ? changed(item, rest, other) : item,
    );
  const fields = { ...(value as Json), ...(!Object.hasOwn(value as Json, step) && { [step]: 0 }) };
  const entries = Object.entries(fields).map(([key, item]) => [
    key,
    key === step ? changed(item, rest, other) : item,
  ]);
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined)) as Json;
}

const nameOf = (other: unknown): string =>
  typeof other === 'number' ? String(other) : (JSON.stringify(other) ?? 'absent');

/** What is answered of a value with each of its places changed: the places answered alike in a line. */
async function answersOf(
  value: unknown,
  ask: (changed: unknown) => string | Promise<string>,
): Promise<string> {
  const places = new Map<string, string[]>();
  expect(await ask(value)).toBe('');
  for (const path of placesOf(value)) {
    const others = new Map<string, string[]>();
    for (const other of OTHERS) {
      const answer = await ask(changed(value, path, other));
      if (answer !== '') others.set(answer, [...(others.get(answer) ?? []), nameOf(other)]);
    }
    for (const [answer, names] of others) {
      const said = `${names.join(', ')}: ${answer}`;
      places.set(said, [...(places.get(said) ?? []), path.join('/')]);
    }
  }
  return [...places].map(([said, paths]) => `${paths.join(' ')} = ${said}\n`).join('');
}

/** As text, a line for each value; empty where there is none. */
const asJson = (value: unknown): string =>
  (
    JSON.stringify(value, (_, item: unknown) => (item === Infinity ? '∞' : item), 1) ?? ''
  ).replaceAll('"∞"', '1e999');

const gate = {
  $schema: 's',
  version: 1,
  rules: 'standard',
  confidence: 0.9,
  adjust: 'none',
  fewestRows: 7,
  conditions: [
    { metric: 'trajectory_exact_match', 'pass^k': 2, min: 0.5 },
    { metric: 'trajectory_recall', noWorseBy: 0.1, group: { column: 'c', value: 'v' } },
    { cause: 'extra', tool: 't', max: 0.4 },
    { rows: 'failed', max: 0.4 },
    { calls: 'mean', noWorseBy: 3 },
    { latency: 'p95', max: 3 },
  ],
};
const rule = {
  mode: 'keys',
  keys: ['a'],
  ignoredPaths: ['a/b'],
  absoluteTolerance: 1,
  relativeTolerance: 0.1,
  ignoreCase: true,
  ignoreSpace: true,
  numbersAsText: true,
  unicodeForm: 'NFC',
  ignoreListOrder: true,
};
const matching = { rule, tools: [{ tool: 't', rule }], optionalCalls: true, patterns: true };
const sections = {
  id: 'good',
  title: 'Good',
  prompt: {
    kind: 'sections',
    instruction: 'i',
    definition: 'd',
    criteria: [{ name: 'n', text: 't' }],
    steps: [{ name: 'n', text: 't' }],
    examples: [{ text: 't', score: 1, reason: 'r' }],
    inputs: ['a'],
    response: 'b',
  },
  ratings: [{ score: 1, text: 't' }],
  columns: { a: 'b' },
  samples: 3,
  combine: 'mean',
  better: 'higher',
  baseline: { kind: 'column', column: 'c' },
  fence: 'abcdef',
};
const pair = {
  ...sections,
  prompt: { kind: 'text', text: 'p' },
  baseline: { kind: 'run', id: 'i', name: 'n' },
};
const custom = {
  name: 'mine',
  code: 'c',
  language: 'python',
  scale: 'share',
  better: 'none',
  isOn: true,
};
const recorded = { column: 'c', path: ['p'], scale: 'number' };
const sentence = { text: 'never pay', isOn: true, isPerRow: true };
const settings = {
  metrics: ['trajectory_recall'],
  tools: ['t'],
  duplicates: 'membership',
  emptyTrajectories: 'skip',
  useEffectiveOrder: true,
  useStemmer: true,
  useStrictStringMatch: true,
  matching: { ...matching, rule: { mode: 'exact' }, tools: [] },
  judges: [sections],
  custom: [custom],
  recorded: [recorded],
  rules: [sentence],
  declarations: 'd',
  thresholds: { trajectory_recall: 0.5 },
};
const side = 'predicted_trajectory';
const reading = {
  turns: 'conversation',
  subAgents: 'root',
  droppedTools: ['t'],
  renamedTools: [{ from: 'a', to: 'b' }],
  argumentsKey: 'k',
  conversions: [
    { role: 'latency_in_seconds', column: 'c', unit: 'seconds' },
    { role: 'failure', column: 'c', isInverted: true },
    { role: side, column: 'c', argumentsColumn: 'a' },
  ],
  grouping: { id: 'i', tool: 't', input: 'a', step: 's', side },
  lists: { predicted: [{ key: 'k' }, 'items'], reference: ['items'] },
  joined: {
    by: 'id',
    paired: 1,
    alonePredictions: 1,
    aloneReferences: 1,
    repeated: 1,
    skipped: 1,
    added: 'f',
  },
};
const call = { row: 1, place: 1, key: 'k', tool: 't' };
const rows = Uint32Array.of(1);
const edits = [
  { id: 0, kind: 'call', ...call, prediction: 1, was: 'extra' },
  { id: 1, kind: 'argument', ...call, prediction: 1, path: 'p' },
  { id: 2, kind: 'row', row: 1 },
  { id: 3, kind: 'signature', signature: 's', rows },
  { id: 4, kind: 'value', ...call, path: 'p', form: { kind: 'one-of', value: 1 } },
  { id: 5, kind: 'values', rows, tool: 't', path: 'p', form: { kind: 'range', number: 1 } },
  { id: 6, kind: 'values', rows, tool: 't', path: 'p', form: { kind: 'regex', source: 'x' } },
  { id: 7, kind: 'order', ...call },
  { id: 8, kind: 'written', rows, text: 't', runs: 1 },
];
const config = {
  way: 'http',
  values: { url: 'u' },
  headers: [{ name: 'n', value: 'v', isSecret: false }],
};
const digest = {
  headline: { parts: [{ text: 't', style: 'plain' }], note: 'n' },
  counts: { failing: { m: 1 }, notEvaluated: 1, unreadable: 1, agentFailed: 1 },
  tools: [{ name: 't', count: 1 }],
  causes: [{ name: 't', count: 1 }],
  causeCount: 1,
};
const run = {
  ...finishedRun('a'),
  header: 'h',
  taskSet: { count: 1, ids: 'i', content: 'c' },
  mentionsPatterns: true,
  agent: {
    ...config,
    values: {},
    headers: [],
    runId: 'r',
    title: 't',
    trials: 1,
    order: [1],
    asked: 'a',
  },
  author: 'a',
  redaction: {
    counts: [{ label: 'l', values: 1, places: 1 }],
    columns: [{ name: 'n', treatment: 'remove' }],
  },
  ratings: [{ row: 1, rating: 1, note: 'n' }],
  errorAnalysis: {
    marks: [{ row: 1, id: 'i', step: 1, steps: 1, tool: 't', code: 'c', note: 'n' }],
    codes: [{ name: 'n', description: 'd', source: 's', into: 'i' }],
  },
  references: { from: 'f', edits, rows, before: new Blob(['{}']) },
};
const columns = exampleColumns(0);
const chunk = {
  runId: 'r',
  index: 0,
  columns,
  end: { bytesRead: 1, lineCount: 1, hash: 1 },
};
const table = {
  names: ['a'],
  nameless: [{ place: 1, name: 'n', isLeftOut: true }],
  isGuarded: true,
  delimiter: ',',
  bytes: 1,
};
const exchange = {
  row: 1,
  trial: 1,
  prompt: 'p',
  legs: [
    {
      method: 'POST',
      url: 'u',
      headers: { h: 'v' },
      body: 'b',
      status: 200,
      contentType: 'c',
      text: 't',
      firstByteMs: 1,
      totalMs: 1,
      fault: null,
      detail: 'd',
    },
  ],
  latencyMs: 1,
  firstByteMs: 1,
  atMs: 1,
};

const said = (schema: v.GenericSchema) => (value: unknown) =>
  v.is(schema, value) ? '' : 'refused';

function askSet(value: unknown): string {
  const result = readMetricSet(
    asJson({ kind: 'trajectory-playground/metric-set', version: 2, name: 'n', settings: value }),
  );
  return result.ok ? result.problems.map(describeSetProblem).join(' | ') : result.reason;
}

it.each<[string, unknown, (value: unknown) => string | Promise<string>]>([
  [
    'gate-config',
    gate,
    (value) => {
      const result = readGateConfig(asJson(value));
      if (result.ok) return '';
      return result.problems
        .map(({ path, line, reason }) => `${line} ${path} ${reason}`)
        .join(' | ');
    },
  ],
  [
    'matching-rules',
    matching,
    (value) => {
      const result = readRules(value);
      return result.ok
        ? ''
        : result.problems.map(({ place, message }) => `${place}: ${message}`).join(' | ');
    },
  ],
  ['metric-set', settings, askSet],
  ['judged-metric', sections, said(JudgeMetric)],
  ['judged-pair', pair, said(JudgeMetric)],
  ['custom-metric', custom, said(UsableMetric)],
  ['recorded-score', recorded, said(UsableScore)],
  ['rule', sentence, said(WrittenRule)],
  ['reading', reading, said(ReadingChoices)],
  ['agent', config, said(AgentConfig)],
  ['settings', settings, said(MetricSettings)],
  ['digest', digest, said(KeptDigest)],
  ['run', run, said(RunRecord)],
  ['source', { ...exampleSource('a'), table }, said(SourceRecord)],
  ['chunk', chunk, said(Chunk)],
  ['stored-chunk', { ...chunk, columns: packColumns(columns) }, said(StoredChunk)],
  ['draft', { ...exampleDraft(), isHeld: true }, said(DraftRecord)],
  [
    'exchange',
    exchange,
    async (value) =>
      (await readExchanges(new Blob([asJson(value).replaceAll('\n', '') || 'x']))) ? '' : 'refused',
  ],
])('what is answered of a changed %s', async (name, value, ask) => {
  await expect(await answersOf(value, ask)).toMatchFileSnapshot(
    resolve('tests/fixtures/refusals', `${name}.txt`),
  );
});

it('the templates are judged metrics', () => {
  for (const template of [...TEMPLATES, ...PAIR_TEMPLATES])
    expect(v.is(JudgeMetric, { ...template, columns: {}, samples: 1, fence: 'abcdef' })).toBe(true);
});
