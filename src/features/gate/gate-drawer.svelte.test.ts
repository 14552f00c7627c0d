import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { row, type Row } from '../../../tests/e2e/rows.ts';
import { mountWith, textOf, type Mounted } from '../../../tests/support/mount-with.ts';
import { openApp } from '../../../tests/support/open-app.ts';
import { storeRuns } from '../../../tests/support/stored-runs.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import { printGateConfig, readGateConfig } from '#core/gate/gate-config.ts';
import { judgeGate } from '#core/gate/judge-gate.ts';
import { suggestGate } from '#core/gate/suggest-gate.ts';
import { gateEditorOf } from './gate-editor.svelte.ts';
import GateDrawer from './GateDrawer.svelte';

const rows = (count: number, passing: number): Row[] =>
  Array.from({ length: count }, (_, at) => row(String(at), at < passing ? 'ab' : 'x', 'ab'));

let app: AppState;
beforeEach(async () => {
  app = await openApp();
});

async function load(datasets: Readonly<Record<string, readonly Row[]>>): Promise<OpenRun[]> {
  const ids = await storeRuns(app, datasets);
  const runs = await Promise.all(ids.map((id) => app.library.load(id)));
  return runs.map((run) => run!);
}

async function openGate(a: readonly Row[], b: readonly Row[]): Promise<Mounted> {
  const [baseline, candidate] = await load({ main: a, today: b });
  const props = { baseline: baseline!, candidate: candidate!, letter: 'B' as const };
  const screen = mountWith(app, GateDrawer, { ...props, open: true, onclose: () => undefined });
  await judged(screen);
  return screen;
}

async function judged({ element }: Mounted): Promise<void> {
  await eventually(() => {
    flushSync();
    expect(gateEditorOf(app).isJudging).toBe(false);
    expect(element.querySelector('[role="status"], [role="alert"], .problems')).not.toBeNull();
    expect(textOf(element)).not.toContain('Judging');
  });
}

function press({ element }: Mounted, name: string): void {
  flushSync();
  const found = [...element.querySelectorAll<HTMLElement>('button')].find((one) =>
    (one.getAttribute('aria-label') ?? textOf(one)).includes(name),
  );
  if (!found) throw new Error(`no button ${name}`);
  found.click();
  flushSync();
}

function fill({ element }: Mounted, label: string, value: string): void {
  const found = [...element.querySelectorAll('label')].find((one) => textOf(one).includes(label));
  const input = element.querySelector<HTMLInputElement>(`[id="${found?.htmlFor ?? ''}"]`)!;
  input.value = value;
  input.dispatchEvent(new Event(input.tagName === 'INPUT' ? 'input' : 'change', { bubbles: true }));
  flushSync();
}

const verdicts = ({ element }: Mounted): string[] =>
  [...element.querySelectorAll('li .verdict')]
    .map((one) => textOf(one))
    .filter((text) => text !== '');

describe('the gate', () => {
  it('suggests conditions from A and judges B by them, failing ones first', async () => {
    const screen = await openGate(rows(60, 54), rows(60, 30));
    const text = textOf(screen.element);
    expect(text).toContain('FAIL');
    expect(text).toContain('In-order match no worse than baseline by more than 0.05');
    expect(text).toContain('Exit code 1.');
    expect([...new Set(verdicts(screen))]).toEqual(['FAIL']);
  });

  it('shows the config that core suggests, and says what core says', async () => {
    const screen = await openGate(rows(60, 54), rows(60, 50));
    const [a, b] = await load({ again: rows(60, 54), other: rows(60, 50) });
    const config = suggestGate({ columns: a!.columns, thresholds: {} }, true)!;
    const editor = gateEditorOf(app);
    expect(editor.text).toBe(printGateConfig(config));
    const result = judgeGate(
      config,
      { columns: b!.columns, thresholds: {} },
      { columns: a!.columns, thresholds: {} },
    );
    expect(result).toEqual({ ok: true, report: editor.report });
    expect(textOf(screen.element.querySelector('pre')!)).toContain('"noWorseBy": 0.05');
  });

  it('takes a changed, a removed and a new condition', async () => {
    const screen = await openGate(rows(60, 54), rows(60, 54));
    const editor = gateEditorOf(app);
    const before = editor.config!.conditions;
    press(screen, 'Edit In-order match');
    fill(screen, 'Threshold', '0.2');
    press(screen, 'Save');
    await judged(screen);
    expect(editor.config!.conditions[0]).toEqual({ ...before[0], noWorseBy: 0.2 });
    expect(editor.text).toContain('"noWorseBy": 0.2');

    press(screen, 'Edit In-order match');
    press(screen, 'Remove');
    await judged(screen);
    expect(editor.config!.conditions).toHaveLength(before.length - 1);

    press(screen, 'Add condition');
    fill(screen, 'Threshold', '');
    press(screen, 'Add');
    expect(textOf(screen.element)).toContain('A number is needed.');
    fill(screen, 'What', 'calls mean');
    fill(screen, 'Threshold', '3');
    screen.element.querySelector('form')!.requestSubmit();
    flushSync();
    await judged(screen);
    expect(editor.config!.conditions.at(-1)).toEqual({ calls: 'mean', max: 3 });
    expect(readGateConfig(editor.text).ok).toBe(true);

    press(screen, 'Suggest again');
    await judged(screen);
    expect(editor.config!.conditions).toEqual(before);
  });

  it('says what is wrong with a config that a person writes, and passes nothing', async () => {
    const screen = await openGate(rows(60, 54), rows(60, 54));
    const editor = gateEditorOf(app);
    await editor.write(
      '{\n  "version": 1,\n  "conditions": [\n    { "metric": "bleu", "min": "a" }\n  ]\n}',
    );
    flushSync();
    expect(textOf(screen.element)).toContain('gate.json:4: conditions[0].min must be a number.');
    expect(textOf(screen.element)).not.toContain('PASS');
    await editor.write('{ "version": 1, "conditions": [{ "metric": "bleu", "min": 0.5 }] }');
    await judged(screen);
    expect(textOf(screen.element)).toContain(
      'Condition 1 (BLEU): The run is not scored with “bleu”',
    );
    expect(textOf(screen.element)).not.toContain('PASS');
  });

  it('keeps a gate of a person’s own for the next runs', async () => {
    const screen = await openGate(rows(60, 54), rows(60, 54));
    const editor = gateEditorOf(app);
    const own = '{ "version": 1, "conditions": [{ "calls": "mean", "max": 9 }] }';
    await editor.write(own);
    await judged(screen);
    const [c, d] = await load({ c: rows(40, 10), d: rows(40, 5) });
    await editor.open([c!, d!]);
    expect(editor.text).toBe(own);
    expect(editor.report?.conditions).toHaveLength(1);
    expect(editor.report?.verdict).toBe('PASS');
  });

  it('has nothing to suggest where nothing is scored', async () => {
    const bare = [row('1', '', 'ab'), row('2', '', 'ab')];
    const screen = await openGate(bare, bare);
    expect(textOf(screen.element)).toContain('cannot be judged');
  });
});
