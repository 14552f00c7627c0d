import { beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { mountWith, type Mounted } from '../../../tests/support/mount-with.ts';
import { openApp, openRows, runOf } from '../../../tests/support/open-app.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import './Redact.svelte';
import { redactionOf } from './redaction.svelte.ts';
import ShareDialog from './ShareDialog.svelte';

const call = { tool_name: 'send', tool_input: { to: 'ada@example.com' } };
const ROWS = [1, 2].map((number) => ({
  ...{ id: `row ${number}`, prompt: 'Write to ada@example.com', customer: 'Ada Lovelace' },
  ...{ predicted_trajectory: [call], reference_trajectory: [call] },
}));

let app: AppState;
let dialog: Mounted;
beforeEach(async () => {
  app = await openApp();
  await openRows(app, ROWS);
  dialog = mountWith(app, ShareDialog, { open: true });
});

/** Checks the box by keyboard alone, and waits for the list of what was found. */
async function switchOn(): Promise<void> {
  dialog.screen.getByRole('checkbox', { name: /^Redact before sharing/ }).focus();
  await dialog.user.keyboard(' ');
  await eventually(() => dialog.screen.getByRole('region', { name: 'What was found' }));
}

const found = (): (string | undefined)[] =>
  dialog.screen.queryAllByRole('rowheader').map((head) => head.querySelector('code')?.textContent);
const copied = async (): Promise<string> =>
  (await redactionOf(app).result?.runs[0]?.rows.text()) ?? '';

it('lists what is taken out before anything can be shared', async () => {
  const offered = /^(?:Copy|Download): /;
  expect(dialog.screen.queryAllByRole('button', { name: offered })).not.toEqual([]);
  await dialog.user.click(dialog.screen.getByRole('checkbox', { name: /^Redact before sharing/ }));
  expect(dialog.screen.queryAllByRole('button', { name: offered })).toEqual([]);
  expect(dialog.text()).toContain('What can be shared is listed once the redacted copy is ready.');
  await eventually(() => expect(found()).toEqual(['ada@example.com']));
  expect(dialog.text()).toContain('[email 1]');
  expect(dialog.text()).toContain('row 1, prompt');
  await eventually(() =>
    expect(dialog.screen.queryAllByRole('button', { name: offered })).not.toEqual([]),
  );
  expect(await copied()).not.toContain('ada@');
  expect(await runOf(app).rows.text()).toContain('ada@');
});

it('leaves a value whose box is cleared by keyboard, and looks for chosen kinds and own words', async () => {
  await switchOn();
  dialog.screen.getByRole('checkbox', { name: 'Remove ada@example.com' }).focus();
  await dialog.user.keyboard(' ');
  await eventually(() => expect(dialog.text()).toContain('stays'));
  expect(await copied()).toContain('ada@example.com');
  await dialog.user.click(dialog.screen.getByRole('checkbox', { name: 'E-mail addresses' }));
  await eventually(() => expect(found()).toEqual([]));
  await dialog.user.type(dialog.screen.getByRole('textbox', { name: 'Own words' }), 'lovelace');
  await dialog.user.tab();
  await eventually(() => expect(found()).toEqual(['Lovelace']));
  expect(await copied()).toContain('Ada [word 1]');
});

it('is not ticked for a copy that was made so', async () => {
  await switchOn();
  const [copy] = redactionOf(app).result!.runs;
  await app.workspace.openUnsaved(copy!);
  const box = dialog.screen.getByRole('checkbox', { name: /^Redact before sharing/ });
  await eventually(() => expect((box as HTMLInputElement).checked).toBe(false));
});

it('shares nothing while a word is no expression', async () => {
  await switchOn();
  await dialog.user.type(dialog.screen.getByRole('textbox', { name: 'Own words' }), '/(a/');
  await dialog.user.tab();
  const alert = await eventually(() => dialog.screen.getByRole('alert'));
  expect(alert.textContent).toContain('“/(a/”');
  expect(dialog.screen.queryAllByRole('button', { name: /^(?:Copy|Download): / })).toEqual([]);
});

it('replaces the values of a chosen column, or leaves it out', async () => {
  await switchOn();
  const column = () => dialog.screen.getByRole('combobox', { name: 'Column customer' });
  await dialog.user.selectOptions(column(), 'replaced');
  await eventually(() => expect(found()).toContain('Ada Lovelace'));
  expect(await copied()).toContain('"customer":"[customer 1]"');
  await dialog.user.selectOptions(column(), 'removed');
  await eventually(async () => expect(await copied()).not.toContain('customer'));
});

it('says that it was stopped, and starts again', async () => {
  await switchOn();
  const redaction = redactionOf(app);
  void redaction.redact([runOf(app)], redaction.choicesFor([runOf(app)]));
  await dialog.user.click(
    await eventually(() => dialog.screen.getByRole('button', { name: 'Stop' })),
  );
  expect(dialog.text()).toContain('Stopped: there is no redacted copy.');
  await dialog.user.click(dialog.screen.getByRole('button', { name: 'Start again' }));
  await eventually(() => expect(found()).toEqual(['ada@example.com']));
});
