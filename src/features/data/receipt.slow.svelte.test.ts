import { describe, expect } from 'vitest';
import { mountColumns, mountReceipt } from '../../../tests/support/data-pane.ts';
import { it, openApp, openFile } from '../../../tests/support/open-app.ts';
import type { AppState } from '#kernel/app.svelte.ts';

const CALLS = [{ tool_name: 'a', tool_input: {} }];

it('columns under names of the file’s own are listed with these, and noted nowhere else', async ({
  app,
}) => {
  const record = { id: 1, question: 'q', actual_calls: CALLS, expected_calls: CALLS };
  await openFile(app, 'own.jsonl', JSON.stringify(record));
  expect(mountReceipt(app).text()).not.toContain('was read as');
  const columns = await mountColumns(app);
  expect(columns.text()).toMatch(/actual_calls.* · 1 call/);
});

describe('lines that were skipped', () => {
  it('have nothing to show where none was skipped', async () => {
    const receipt = mountReceipt(await openApp());
    expect(receipt.text()).not.toMatch(/skipped/i);
    receipt.close();
  });
});

describe('what was noted', () => {
  async function openedLarge(): Promise<AppState> {
    const app = await openApp();
    const sides = { predicted_trajectory: ['a'], reference_trajectory: ['a'] };
    const line = (id: number): string => JSON.stringify({ id, note: 'x'.repeat(60_000), ...sides });
    const lines = Array.from({ length: 20 }, (_, id) => line(id));
    lines.splice(16, 0, '{"id": 16, "note": broken}');
    await openFile(app, 'large.jsonl', lines.join('\n'));
    return app;
  }

  it('is grouped by kind, one of each', async () => {
    const receipt = mountReceipt(await openedLarge());
    const headings = [...receipt.element.querySelectorAll('h3')].map((one) => one.textContent);
    expect(headings).toEqual(['Calls compared by name only 20']);
    expect(receipt.element.querySelectorAll('li')).toHaveLength(1 + 1);
    expect(receipt.text()).not.toContain('Show all');
    receipt.close();
  });
});
