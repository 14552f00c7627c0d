import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import type { Step } from '#core/calls/step.ts';
import { readWith, USUAL_OPTIONS, type AdapterOptions } from '#core/read/framework/adapter.ts';
import { recogniseAdapter } from '#core/read/adapters/registry.ts';
import { assignRoles } from '#core/read/dataset/columns.ts';
import { planColumns } from '#core/read/dataset/plan-columns.ts';
import { stepsOfRow } from '#core/explain/row/align-row.ts';

const ROLES = assignRoles([]);

/** What the document tells of each format, and how a row shows it. */
const FIELDS: Readonly<Record<string, (row: JsonObject) => boolean>> = {
  results: inSteps((step) => step.kind === 'call' && step.output !== undefined),
  tokens: inSteps(({ tokens }) => tokens !== undefined),
  cost: inSteps(({ cost }) => cost !== undefined),
  'declared tools': declares,
};

interface Golden {
  readonly title: string;
  readonly cases: readonly {
    readonly values: readonly JsonValue[];
    readonly options?: Partial<AdapterOptions>;
  }[];
}

/** Whether a row has a column that is taken for the tools declared. */
function declares(row: JsonObject): boolean {
  const column = planColumns([row]).roles.tool_declarations;
  return column !== undefined && column in row;
}

function inSteps(shows: (step: Step) => boolean) {
  return (row: JsonObject): boolean => stepsOfRow(row, ROLES).some(shows);
}

/** The rows that the fixtures of a format give, under its title. */
function formatOf(id: string) {
  const text = readFileSync(`tests/fixtures/adapters/${id}/cases.json`, 'utf8');
  const { title, cases } = JSON.parse(text) as Golden;
  const rows = cases.flatMap(({ values, options }) => {
    const adapter = recogniseAdapter(values);
    return adapter ? readWith(adapter, values, { ...USUAL_OPTIONS, ...options }).rows : [];
  });
  return { title, rows };
}

const FORMATS = readdirSync('tests/fixtures/adapters').map(formatOf);
const READING = readFileSync('docs/reading.md', 'utf8');

it.each(Object.entries(FIELDS))(
  'the formats of which %s are kept are as their fixtures',
  (name, isIn) => {
    const [, butFor = '', list = ''] =
      new RegExp(`^- \\*\\*${name}\\*\\*: (all but )?(.*)\\.$`, 'm').exec(READING) ?? [];
    const titles = FORMATS.filter(({ rows }) => rows.some(isIn) === (butFor === ''))
      .map(({ title }) => title)
      .sort((a, b) => a.localeCompare(b));
    expect(list.split(', ')).toEqual(titles);
  },
);
