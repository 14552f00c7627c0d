import { expect, textFile } from './playground.ts';
import { jsonl, type Row } from './rows.ts';
import { close, dialogOf, press, type Scene } from './scene.ts';

const call = (tool_name: string, tool_input: Row = {}): Row => ({ tool_name, tool_input });
const refund = (reason: unknown): Row => call('issue_refund', { order_id: 'A-2291', reason });
const verify = call('verify_identity', { customer_id: 'c_8841' });
const check = call('check_return_window', { order_id: 'A-2291' });
const REFERENCE = [
  { $inAnyOrder: [verify, check] },
  refund({ $any: ['damaged', 'defective'] }),
  { $optional: [call('send_email', { to: { $nonEmpty: true } })] },
];

/** Three runs of one task: two keep the reference, one gives another reason and does not verify. */
const RUNS = [
  [check, verify, refund('damaged')],
  [verify, check, refund('defective'), call('send_email', { to: 'ada@example.org' })],
  [check, refund('broken')],
].map((predicted_trajectory) => ({
  id: 'ts-01',
  prompt: 'Refund order A-2291',
  ...{ predicted_trajectory, reference_trajectory: REFERENCE },
}));

/** Rules that need no reference, and references with patterns. */
export const PATTERNS: readonly Scene[] = [
  {
    name: 'rules without a reference',
    show: async (app) => {
      await app.openFile(textFile('refunds.jsonl', jsonl(RUNS)));
      // whether they are patterns is asked before their scores are shown
      await expect(
        app.page.getByRole('radio', { name: /^Yes, read it as a pattern/ }),
      ).toBeChecked();
      await press(app, /^Score 3 rows/);
      await app.expectRows(3);
      await press(app, 'Metrics');
      const drawer = dialogOf(app, 'Metrics');
      await drawer.getByRole('tab', { name: 'Rules' }).click();
      const fresh = drawer.getByRole('group', { name: 'New rule' });
      for (const rule of ['issue_refund only after verify_identity', 'never delete_account']) {
        await fresh.getByRole('combobox', { name: 'Rule' }).fill(rule);
        await app.page.keyboard.press('Enter');
        await expect(drawer.getByRole('checkbox', { name: `Check: ${rule}` })).toBeChecked();
      }
      // what can be written closes with the field
      await fresh.getByRole('combobox', { name: 'Rule' }).blur();
      await expect(drawer.getByText('Broken in ts-01, call 2')).toBeVisible();
    },
    leave: close,
  },
  {
    name: 'row with an order, and what may be accepted',
    show: async (app) => {
      await app.grid.getByRole('rowheader', { name: 'ts-01' }).last().click();
      await app.panel.getByRole('button', { name: 'Open full' }).click();
      await app.drawer.getByRole('button', { name: 'Fix…' }).click();
      await expect(
        dialogOf(app, 'Fix')
          .getByText(/^\d+ rows?$/)
          .first(),
      ).toBeVisible();
    },
    leave: async ({ page, drawer }) => {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', { name: 'Accept' })).toBeHidden();
      await expect(drawer).toBeVisible();
    },
  },
];
