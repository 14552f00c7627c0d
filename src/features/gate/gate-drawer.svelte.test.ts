import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { flushSync } from 'svelte';
import { expect, vi } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { row, type Row } from '../../../tests/e2e/rows.ts';
import { mountWith, textOf } from '../../../tests/support/mount-with.ts';
import { it } from '../../../tests/support/open-app.ts';
import { storeRuns } from '../../../tests/support/stored-runs.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { printGateConfig, readGateConfig } from '#core/gate/gate-config.ts';
import { judgeGate } from '#core/gate/judge-gate.ts';
import { suggestGate } from '#core/gate/suggest-gate.ts';
import { gateEditorOf } from './gate-editor.svelte.ts';
import GateDrawer from './GateDrawer.svelte';

const rows = (count: number, passing: number): Row[] =>
  Array.from({ length: count }, (_, at) => row(String(at), at < passing ? 'ab' : 'x', 'ab'));

async function load(app: AppState, a: readonly Row[], b: readonly Row[]) {
  const ids = await storeRuns(app, { main: a, today: b });
  const [baseline, candidate] = await Promise.all(ids.map((id) => app.library.load(id)));
  return { baseline: baseline!, candidate: candidate! };
}

async function openGate(app: AppState, a: readonly Row[], b: readonly Row[]) {
  const props = { ...(await load(app, a, b)), letter: 'B', open: true, onclose: vi.fn() } as const;
  const drawer = mountWith(app, GateDrawer, props);
  const editor = gateEditorOf(app);
  /** Waits for the verdict. */
  const judged = (): Promise<void> =>
    eventually(() => {
      expect(drawer.text()).not.toContain('Judging');
      expect(editor.isJudging).toBe(false);
      const said = '[role="status"], [role="alert"], .problems';
      expect(drawer.element.querySelector(said)).not.toBeNull();
    });
  await judged();
  return { drawer, editor, judged };
}

it('the gate shows the config that core suggests, and says what core says', async ({ app }) => {
  const { drawer, editor } = await openGate(app, rows(60, 54), rows(60, 50));
  const { baseline, candidate } = await load(app, rows(60, 54), rows(60, 50));
  const [of, by] = [candidate, baseline].map(({ columns }) => ({
    columns,
    settings: DEFAULT_SETTINGS,
  }));
  const config = suggestGate(by!, true)!;
  expect(editor.text).toBe(printGateConfig(config));
  expect(judgeGate(config, of!, by!)).toEqual({ ok: true, report: editor.report });
  expect(drawer.element.querySelector('textarea')!.value).toContain('"noWorseBy": 0.05');
});

it('the gate says what is wrong with a config that a person writes, and passes nothing', async ({
  app,
}) => {
  const { drawer, editor, judged } = await openGate(app, rows(60, 54), rows(60, 54));
  for (const [config, said] of [
    [
      '{\n  "version": 1,\n  "conditions": [\n    { "metric": "bleu", "min": "a" }\n  ]\n}',
      'gate.json:4: conditions[0].min must be a number.',
    ],
    [
      '{ "version": 1, "conditions": [{ "metric": "bleu", "min": 0.5 }] }',
      'Condition 1 (BLEU): The run is not scored with “bleu”',
    ],
  ] as const) {
    await editor.write(config);
    await judged();
    expect(textOf(drawer.element)).toContain(said);
    expect(textOf(drawer.element)).not.toContain('PASS');
  }
});

it('the gate keeps a gate of a person’s own for the next runs', async ({ app }) => {
  const { editor, judged } = await openGate(app, rows(60, 54), rows(60, 54));
  const own = '{ "version": 1, "conditions": [{ "calls": "mean", "max": 9 }] }';
  await editor.write(own);
  await judged();
  const { baseline, candidate } = await load(app, rows(40, 10), rows(40, 5));
  await editor.open([baseline, candidate]);
  expect(editor.text).toBe(own);
  expect(editor.report?.conditions).toHaveLength(1);
  expect(editor.report?.verdict).toBe('PASS');
  await editor.suggest();
  expect(readGateConfig(editor.text)).toMatchObject({ ok: true, config: editor.config });
  expect(editor.text).not.toBe(own);
});

it('a suggestion that comes late leaves what a person writes', async ({ app }) => {
  const { drawer, editor, judged } = await openGate(app, rows(60, 54), rows(60, 54));
  await editor.write('{ "version": 1, "conditions": [] }');
  await judged();
  const suggesting = editor.suggest();
  const area = drawer.element.querySelector('textarea')!;
  const own = '{ "version": 1, "conditions": [{ "calls": "mean", "max": 9 }] }';
  area.value = own;
  area.dispatchEvent(new Event('input', { bubbles: true }));
  await suggesting;
  flushSync();
  expect(area.value).toBe(own);
  area.dispatchEvent(new Event('change', { bubbles: true }));
  await judged();
  expect(editor.text).toBe(own);
  expect(editor.report?.verdict).toBe('PASS');
});

it('the gate has nothing to suggest where nothing is scored', async ({ app }) => {
  const bare = [{ id: '1' }, { id: '2' }];
  const { drawer } = await openGate(app, bare, bare);
  expect(drawer.text()).toContain('cannot be judged');
});

it('a condition is added to the text, and is no longer offered', async ({ app }) => {
  const { drawer, editor, judged } = await openGate(app, rows(60, 54), rows(60, 54));
  const before = editor.config!.conditions;
  drawer.button('Add condition').click();
  flushSync();
  const items = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  expect(items.map(textOf)).toContain('Recall');
  items.find((item) => textOf(item).startsWith('Calls'))!.click();
  await judged();
  expect(editor.config!.conditions).toEqual([...before, { calls: 'mean', max: 10 }]);
  expect(editor.further.map(({ condition }) => condition)).not.toContainEqual({
    calls: 'mean',
    max: 10,
  });
});
