import { beforeEach, expect, it } from 'vitest';
import type { AppState } from '#kernel/app.svelte.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { mountWith, type Mounted } from '../../../tests/support/mount-with.ts';
import { openApp, openRows, runOf, scoresOf, settled } from '../../../tests/support/open-app.ts';
import { choosePatterns } from '#features/metrics/patterns/pattern-facts.svelte.ts';
import Receipt from './Receipt.svelte';

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

const mount = (): Mounted =>
  mountWith(app, Receipt, {
    run: runOf(app),
    fatal: undefined,
    isBusy: false,
    show: undefined,
    onchoose: () => undefined,
  });

it('says what is odd; the answer scores, is kept with the run, and is taken back', async () => {
  await openRows(app, ROWS);
  await expectExact([1, 0, null, 0, 0]);
  mount();
  const said = () => document.body.textContent;
  await eventually(() => expect(said()).toMatch(/of 1 row hold patterns that cannot.*line 4/s));
  expect(said()).toMatch(/line 5, the variable “x” is used only once/);
  choosePatterns(app, true);
  await expectExact([1, 1, 1, null, 1]);
  expect(runOf(app).record.settings.matching?.patterns).toBe(true);
  expect(said()).not.toMatch(/cannot be used/);
  choosePatterns(app, false);
  await expectExact([1, 0, null, 0, 0]);
  expect(runOf(app).record.settings.matching?.patterns).toBe(false);
  app.notices.toasts.at(-1)?.action?.run();
  await expectExact([1, 1, 1, null, 1]);
});

it('says nothing where no reference holds a pattern', async () => {
  const row = { ...ROWS[0], note: 'costs $5', predicted_trajectory: [find({ $any: ['x'] })] };
  await openRows(app, [ROWS[0]!, row]);
  const { element } = mount();
  await app.reader.ask(runOf(app), 'patternFacts', undefined);
  await new Promise((resolve) => setTimeout(resolve));
  expect(element.textContent).not.toMatch(/pattern|variable/);
});
