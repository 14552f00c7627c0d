import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { findLongFormat } from '#core/read/cells/group-calls.ts';
import { headOf } from '#core/read/containers/head-values.ts';
import { planColumns } from '#core/read/dataset/plan-columns.ts';
import { holdsOwnRows } from '#core/read/formats/jsonl/jsonl.ts';
import { FORMATS } from '#core/read/formats/registry.ts';
import { findMarks } from '#core/read/formats/unwrap.ts';
import { COLUMN_ROLES } from '#core/read/names/column-roles.ts';
import { unwrapFile } from '#workers/unpack-file.ts';
import { json, trajectory } from './support/arbitraries.ts';
import { lawRuns } from './support/law-runs.ts';

const calls = trajectory.map((list) =>
  list.map(({ tool_name, tool_input }) => ({ tool_name, tool_input })),
);
const messages = fc.array(
  fc.record({ role: fc.constantFrom('user', 'assistant'), content: fc.string() }),
);
const cell = fc.oneof(
  json,
  fc.string(),
  calls,
  calls.map((list) => printJson(list)),
  messages,
  fc.constantFrom('data: {"a":1}', '```json\n[1]\n```', '1500', 'true'),
);
const row = fc
  .tuple(
    fc.record({ predicted_trajectory: cell, reference_trajectory: cell }),
    fc.dictionary(fc.constantFrom(...COLUMN_ROLES), cell),
  )
  .map(([sides, others]) => ({ ...others, ...sides }) as JsonObject);
/** What may follow the rows. */
const TAILS = [
  '',
  '\n{\n  "id": 1\n}',
  '\n[\n  {}\n]',
  '\n{"id": broken',
  '\n# a note',
  '\n```',
  '\ndata: {}',
];
const rows = fc.array(row, { minLength: 1, maxLength: 4 });

it('rows of own columns have the roles that are found by looking', () => {
  fc.assert(
    fc.property(rows, (some) => {
      const role = 'applicable_rules';
      expect(planColumns(some)).toEqual(planColumns(some, { [role]: role }));
      expect(findLongFormat(some)).toBeUndefined();
    }),
    { numRuns: lawRuns(500) },
  );
});

it('lines of own rows are what every format would be asked about, with nothing around them', async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.constantFrom('\n', '\r\n', '\n\n'),
      fc.constantFrom(...TAILS),
      async (some, lineEnd, tail) => {
        const text = some.map((one) => printJson(one)).join(lineEnd) + tail;
        const head = headOf(text);
        if (!holdsOwnRows(head)) return;
        found++;
        const format = FORMATS.find((one) => one.recognise(head));
        expect(format?.id).toBe('jsonl');
        expect(await unwrapFile(new Blob([text]), head, format)).toBeUndefined();
        expect(findMarks(head, format)).toBeUndefined();
      },
    ),
    { numRuns: lawRuns(500) },
  );
  expect(found).toBeGreaterThan(0);
});
