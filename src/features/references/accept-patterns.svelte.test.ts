import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { step } from '../../../tests/support/build.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { mountWith, textOf } from '../../../tests/support/mount-with.ts';
import { openApp, openFile, runOf, scoresOf } from '../../../tests/support/open-app.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import AcceptMenu from './AcceptMenu.svelte';
import { referenceEditorOf } from './reference-editor.ts';

const refund = (reason: JsonValue) => [step('get'), step('refund', { reason })];
const row = (id: string, predicted: readonly object[], expected: readonly object[]) => ({
  id,
  predicted_trajectory: predicted,
  reference_trajectory: expected,
});
const DAMAGED = refund('damaged');
const ROWS = [
  row('same', DAMAGED, DAMAGED),
  row('broken', refund('broken'), DAMAGED),
  row('broken', refund('broken'), DAMAGED),
  row('late', refund('late'), DAMAGED),
  row('moved', [...DAMAGED].reverse(), DAMAGED),
];
const BROKEN = { row: 1, slot: 1, path: '/reason' };

async function openShop(): Promise<AppState> {
  const app = await openApp();
  await openFile(app, 'shop.jsonl', ROWS.map((one) => JSON.stringify(one)).join('\n'));
  expect(exactOf(app)).toEqual([1, 0, 0, 0, 0]);
  return app;
}

const exactOf = (app: AppState) => scoresOf(app, 'trajectory_exact_match');

async function choicesAt(app: AppState, place: { row: number; slot: number; path?: string }) {
  const answer = await app.reader.ask(runOf(app), 'acceptChoices', { path: undefined, ...place });
  return new Map((answer?.choices ?? []).map((choice) => [choice.kind, choice]));
}

describe('what may be accepted at a value', () => {
  it('is told with how many rows then pass, in each scope', async () => {
    const app = await openShop();
    const choices = await choicesAt(app, BROKEN);
    const passes = [...choices.values()].map(({ kind, scopes }) => [
      kind,
      ...(['row', 'cause', 'all'] as const).map((scope) => scopes[scope]?.passes),
    ]);
    expect(passes).toEqual([
      ['use', 1, 3, undefined],
      ['one-of', 1, 2, 2],
      ['anything', 1, 3, 3],
      ['range', undefined, undefined, undefined],
      ['regex', 1, 3, 3],
    ]);
    expect(choices.get('range')?.why).toBe('not_numbers');
  });

  it('scores the rows it concerns again, with patterns read, and is undone', async () => {
    const app = await openShop();
    const editor = referenceEditorOf(app);
    const all = (await choicesAt(app, BROKEN)).get('one-of')?.scopes.all?.acceptance;
    expect(await editor.acceptPatterns(all!)).toBe(5);
    expect(exactOf(app)).toEqual([1, 1, 1, 0, 0]);
    expect(runOf(app).record.settings.matching?.patterns).toBe(true);
    const [edit] = runOf(app).record.references?.edits ?? [];
    await editor.undo(edit!.id);
    expect(exactOf(app)).toEqual([1, 0, 0, 0, 0]);
  });

  it('is nothing where nothing differs', async () => {
    const app = await openShop();
    expect(await choicesAt(app, { ...BROKEN, row: 0 })).toEqual(new Map());
  });
});

it('a call made elsewhere may come there, too', async () => {
  const app = await openShop();
  const detail = await app.reader.ask(runOf(app), 'detailRow', 4);
  const slot = detail!.slots.findIndex(({ kind }) => kind === 'moved');
  const place = (await choicesAt(app, { row: 4, slot })).get('place');
  expect(place?.scopes.row?.passes).toBe(1);
  await referenceEditorOf(app).acceptPatterns(place!.scopes.row!.acceptance);
  expect(exactOf(app)).toEqual([1, 0, 0, 0, 1]);
  const order = (await app.reader.ask(runOf(app), 'detailRow', 4))?.order;
  expect(order).toMatchObject([[{ kind: 'inAnyOrder', branches: [[[{}]], [[{}]]] }]]);
});

it('the menu says what each choice does, and why one cannot be chosen', async () => {
  const app = await openShop();
  const onclose = vi.fn();
  const button = document.createElement('button');
  const { element } = mountWith(app, AcceptMenu, {
    ...{ place: BROKEN, run: runOf(app), button, onclose },
  });
  const buttons = () => [...element.querySelectorAll<HTMLElement>('[data-choice]')];
  await eventually(() => {
    flushSync();
    expect(buttons().map((one) => textOf(one))).toEqual([
      expect.stringContaining('Use as expected'),
      expect.stringContaining('Add as one of'),
      expect.stringContaining('Any value'),
      expect.stringContaining('for numbers'),
      expect.stringContaining('This pattern'),
    ]);
  });
  buttons()[3]!.click();
  expect(onclose).not.toHaveBeenCalled();
  buttons()[2]!.click();
  expect(onclose).toHaveBeenCalledOnce();
  await eventually(() => expect(exactOf(app)).toEqual([1, 1, 0, 0, 0]));
});
