import { expect, it } from 'vitest';
import { FIRST_SAMPLE } from '#samples/registry.ts';
import { openApp, openRows, reopenApp, runOf, settled } from '../../../tests/support/open-app.ts';
import { THREE_ROWS } from '../../../tests/e2e/rows.ts';
import { comparisonOf } from './comparison.svelte.ts';
import { scoreAgents } from './score-agents.ts';
import { demoLine } from './texts.ts';

it('is before the rule and after it as the line above it says', async () => {
  const app = await openApp();
  const comparison = comparisonOf(app);
  const before = await scoreAgents(app, 'before');
  await comparison.open(before);
  expect(comparison.counts).toMatchObject({ all: 18, improved: 7, regressed: 2, lost: 1 });
  expect(demoLine.before.lead).toContain('18 rows');
  expect(demoLine.before.rest).toContain('on 7');
  const after = await scoreAgents(app, 'after');
  await comparison.open(after);
  expect(comparison.counts).toMatchObject({ all: 18, improved: 3, regressed: 2, lost: 1 });
  expect(demoLine.after.lead).toContain('4 rows');
  expect(demoLine.after.rest).toContain('on 3');
  await comparison.open([before[0]!, after[0]!]);
  expect(comparison.counts).toMatchObject({ improved: 4, regressed: 0 });
  await comparison.open([before[1]!, after[1]!]);
  expect(comparison.counts).toMatchObject({ same: 16, improved: 0 });
});

it('takes the runs it finds, so that no visit adds others', async () => {
  const app = await openApp();
  const sample = runOf(app).record.id;
  const ids = [await scoreAgents(app, 'before'), await scoreAgents(app, 'after')];
  expect(ids[0]?.[0]).toBe(sample);
  expect(app.library.list).toHaveLength(4);
  const again = await reopenApp();
  expect([await scoreAgents(again, 'before'), await scoreAgents(again, 'after')]).toEqual(ids);
  expect(again.library.list).toHaveLength(4);
});

it('leaves open what a person has open, with their draft', async () => {
  const app = await openApp();
  await openRows(app, THREE_ROWS);
  const own = runOf(app).record.id;
  await app.workspace.saveNow();
  await scoreAgents(app, 'after');
  await settled(app);
  expect(runOf(app).record.id).toBe(own);
  expect(app.workspace.sampleId).not.toBe(FIRST_SAMPLE.id);
  expect(runOf(await reopenApp()).record.id).toBe(own);
});
