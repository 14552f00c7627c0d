import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { step } from '../../../tests/support/build.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { mountWith, textOf } from '../../../tests/support/mount-with.ts';
import { openApp, openFile, runOf, scoresOf } from '../../../tests/support/open-app.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import FixMenu from './FixMenu.svelte';
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
  const accepted = await app.reader.ask(runOf(app), 'detailRow', 4);
  expect(accepted!.slots.map(({ kind }) => kind)).toEqual(['equal', 'equal']);
});

it('a call that differs as a whole is expected, or not, in its row or in all of its cause', async () => {
  const app = await openApp();
  const rows = ['one', 'two'].map((id) => row(id, [step('get')], refund('late')));
  await openFile(app, 'shop.jsonl', rows.map((one) => JSON.stringify(one)).join('\n'));
  const choices = [...(await choicesAt(app, { row: 0, slot: 1 })).values()];
  expect(
    choices.map(({ kind, scopes }) => [kind, scopes.row?.passes, scopes.cause?.passes]),
  ).toEqual([['remove', 1, 2]]);
  expect(await referenceEditorOf(app).accept(choices[0]!.scopes.cause!.acceptance)).toBe(2);
  expect(exactOf(app)).toEqual([1, 1]);
});

describe('the menu', () => {
  const names = (element: HTMLElement) => {
    flushSync();
    return [...element.querySelectorAll<HTMLElement>('[data-choice]')].map((one) => textOf(one));
  };
  const open = (app: AppState, of: object) => {
    const onclose = vi.fn();
    const button = document.createElement('button');
    return {
      onclose,
      ...mountWith(app, FixMenu, { run: runOf(app), button, onclose, ...of } as never),
    };
  };
  const argument = { tool: 'refund', pattern: '/reason', isNumberAsText: false };
  const changed = { name: 'refund /reason', place: BROKEN, argument };

  it('closes when the focus goes elsewhere', async () => {
    const { element, onclose } = open(await openShop(), { differences: [changed], row: 1 });
    element.tabIndex = 0;
    element.focus();
    expect(onclose).toHaveBeenCalledOnce();
  });

  it('says what each choice does, how many rows then pass, and why one cannot be chosen', async () => {
    const app = await openShop();
    const { element, onclose } = open(app, { differences: [changed], row: 1 });
    await eventually(() =>
      expect(names(element)).toEqual([
        'Never compare reason of refund 3 rows',
        'Compare only the names of refund 3 rows',
        'Expect what was called 1 row',
        expect.stringMatching(/^Accept both 1 row/),
        'Accept any value 1 row',
        'Accept this range for numbers',
        expect.stringMatching(/^Accept this pattern 1 row/),
        'Expect these calls instead',
      ]),
    );
    const buttons = () => [...element.querySelectorAll<HTMLElement>('[data-choice]')];
    buttons()[5]!.click();
    expect(onclose).not.toHaveBeenCalled();
    buttons()[4]!.click();
    expect(onclose).toHaveBeenCalledOnce();
    await eventually(() => expect(exactOf(app)).toEqual([1, 1, 0, 0, 0]));
  });

  it('sets a rule for all rows, which can be undone', async () => {
    const app = await openShop();
    const { element } = open(app, { differences: [changed] });
    await eventually(() => expect(names(element)[0]).toContain('3 rows'));
    element.querySelector<HTMLElement>('[data-choice]')!.click();
    await eventually(() => expect(exactOf(app)).toEqual([1, 1, 1, 1, 0]));
    app.notices.toasts.at(-1)?.action?.run();
    await eventually(() => expect(exactOf(app)).toEqual([1, 0, 0, 0, 0]));
  });

  it('asks which of several differences is meant', async () => {
    const app = await openShop();
    const other = { name: 'missing get', place: { row: 4, slot: 0, path: undefined } };
    const { element, screen, user } = open(app, { differences: [changed, other] });
    await eventually(() => expect(names(element)[0]).toContain('Never compare'));
    await user.selectOptions(screen.getByLabelText('What differs'), 'missing get');
    await eventually(() => expect(names(element)[0]).not.toContain('Never compare'));
  });

  it('expects all calls of a row instead', async () => {
    const app = await openShop();
    const { element } = open(app, { differences: [changed], row: 1 });
    await eventually(() => expect(names(element).at(-1)).toBe('Expect these calls instead'));
    [...element.querySelectorAll<HTMLElement>('[data-choice]')].at(-1)!.click();
    await eventually(() => expect(exactOf(app)).toEqual([1, 1, 0, 0, 0]));
  });
});
