import { expect, it } from 'vitest';
import {
  openApp,
  openFile,
  reopenApp,
  runOf,
  scoresOf,
  settled,
  shownIds,
} from '../../../tests/support/open-app.ts';
import { EXACT } from '../../../tests/support/build.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { EXACT_RULES } from '#core/match/rules.ts';
import type { AppState } from '#kernel/app.svelte.ts';

const call = (value: string): string => `[{"tool_name":"f","tool_input":{"a":${value}}}]`;
const IDS = Array.from({ length: 600 }, (_, row) => `"${String(row)}", é`);
const quote = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
/** More than is looked at to recognise a file; every other row passes once texts count as numbers. */
const TABLE = [
  'id,predicted_trajectory,reference_trajectory',
  ...IDS.map((id, row) =>
    [`${id}`, call(row % 2 === 0 ? '"1"' : '2'), call('1')].map(quote).join(','),
  ),
].join('\n');

const LAST = `"${String(IDS.length - 1)}", é`;
const passes = (app: AppState): number =>
  scoresOf(app, EXACT).filter((score) => score === 1).length;

it('a large table is stored as it is, found again, scored again, searched and written', async () => {
  await openFile(await openApp(), 'runs.csv', TABLE);
  const app = await reopenApp();
  const { rows, original, table, columns } = runOf(app);
  expect(await rows.text()).toBe(TABLE);
  expect(original).toBeNull();
  expect(table).toMatchObject({ delimiter: ',', bytes: rows.size });
  expect(columns.rowCount).toBe(IDS.length);
  expect(await shownIds(app)).toEqual(IDS);
  expect(passes(app)).toBe(0);

  const rule = { mode: 'exact', numbersAsText: true } as const;
  await app.workspace.setSettings({
    ...app.workspace.settings,
    matching: { ...EXACT_RULES, rule },
  });
  await settled(app);
  expect(passes(app)).toBe(IDS.length / 2);

  app.view.toggle({ kind: 'text', text: LAST });
  await eventually(async () => expect(await shownIds(app)).toEqual([LAST]));
  const file = await app.reader.ask(runOf(app), 'writeResults', {
    rows: app.view.rows,
    type: 'jsonl',
  });
  expect(JSON.parse(await file.text())).toMatchObject({ id: LAST });
});
