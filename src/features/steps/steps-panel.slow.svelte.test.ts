import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppState } from '#kernel/app.svelte.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { mountWith, textOf, type Mounted } from '../../../tests/support/mount-with.ts';
import { openApp, openRows, runOf } from '../../../tests/support/open-app.ts';
import StepsPanel from './StepsPanel.svelte';

let app: AppState;
const onselect = vi.fn<(number: number | undefined) => void>();
beforeEach(async () => {
  app = await openApp();
  onselect.mockClear();
});

const long = `${'word '.repeat(200)}end`;
const ROW = {
  id: 'r-1',
  predicted_trajectory: [
    {
      tool_name: 'get',
      tool_input: { id: 1 },
      parallel: 1,
      start_ms: 5000,
      duration_ms: 400,
      tool_output: { ok: true },
    },
    { tool_name: 'look', tool_input: { at: 'home' }, parallel: 1, start_ms: 5100 },
    {
      tool_name: 'pay',
      tool_input: { sum: 2 },
      start_ms: 6000,
      duration_ms: 250,
      tool_error: '504 too slow',
    },
    { tool_name: 'pay', tool_input: { sum: 3 }, start_ms: 6500, duration_ms: 250 },
  ],
  reference_trajectory: [
    { tool_name: 'get', tool_input: { id: 1 } },
    { tool_name: 'look', tool_input: { at: 'work' } },
    { tool_name: 'pay', tool_input: { sum: 3 } },
    { tool_name: 'label', tool_input: {} },
  ],
  transcript: [
    { role: 'user', text: 'Money back, please', before: 0 },
    {
      role: 'agent',
      text: '',
      before: 2,
      start_ms: 5600,
      duration_ms: 300,
      input_tokens: 1200,
      output_tokens: 40,
      cost: 0.004,
      currency: 'USD',
    },
    { role: 'agent', text: long, before: 4 },
  ],
};

async function openSteps(
  row: Record<string, unknown> = ROW,
  { selected, wrongStep }: { selected?: number; wrongStep?: number } = {},
): Promise<Mounted> {
  await openRows(app, [row]);
  const detail = (await app.reader.ask(runOf(app), 'detailRow', 0))!;
  const mounted = mountWith(app, StepsPanel, {
    ...{ run: runOf(app), row: 0, detail, wrongStep, selected, onselect },
  });
  await eventually(() => {
    flushSync();
    expect(textOf(mounted.element)).not.toContain('Reading the steps');
    expect(textOf(mounted.element)).not.toBe('');
  });
  return mounted;
}

const rowsOf = ({ element }: Mounted): string[] =>
  [...element.querySelectorAll('[role=grid] [role=row]')].slice(1).map(textOf);

describe('the conversation', () => {
  it('has messages, calls and results in order beside the calls expected', async () => {
    const panel = await openSteps();
    await eventually(() => expect(rowsOf(panel)).toHaveLength(8));
    const [user, get, look, agent, failed, pay, ...rest] = rowsOf(panel);
    expect(user).toMatch(/^1 ?user Money back, please/);
    expect(user).toMatch(/time ?– ?tokens in ?– ?tokens out ?– ?cost ?–$/);
    expect(get).toMatch(
      /^2 ?equal get ?\{"id": 1\} ?2 in parallel ?result ?\{"ok": true\} ?the same/,
    );
    expect(get).toContain('0.40 s');
    expect(look).toMatch(/^3 ?changed look ?at "home"/);
    expect(look).toContain('at "work"');
    expect(agent).toMatch(/^4 ?agent No text, 2 calls/);
    expect(agent).toMatch(/tokens in ?1,200 ?tokens out ?40 ?cost ?\$0\.0040/);
    expect(failed).toMatch(/^5 ?extra pay .*error ?504 too slow ?Recovered in step 6/);
    expect(pay).toMatch(/^6 ?equal pay .*recovers step 5/);
    expect(rest.some((line) => /^missing ?not made ?label/.test(line))).toBe(true);
  });

  it('leads from an error to the step that recovers, and from step to step by keys', async () => {
    const panel = await openSteps();
    await panel.user.click(panel.screen.getByText('Recovered in step 6'));
    await eventually(() => expect(onselect).toHaveBeenLastCalledWith(6));
    await eventually(() => expect(document.activeElement?.getAttribute('aria-rowindex')).toBe('7'));
    await panel.user.keyboard('{ArrowUp}');
    await eventually(() => expect(onselect).toHaveBeenLastCalledWith(5));
    await panel.user.keyboard('{Home}');
    await eventually(() => expect(onselect).toHaveBeenLastCalledWith(1));
  });

  it('finds steps, and goes to them by Enter and Shift Enter', async () => {
    const panel = await openSteps();
    const field = panel.screen.getByRole('searchbox', { name: 'Find in this row' });
    await panel.user.type(field, 'pay');
    await eventually(() => expect(panel.text()).toContain('2 steps'));
    await panel.user.keyboard('{Enter}');
    await eventually(() => expect(onselect).toHaveBeenLastCalledWith(5));
    expect(panel.text()).toContain('1 of 2 steps');
    await panel.user.keyboard('{Enter}{Enter}');
    await eventually(() => expect(onselect).toHaveBeenLastCalledWith(5));
    await panel.user.keyboard('{Shift>}{Enter}{/Shift}');
    await eventually(() => expect(onselect).toHaveBeenLastCalledWith(6));
    await panel.user.clear(field);
    await panel.user.type(field, 'no such text');
    await eventually(() => expect(panel.text()).toContain('not found'));
  });

  it('shows errors only, or what differs', async () => {
    const panel = await openSteps();
    await panel.user.click(panel.screen.getByRole('button', { name: /^Tool errors/ }));
    await eventually(() => expect(rowsOf(panel)).toHaveLength(1));
    await panel.user.click(panel.screen.getByRole('button', { name: /^Differs/ }));
    await eventually(() => expect(rowsOf(panel)).toHaveLength(3));
  });

  it('cuts a long text, and shows all of it when asked', async () => {
    const panel = await openSteps();
    expect(panel.text()).not.toContain('word end');
    await panel.user.click(panel.screen.getByRole('button', { name: /^Show all/ }));
    await eventually(() => expect(panel.text()).toContain('word end'));
  });

  it('offers no filter that shows nothing, and has no column for what no step records', async () => {
    const panel = await openSteps({
      id: 'r-1',
      predicted_trajectory: [{ tool_name: 'get', tool_input: {} }],
      reference_trajectory: [{ tool_name: 'get', tool_input: {} }],
    });
    expect(panel.screen.getAllByRole('button', { pressed: false }).map(textOf)).toEqual([
      'Calls 1',
    ]);
    expect(rowsOf(panel)).toEqual([expect.stringMatching(/^1 ?equal get ?\{\} ?the same$/)]);
  });

  it('folds equal calls of a long row, and unfolds them for the step that is gone to', async () => {
    const many = Array.from({ length: 30 }, (_, call) => ({
      tool_name: 'get',
      tool_input: { call },
    }));
    const made = many.map((step, at) => (at === 20 ? { ...step, tool_input: {} } : step));
    const row = { id: 'r-1', predicted_trajectory: made, reference_trajectory: many };
    const panel = await openSteps(row);
    await eventually(() =>
      expect(rowsOf(panel)).toEqual([
        expect.stringMatching(/^20 equal calls ?get, get/),
        expect.stringMatching(/^21 ?changed get/),
        expect.stringMatching(/^9 equal calls/),
      ]),
    );
    await panel.user.click(panel.button('9 equal calls'));
    await eventually(() => expect(rowsOf(panel)).toHaveLength(12));
    const linked = await openSteps(row, { selected: 5, wrongStep: 24 });
    await eventually(() => {
      const selected = linked.element.querySelector('[aria-selected=true]');
      expect(textOf(selected)).toMatch(/^5 ?equal get/);
    });
    expect(rowsOf(linked).some((line) => /^25 ?equal ?first wrong step ?get/.test(line))).toBe(
      true,
    );
  });

  it('has no column for a reference that is not there', async () => {
    const panel = await openSteps({ ...ROW, reference_trajectory: null });
    expect(panel.screen.queryByRole('columnheader', { name: 'expected' })).toBeNull();
    expect(rowsOf(panel)[1]).toMatch(/^2 ?called get/);
  });
});

it('has a bar a step that says when it was at work, and what the run took above', async () => {
  const panel = await openSteps();
  await eventually(() => expect(rowsOf(panel)).toHaveLength(8));
  expect(panel.element.querySelectorAll('.track i')).toHaveLength(5);
  const totals = textOf(panel.element.querySelector('dl'));
  expect(totals).toMatch(
    /Time ?1.75 s ?model ?0.30 s .*tools ?0.90 s ?\(1 call without a time\).*Tokens in ?1,200 ?out ?40 ?Cost ?\$0.0040/,
  );
  const untimed = await openSteps({
    id: 'r-1',
    predicted_trajectory: [{ tool_name: 'get', tool_input: {} }],
  });
  expect(untimed.element.querySelector('.track')).toBeNull();
});
