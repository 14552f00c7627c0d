import { expect, it } from 'vitest';
import { FIRST_SAMPLE } from '#samples/registry.ts';
import { openApp, openRows, reopenApp, runOf, settled } from '../../../tests/support/open-app.ts';
import { THREE_ROWS } from '../../../tests/e2e/rows.ts';
import { comparisonOf } from './comparison.svelte.ts';
import { scoreAgents } from './score-agents.ts';

it('has the second agent better on some rows, and one row lost', async () => {
  const app = await openApp();
  const comparison = comparisonOf(app);
  await comparison.open(await scoreAgents(app));
  expect(comparison.counts).toMatchObject({ all: 18, improved: 3, regressed: 1, lost: 1 });
});

it('takes the runs it finds, so that no visit adds others', async () => {
  const app = await openApp();
  const sample = runOf(app).record.id;
  const ids = await scoreAgents(app);
  expect(ids[0]).toBe(sample);
  expect(app.library.list).toHaveLength(2);
  const again = await reopenApp();
  expect(await scoreAgents(again)).toEqual(ids);
  expect(again.library.list).toHaveLength(2);
});

it('leaves open what a person has open, with their draft', async () => {
  const app = await openApp();
  await openRows(app, THREE_ROWS);
  const own = runOf(app).record.id;
  await app.workspace.saveNow();
  await scoreAgents(app);
  await settled(app);
  expect(runOf(app).record.id).toBe(own);
  expect(app.workspace.sampleId).not.toBe(FIRST_SAMPLE.id);
  expect(runOf(await reopenApp()).record.id).toBe(own);
});
