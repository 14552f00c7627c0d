import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { screen } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { metricOfTemplate } from './judge-settings.ts';
import type { JudgeSession } from './judge-session.svelte.ts';
import type { JudgeTrust, RowToLabel } from './judge-trust.svelte.ts';
import SessionBar from '#features/sessions/SessionBar.svelte';
import { judgeSession } from './texts.ts';
import { mountWith, type Mounted } from '../../../tests/support/mount-with.ts';
import LabelRows from './LabelRows.svelte';
import JudgeWording from './JudgeWording.svelte';
import { judgeOf } from './judge-session.svelte.ts';
import { openApp } from '../../../tests/support/open-app.ts';

const ROWS: readonly RowToLabel[] = [4, 2, 7].map((row) => ({
  row,
  inputs: [{ name: 'prompt', text: `Prompt of ${String(row)}` }],
  key: `key-${String(row)}`,
}));

/** Labels as the component needs them. */
class Labels {
  rows = $state.raw<readonly RowToLabel[]>([]);
  labels = $state.raw<ReadonlyMap<string, number>>(new Map());
  readonly labelled = [];
  readonly agreement = undefined;
  readonly draw = vi.fn(() => {
    this.rows = ROWS;
    return Promise.resolve();
  });
  readonly labelOf = ({ key }: RowToLabel): number | undefined => this.labels.get(key);
  readonly label = ({ key }: RowToLabel, score: number): Promise<void> => {
    this.labels = new Map(this.labels).set(key, score);
    return Promise.resolve();
  };
}

async function show(labels: Labels, obstacle = ''): Promise<Mounted> {
  const trust = labels as unknown as JudgeTrust;
  const metric = metricOfTemplate('goal_success');
  return mountWith(await openApp(), LabelRows, { trust, metric, obstacle });
}

describe('labelling rows', () => {
  it('goes on from row to row by keys alone, and shows the label given', async () => {
    const labels = new Labels();
    const { user } = await show(labels);
    await screen.findByText('Row 5 · 1 of 3, 0 labelled');
    expect(screen.getByText('Prompt of 4')).toBeTruthy();
    const good = screen.getByRole('button', { name: /^1 · / });
    good.focus();
    await user.keyboard('{Enter}');
    expect(screen.getByText('Row 3 · 2 of 3, 1 labelled')).toBeTruthy();
    expect(document.activeElement).toBe(good);
    await user.keyboard('{Enter}{Enter}');
    expect(screen.getByText('Row 8 · 3 of 3, 3 labelled')).toBeTruthy();
    expect(good.getAttribute('aria-pressed')).toBe('true');
    const bad = screen.getByRole('button', { name: /^0 · / });
    expect(bad.getAttribute('aria-pressed')).toBe('false');
    await user.click(bad);
    expect(labels.labels.get('key-7')).toBe(0);
  });

  it('begins at the first row without a label when it is taken up again', async () => {
    const labels = new Labels();
    labels.labels = new Map([['key-4', 1]]);
    const { user } = await show(labels);
    await screen.findByText('Row 3 · 2 of 3, 1 labelled');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByText('Row 5 · 1 of 3, 1 labelled')).toBeTruthy();
    const isOff = (name: string): boolean =>
      screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
    expect([isOff('Back'), isOff('Next')]).toEqual([true, false]);
  });

  it('takes the next key for the next row while a label is still being stored', async () => {
    const labels = new Labels();
    const given: number[] = [];
    const store = labels.label;
    const slow = (row: RowToLabel, score: number): Promise<void> => {
      given.push(row.row);
      void store(row, score);
      return new Promise(() => undefined);
    };
    const { user } = await show(Object.assign(labels, { label: slow }));
    (await screen.findByRole('button', { name: /^1 · / })).focus();
    await user.keyboard('{Enter}{Enter}{Enter}');
    expect(given).toEqual([4, 2, 7]);
  });

  it('says why it cannot begin', async () => {
    const labels = new Labels();
    const shown = await show(labels, 'There are no rows to judge.');
    expect(screen.getByRole('status').textContent).toBe('There are no rows to judge.');
    expect(labels.draw).not.toHaveBeenCalled();
    await shown.close();
    labels.draw.mockRejectedValueOnce(new Error('gone'));
    await show(labels);
    await eventually(() =>
      expect(screen.getByRole('status').textContent).toBe('The rows cannot be read.'),
    );
  });
});

const PROGRESS = {
  ...{ done: 3, total: 40, called: 5, calls: 5, known: 1, failed: 2 },
  usage: { input: 100, output: 20 },
  cost: undefined,
};

it('judging can be paused and cancelled, and says how far it is', async () => {
  const pause = vi.fn();
  const cancel = vi.fn();
  const underWay = { texts: judgeSession, progress: PROGRESS, isPaused: false, pause, cancel };
  const session = underWay as unknown as JudgeSession;
  mountWith(undefined, SessionBar, { session });
  expect(document.body.textContent.replace(/\s+/g, ' ')).toMatch(
    /3 of 40 rows · 5 calls · 1 reused · 2 errors · 120 tokens/,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  expect(pause).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(cancel).toHaveBeenCalledOnce();
});

it('a prompt is sections of a template or free text', async () => {
  const app = await openApp();
  const session = judgeOf(app);
  mountWith(app, JudgeWording, {});
  const user = userEvent.setup();
  await user.click(screen.getByText('Prompt and rubric'));
  await user.click(screen.getByRole('radio', { name: 'Free text' }));
  const field = screen.getByRole('textbox', { name: 'Prompt' });
  await user.clear(field);
  await user.type(field, 'Is {{response} kind?');
  await user.tab();
  expect(session.metric.prompt).toEqual({ kind: 'text', text: 'Is {response} kind?' });
  await user.click(screen.getByRole('radio', { name: 'Sections' }));
  expect(session.metric.prompt).toMatchObject({ kind: 'sections' });
});
