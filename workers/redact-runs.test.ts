import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../tests/support/law-runs.ts';
import { readableRun } from '../tests/support/build.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { parseJson } from '#core/base/json/parse-json.ts';
import type { Issue } from '#core/read/issues/issue.ts';
import { gatherNotes, notesOf, type RowNote } from '#core/score/columns/row-notes.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { FOUND_KINDS } from '#core/share/redaction/kinds.ts';
import type { RedactionChoices } from '#core/share/redaction/redaction.ts';
import { HeldRun } from './held-run.ts';
import { redactRuns, type AboutRun, type RedactedRuns } from './redact-runs.ts';

const CHOICES: RedactionChoices = {
  kinds: FOUND_KINDS,
  words: ['acme'],
  columns: [{ name: 'customer', treatment: 'remove' }],
  kept: [],
};
/** Of the tools that rows call one is not declared, one has no schema. */
const DECLARATIONS = JSON.stringify([
  {
    name: 'acme_send',
    description: 'Asks ada@example.com to send something for Acme.',
    parameters: {
      type: 'object',
      properties: { to: { enum: ['ada@example.com', 12345678, 'x', null] }, acme_id: {} },
      required: ['acme_id'],
    },
  },
  { name: 'a@b.example' },
]);
const METRICS: Partial<MetricSettings> = {
  declarations: DECLARATIONS,
  metrics: [
    'tool_call_schema_valid',
    'trajectory_exact_match',
    'trajectory_in_order_match',
    'trajectory_any_order_match',
    'trajectory_precision',
    'trajectory_recall',
    'trajectory_single_tool_use',
  ],
  tools: ['acme_send'],
  matching: {
    rule: { mode: 'exact', ignoredPaths: ['acme_id'] },
    tools: [],
    optionalCalls: false,
  },
};

async function redact(
  runs: readonly (readonly JsonObject[])[],
  {
    settings = {},
    about = [],
    choices = {},
  }: {
    readonly settings?: Partial<MetricSettings>;
    readonly about?: readonly AboutRun[];
    readonly choices?: Partial<RedactionChoices>;
  } = {},
): Promise<RedactedRuns> {
  const held = runs.map((rows) => {
    const { columns, ...source } = readableRun(rows, settings);
    const run = new HeldRun();
    run.add(0, columns, source);
    return run;
  });
  const [first, ...others] = held;
  return redactRuns([first!, ...others], { choices: { ...CHOICES, ...choices }, about });
}

async function rowsOf({ runs }: RedactedRuns, run = 0): Promise<JsonObject[]> {
  const text = await runs[run]!.rows.text();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => parseJson(line) as JsonObject);
}

const secret = fc.constantFrom<JsonValue>(
  ...['ada@example.com', 'bob@example.com', 'x', 'Acme', 12345678, '12345678', 1, null],
);
const call = fc.record({
  tool_name: fc.constantFrom('acme_send', 'acme_find', 'a@b.example'),
  tool_input: fc.dictionary(fc.constantFrom('to', 'acme_id', 'c@d.example'), secret, {
    maxKeys: 2,
  }),
});
const calls = fc.array(call, { maxLength: 3 });
const side = fc.oneof(
  calls,
  calls.map((list) => JSON.stringify(list)),
  calls.map((list) => JSON.stringify(list, null, 1)),
);
const rows = fc.array(
  fc.record({
    id: secret,
    customer: fc.constantFrom('Ada Lovelace', 'Bob'),
    prompt: fc.constantFrom('write to ada@example.com', 'ask Ada Lovelace'),
    predicted_trajectory: side,
    reference_trajectory: side,
  }),
  { minLength: 1, maxLength: 3 },
);

describe('redacted runs', () => {
  it('have no value in what own metrics and the reader say of rows', async () => {
    const secret = 'ada@example.com';
    const notes: RowNote[] = [
      { columnId: 'custom:own', key: '', text: `Error: ${secret} is unknown` },
      { columnId: 'custom:own', key: 'why', text: secret },
      { columnId: 'custom:own', key: '', text: `${'x'.repeat(290)} ada@examp` },
      { columnId: 'custom:own', key: 'plan', text: 'x'.repeat(499) },
      { columnId: 'custom:own', key: 'cut', text: `${'x'.repeat(490)} ada@examp` },
    ];
    const first: Issue[] = [
      { code: 'files_left_out', names: [`mail of ${secret}`], count: 1 },
      { code: 'keys_unused', adapter: 'ragas', paths: [`user.mail: "${secret}"`], count: 1 },
      {
        code: 'side_unsure',
        side: 'reference',
        names: ['a'],
        examples: [`send({"to": "${secret}"})`],
      },
      { code: 'number_unreadable', line: 1, column: 'failure', found: 'by ada@exam…' },
    ];
    const { columns, ...source } = readableRun([{ prompt: secret }], METRICS);
    const issues = { ...columns.issues, first };
    const run = new HeldRun();
    run.add(0, { ...columns, notes: gatherNotes([notes]), issues }, source);
    const { runs } = await redactRuns([run], { choices: CHOICES, about: [] });
    const copy = runs[0]!.columns;
    expect(notesOf(copy, 0).map(({ columnId, key, text }) => [columnId, key, text])).toEqual([
      ['custom:own', '', 'Error: [email 1] is unknown'],
      ['custom:own', 'why', '[email 1]'],
      ['custom:own', '', `${'x'.repeat(200)}…`],
      ['custom:own', 'plan', 'x'.repeat(499)],
      ['custom:own', 'cut', `${'x'.repeat(400)}…`],
    ]);
    expect(copy.issues.first).toMatchObject([
      { names: ['mail of [email 1]'] },
      { paths: ['user.mail: "[email 1]"'] },
      { examples: ['send({"to": "[email 1]"})'] },
      { found: '…' },
    ]);
  });

  it('keep their scores, and have them again when they are scored again', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const before = readableRun(given, METRICS).columns;
        const redacted = await redact([given], { settings: METRICS });
        const { columns, settings } = redacted.runs[0]!;
        const { columns: again } = readableRun(await rowsOf(redacted), settings);
        const scoresOf = ({ scores }: typeof before): unknown =>
          scores.map(({ values, outcomes }) => [[...values], [...outcomes]]);
        expect(scoresOf(columns)).toEqual(scoresOf(before));
        expect(scoresOf(again)).toEqual(scoresOf(before));
        expect(again.scores.map(({ id }) => id)).toEqual(columns.scores.map(({ id }) => id));
        // types aside: a number that was taken out is a text now
        const causesOf = ({ signatures }: typeof before): ReadonlySet<string> =>
          new Set(signatures.names.map((name) => name.replace(/\t[a-z]*\t[a-z]*/, '')));
        expect(causesOf(again)).toEqual(causesOf(columns));
        expect(again.tools.names).toEqual(columns.tools.names);
        expect(again.idKeys).toEqual(columns.idKeys);
        expect(again.contentKeys).toEqual(columns.contentKeys);
        expect([...again.offsets]).toEqual([...columns.offsets]);
        expect([...again.lengths]).toEqual([...columns.lengths]);
      }),
      { numRuns: lawRuns(12) },
    );
  });

  it('hold nothing of what was found, in rows, columns, settings and texts about them', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const about = [{ name: 'Acme, by ada@example.com' }];
        const redacted = await redact([given], { settings: METRICS, about });
        const { runs, note } = redacted;
        const [{ rows: blob, ...rest }] = runs as [(typeof runs)[number]];
        const all = (await blob.text()) + JSON.stringify([rest, note.counts]);
        expect(all).not.toMatch(/acme|@|12345678/i);
        for (const { customer } of given)
          if (customer.length > 4) expect(all).not.toContain(customer);
      }),
      { numRuns: lawRuns(8) },
    );
  });

  it('have their declarations of tools redacted like their calls, in settings and in rows', async () => {
    const call = { tool_name: 'acme_send', tool_input: { to: 'ada@example.com', acme_id: 1 } };
    const own = { id: '2', tool_declarations: JSON.parse(DECLARATIONS) as JsonValue };
    const given: JsonObject[] = [{ id: '1' }, own].map((row) => {
      return { ...row, predicted_trajectory: [call] };
    });
    const redacted = await redact([given], { settings: METRICS });
    const { settings } = redacted.runs[0]!;
    const [tool] = JSON.parse(settings.declarations!) as [JsonObject];
    expect(tool).toEqual({
      name: '[word 1]_send',
      description: 'Asks [email 1] to send something for [word 2].',
      parameters: {
        type: 'object',
        properties: {
          to: { enum: ['[email 1]', expect.stringMatching(/^\[.+ 1\]$/), 'x', null] },
          '[word 1]_id': {},
        },
        required: ['[word 1]_id'],
      },
    });
    const rows = await rowsOf(redacted);
    expect(rows[1]!['tool_declarations']).toEqual(JSON.parse(settings.declarations!));
    const { scores } = readableRun(rows, settings).columns;
    const valid = scores.find(({ metricId }) => metricId === 'tool_call_schema_valid');
    expect([...valid!.values]).toEqual([1, 1]);
  });

  it('have the same placeholders in all of them', async () => {
    const rows = (to: string): JsonObject[] => [{ id: '1', prompt: to }];
    const redacted = await redact([rows('b@c.example a@b.example'), rows('a@b.example')]);
    expect(await rowsOf(redacted, 1)).toEqual([{ id: '1', prompt: '[email 2]' }]);
    expect(redacted.note.counts).toEqual([{ label: 'email', values: 2, places: 3 }]);
    expect(redacted.found.map(({ value, row, column }) => [value, row, column])).toEqual([
      ['b@c.example', 1, 'prompt'],
      ['a@b.example', 1, 'prompt'],
    ]);
  });

  it('lose removed columns and their roles, and have words of judges redacted', async () => {
    const given: JsonObject[] = [{ id: '1', prompt: 'Ada', customer: 'Bob' }];
    const run = readableRun(given);
    const judged = {
      ...{ id: 'judge', metricId: 'judge', texts: ['Ada wrote to a@b.example'] },
      ...{ values: Float64Array.of(1), outcomes: Uint8Array.of(0) },
    };
    const held = new HeldRun();
    held.add(0, { ...run.columns, scores: [judged] }, run);
    const choices: RedactionChoices = {
      ...CHOICES,
      columns: [{ name: 'prompt', treatment: 'remove' }],
    };
    const { runs, note } = await redactRuns([held], { choices, about: [{}] });
    const { columns, roles } = runs[0]!;
    expect(columns.columns.map(({ name }) => name)).toEqual(['id', 'customer']);
    expect(roles.prompt).toBeUndefined();
    expect(columns.scores[0]?.texts).toEqual(['Ada wrote to [email 1]']);
    expect(note.columns).toEqual(choices.columns);
  });

  it('are given up when they are stopped', async () => {
    const held = new HeldRun();
    const { columns, ...source } = readableRun([{ id: '1' }]);
    held.add(0, columns, source);
    const stopped = new Error('stopped');
    const making = redactRuns([held], { choices: CHOICES, about: [{}] }, () =>
      Promise.reject(stopped),
    );
    await expect(making).rejects.toBe(stopped);
  });
});
