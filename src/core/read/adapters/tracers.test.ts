import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { readWith, USUAL_OPTIONS } from '#core/read/framework/adapter.ts';
import {
  agent,
  FORMS,
  json,
  model,
  START,
  tool,
  type Told,
} from '../../../../tests/support/span-forms.ts';
import { reversed, shuffled, spansIn, without } from '../../../../tests/support/span-edits.ts';
import { recogniseAdapter } from './registry.ts';

const FIXTURES = new URL('../../../../tests/fixtures/adapters/', import.meta.url);
function read(values: readonly JsonValue[]): readonly JsonObject[] {
  const adapter = recogniseAdapter(values);
  const { rows } = adapter ? readWith(adapter, values, USUAL_OPTIONS) : { rows: [] };
  return [...rows].sort((a, b) => (json(a['id'] ?? '') < json(b['id'] ?? '') ? -1 : 1));
}

function callsOf(rows: readonly JsonObject[]): readonly JsonValue[] {
  return rows.flatMap((row) => (row['predicted_trajectory'] ?? []) as JsonValue[]);
}

/** Calls as `tool {arguments} -> output ! error`. */
function printed(rows: readonly JsonObject[]): readonly string[] {
  return callsOf(rows).map((call) => {
    if (!isJsonObject(call)) return String(call as string);
    const { tool_name, tool_input, tool_output, tool_error } = call;
    const parts = [String(tool_name as string), json(tool_input ?? null)];
    if (tool_output !== undefined) parts.push('->', json(tool_output));
    if (tool_error !== undefined) parts.push('!', json(tool_error));
    return parts.join(' ');
  });
}

it.each(FORMS)('one run is read alike: %s', (_, form) => {
  const rows = read(form([agent, model, tool]));
  expect(rows).toHaveLength(1);
  const [{ prompt, response, latency_in_seconds } = {} as JsonObject] = rows;
  expect([prompt, response, latency_in_seconds]).toEqual(['Rain?', 'No.', 9]);
  expect(callsOf(rows)).toEqual([
    {
      tool_name: 'rain',
      tool_input: { city: 'Ulm' },
      id: 'c1',
      agent: 'desk',
      start_ms: (START + 3) * 1000,
      duration_ms: 1000,
    },
  ]);
});

/** A span of the run with other attributes. */
const span = (
  id: string,
  parent: Told,
  at: readonly [number, number],
  says: JsonObject,
  more: Partial<Told> = {},
): Told => ({
  id,
  parent: parent.id,
  name: id,
  from: at[0],
  to: at[1],
  says,
  ...more,
});
const mcp = { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'rain' };
const client = span('m1', tool, [3.1, 3.9], mcp);
const server = span('m2', client, [3.2, 3.8], { ...mcp, 'gen_ai.tool.call.result': '4 mm' });

describe('whatever traces are told,', () => {
  const recorded = [
    'opentelemetry',
    'langfuse',
    'langsmith',
    'braintrust-spans',
    'openai-agents',
  ].flatMap((id) => {
    const file = readFileSync(new URL(`${id}/cases.json`, FIXTURES), 'utf8');
    const { cases } = JSON.parse(file) as { cases: { name: string; values: JsonValue[] }[] };
    return cases
      .filter(
        ({ values }) => id !== 'openai-agents' || !/ew_?[iI]tems|schemaVersion/.test(json(values)),
      )
      .map(({ name, values }) => ({ name: `${id}: ${name}`, values }));
  });
  const forms = FORMS.map(([name, form]) => ({
    name,
    values: form([agent, model, tool, client, server]),
  }));
  const files = [...recorded, ...forms];

  it.each(files)('twice changes nothing: $name', ({ values }) => {
    expect(read([...values, ...values])).toEqual(read(values));
    expect(read([[...values], { data: [...values] }])).toEqual(read(values));
  });

  it.each(files)('the order of keys changes nothing: $name', ({ values }) => {
    expect(read(reversed(values) as JsonValue[])).toEqual(read(values));
  });

  it.each(files)('the order of spans changes no call: $name', ({ values }) => {
    const before = printed(read(values)).toSorted();
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), (numbers) => {
        const random = (): number => numbers.next().value as number;
        expect(printed(read(shuffled(values, random) as JsonValue[])).toSorted()).toEqual(before);
      }),
      { numRuns: lawRuns(40) },
    );
  });

  it.each(files)('and one account less adds no call: $name', ({ values }) => {
    const before = callsOf(read(values)).length;
    const count = spansIn(values);
    for (let left = 0; left < count; left++)
      expect(callsOf(read(without(values, left) as JsonValue[])).length).toBeLessThanOrEqual(
        before,
      );
  });
});
