import { drawerOf, openDrawer, results, rowsOf, run } from './agent-drawer.ts';
import { startAgent } from './agent-server.ts';
import { expect, test, textFile } from './playground.ts';

test('a function stands for the agent without network', { tag: '@long' }, async ({ app, page }) => {
  const agent = await startAgent();
  const drawer = drawerOf(page);
  const code = `function agent(row) {
    if (row.prompt === 'throws') throw new Error('no luck');
    if (row.prompt === 'hangs') for (;;);
    if (row.prompt === 'shapeless') return { predicted_trajectory: 'x' };
    if (row.prompt === 'calls out') return fetch('${agent.url}/leak').then(() => ({ predicted_trajectory: [] }));
    return { response: 'Done.', predicted_trajectory: row.reference_trajectory };
  }`;
  const prompts = ['right', 'throws', 'hangs', 'shapeless', 'calls out', 'right again'];
  await app.openFile(textFile('asked.jsonl', rowsOf(prompts)));
  await app.expectRows(6);
  await app.expectSaved();
  await openDrawer(page);
  await drawer.getByLabel('Connection').selectOption('function');
  await drawer.getByRole('textbox', { name: 'Function' }).fill(code);
  await run(page, /^Run 6 rows/);
  await expect(drawer).toBeHidden({ timeout: 20_000 });
  await app.expectRows(6);
  const rows = await results(app);
  expect(rows.map((row) => row['trajectory_exact_match/score'])).toEqual([
    ...[1, null, null, null, null, 1],
  ]);
  const reasons = rows.map((row) => String(row['failure_reason']));
  expect(reasons[1]).toContain('Line 2: Error: no luck');
  expect(reasons[2]).toContain('Stopped: no result');
  expect(reasons[3]).toContain('is not a list of calls');
  expect(reasons[4]).toContain('TypeError');
  expect(agent.paths).toEqual([]);
  agent.stop();
});
