import { expect, it } from 'vitest';
import { calls, placed, recordOf } from '../../../tests/support/build.ts';
import { assignRoles } from '#core/read/dataset/columns.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { signatureOfCall } from '#core/match/signature.ts';
import { editReferences } from './questions.ts';

const ROLES = assignRoles(['predicted_trajectory', 'reference_trajectory', 'pad']);

/** Rows that stand beside each other, and rows more than a read apart. */
const RECORDS = ['', 'é', '', 'x'.repeat(3_000_000), '', '☃'].map((pad) => ({
  ...recordOf(calls('ab'), calls('a')),
  pad,
}));

it('writes the rows of a signature anew and leaves every other byte as it is, and back', async () => {
  const texts = RECORDS.map((record) => JSON.stringify(record));
  const source = placed(texts);
  const job = { ...source, roles: ROLES, matching: undefined, known: undefined };
  const rows = Uint32Array.of(0, 2, 4, 5);
  const edited = await editReferences({
    ...job,
    change: { accept: { kind: 'signature', signature: signatureOfCall('extra', 'b'), rows } },
  });
  const wanted = RECORDS.map(({ pad }, row) =>
    JSON.stringify({ ...recordOf(calls('ab'), calls(rows.includes(row) ? 'ab' : 'a')), pad }),
  );
  expect(await edited!.rows.text()).toBe(await placed(wanted).rows.text());
  expect(edited!.places).toEqual(placed(wanted).places);
  expect([...edited!.changed].sort()).toEqual([...rows]);

  const undone = await editReferences({
    ...job,
    ...{ rows: edited!.rows, places: edited!.places, known: edited!.edits, change: { undo: 1 } },
  });
  expect(await undone!.rows.text()).toBe(await source.rows.text());
  expect(undone!.places).toEqual(source.places);
});

it('writes all rows of a table as lines of JSON, the changed ones anew', async () => {
  const [made, expected] = ['ab', 'a'].map((tools) => JSON.stringify(calls(tools)));
  const header = 'pad,predicted_trajectory,reference_trajectory\n';
  const quote = (cell = ''): string => `"${cell.replaceAll('"', '""')}"`;
  const records = ['é', '"'].map((pad) => [pad, made, expected].map(quote).join(','));
  const lengths = Uint32Array.from(records, (record) => Buffer.byteLength(record));
  const offsets = Float64Array.of(header.length, header.length + lengths[0]! + 1);
  const blob = new Blob([header, ...records.map((record) => `${record}\n`)]);
  const form = { names: header.trim().split(','), nameless: [], isGuarded: false, delimiter: ',' };
  const edited = await editReferences({
    ...{ rows: blob, table: { ...form, bytes: blob.size }, places: { offsets, lengths } },
    ...{ roles: ROLES, matching: undefined, known: undefined },
    change: {
      accept: {
        ...{ kind: 'signature', signature: signatureOfCall('extra', 'b') },
        rows: Uint32Array.of(1),
      },
    },
  });
  const row = (pad: string, reference: unknown): string =>
    JSON.stringify({ pad, predicted_trajectory: made, reference_trajectory: reference });
  const [before = '', after = ''] = (await edited!.rows.text()).trim().split('\n');
  expect(before).toBe(row('é', expected));
  const { reference_trajectory: reference, ...rest } = JSON.parse(after) as JsonObject;
  expect(rest).toEqual({ pad: '"', predicted_trajectory: made });
  expect(JSON.parse(String(reference))).toHaveLength(2);
  expect([...edited!.places.offsets]).toEqual([0, Buffer.byteLength(before) + 1]);
  expect(await edited!.edits!.before.text()).toBe(`${row('"', expected)}\n`);
});
