import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import type { Step } from '#core/calls/step.ts';
import { readWith, USUAL_OPTIONS, type AdapterOptions } from '#core/read/framework/adapter.ts';
import { recogniseAdapter } from '#core/read/adapters/registry.ts';
import { assignRoles } from '#core/read/dataset/columns.ts';
import { planColumns } from '#core/read/dataset/plan-columns.ts';
import { stepsOfRow } from '#core/read/dataset/steps-of-row.ts';

/** What the table has a column for, and how a step shows it. */
const FIELDS: Readonly<Record<string, (step: Step) => boolean>> = {
  Text: (step) => step.kind === 'message' && step.text !== '',
  Result: (step) => step.kind === 'call' && step.output !== undefined,
  Error: (step) => step.kind === 'call' && step.error !== undefined,
  Start: ({ startMs }) => startMs !== undefined,
  Duration: ({ durationMs }) => durationMs !== undefined,
  Parallel: (step) => step.kind === 'call' && step.parallel !== undefined,
  Agent: ({ agent }) => agent !== undefined,
  Model: ({ model }) => model !== undefined,
  Tokens: ({ tokens }) => tokens !== undefined,
  Cost: ({ cost }) => cost !== undefined,
};

interface Golden {
  readonly title: string;
  readonly cases: readonly {
    readonly values: readonly JsonValue[];
    readonly options?: Partial<AdapterOptions>;
  }[];
}

const ROLES = assignRoles([]);

/** Whether a row has a column that is taken for the tools declared. */
function declares(row: JsonObject): boolean {
  const column = planColumns([row]).roles.tool_declarations;
  return column !== undefined && column in row;
}

/** The line of the table that the fixtures of a format give. */
function lineOf(id: string): string {
  const text = readFileSync(`tests/fixtures/adapters/${id}/cases.json`, 'utf8');
  const { title, cases } = JSON.parse(text) as Golden;
  const rows = cases.flatMap(({ values, options }) => {
    const adapter = recogniseAdapter(values);
    return adapter ? readWith(adapter, values, { ...USUAL_OPTIONS, ...options }).rows : [];
  });
  const steps = rows.flatMap((row) => stepsOfRow(row, ROLES));
  const kept = [...Object.values(FIELDS).map((isIn) => steps.some(isIn)), rows.some(declares)];
  return [title, ...kept.map((isKept) => (isKept ? '✓' : ''))].join('|');
}

it('the table of what each format carries says what its fixtures give', () => {
  const lines = readFileSync('docs/reading.md', 'utf8')
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const head = lines.findIndex(([first]) => first === 'Format');
  expect(lines[head]).toEqual(['Format', ...Object.keys(FIELDS), 'Tools']);
  const end = lines.findIndex((cells, index) => index > head && cells.length === 0);
  const told = lines.slice(head + 2, end).map((cells) => cells.join('|'));
  const formats = readdirSync('tests/fixtures/adapters');
  const titles = formats.map(lineOf).sort((a, b) => a.localeCompare(b));
  expect(told).toEqual(titles);
});
