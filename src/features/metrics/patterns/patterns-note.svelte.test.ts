import { beforeEach, expect, it } from 'vitest';
import type { AppState } from '#kernel/app.svelte.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { mountWith, type Mounted } from '../../../../tests/support/mount-with.ts';
import { openApp, openRows, runOf, scoresOf, settled } from '../../../../tests/support/open-app.ts';
import PatternsNote from './PatternsNote.svelte';

let app: AppState;
beforeEach(async () => {
  app = await openApp();
});

const find = (city: unknown) => ({ tool_name: 'find', tool_input: { city } });
const ROWS = [
  { reference_trajectory: [find('Rome')], predicted_trajectory: [find('Rome')] },
  { reference_trajectory: [find({ $any: ['Oslo'] })], predicted_trajectory: [find('Oslo')] },
  { reference_trajectory: [{ $optional: [find(1)] }], predicted_trajectory: [find(1)] },
  {
    reference_trajectory: [find({ $regex: '(' }), find({ $var: 'x' })],
    predicted_trajectory: [find('Bonn')],
  },
  { reference_trajectory: [find({ $var: 'x' })], predicted_trajectory: [find('Bonn')] },
];

async function expectExact(scores: readonly (number | null)[]): Promise<void> {
  await eventually(() => expect(scoresOf(app, 'trajectory_exact_match')).toEqual(scores));
  await settled(app);
}

const mount = (): Mounted => mountWith(app, PatternsNote, { run: runOf(app) });

it('asks, scores by the answer, keeps it with the run, and takes it back', async () => {
  await openRows(app, ROWS);
  await expectExact([1, 0, null, 0, 0]);
  const { screen, user } = mount();
  const read = await screen.findByRole('button', { name: 'Read as patterns' });
  expect(document.body.textContent).toMatch(
    /The expected calls of 4 rows have objects such as \{"\$any": …\}/,
  );
  expect(document.body.textContent).toMatch(/1 of them has a pattern that cannot be used.*line 4/s);
  expect(document.body.textContent).toMatch(/line 5, the variable “x” is used only once/);
  await user.click(read);
  await expectExact([1, 1, 1, null, 1]);
  expect(runOf(app).record.settings.matching?.patterns).toBe(true);
  expect(screen.queryByRole('button', { name: 'Read as patterns' })).toBeNull();
  expect(document.body.textContent).toMatch(/The expected calls of 4 rows are read as patterns/);
  await user.click(screen.getByRole('button', { name: 'Keep as plain values' }));
  await expectExact([1, 0, null, 0, 0]);
  expect(runOf(app).record.settings.matching?.patterns).toBe(false);
  expect(document.body.textContent).toMatch(/kept as plain values/);
  app.notices.toasts.at(-1)?.action?.run();
  await expectExact([1, 1, 1, null, 1]);
});

it('says nothing where no reference holds a pattern', async () => {
  const row = { ...ROWS[0], note: 'costs $5', predicted_trajectory: [find({ $any: ['x'] })] };
  await openRows(app, [ROWS[0]!, row]);
  const { screen } = mount();
  await app.reader.ask(runOf(app), 'patternFacts', undefined);
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.queryByRole('button')).toBeNull();
});
