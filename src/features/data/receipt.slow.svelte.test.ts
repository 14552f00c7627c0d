import { describe, expect } from 'vitest';
import { mountColumns, mountReceipt } from '../../../tests/support/data-pane.ts';
import type { Mounted } from '../../../tests/support/mount-with.ts';
import { it, openApp, openFile } from '../../../tests/support/open-app.ts';
import type { AppState } from '#kernel/app.svelte.ts';

/** Clicks the one button or link of that name. */
function click({ element }: Mounted, name: string): void {
  const found = [...element.querySelectorAll('button')].filter((button) =>
    [button.getAttribute('aria-label'), button.textContent.trim()].includes(name),
  );
  expect(found, `buttons “${name}”`).toHaveLength(1);
  found[0]?.click();
}

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

  it('is grouped by kind, one of each at first', async () => {
    const receipt = mountReceipt(await openedLarge());
    const count = (): number => receipt.element.querySelectorAll('li').length;
    const headings = [...receipt.element.querySelectorAll('h3')].map((one) => one.textContent);
    expect(headings).toEqual(['Calls compared by name only 20']);
    expect(count()).toBe(1 + 1);
    click(receipt, 'Show all 20: Calls compared by name only');
    receipt.text();
    expect(count()).toBe(1 + 20);
    receipt.close();
  });
});
