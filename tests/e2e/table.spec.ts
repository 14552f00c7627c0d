import { expect, test, textFile, type Playground } from './playground.ts';
import { calls, jsonl, row } from './rows.ts';

/** Opens short rows that the page writes itself: `r-0` to `r-<count − 1>`, every tenth wrong. */
async function openManyRows(app: Playground, count: number): Promise<void> {
  await app.page.evaluate((rowCount) => {
    const call = (tool: string) => `[{"tool_name":"${tool}","tool_input":{}}]`;
    const lines: string[] = [];
    for (let at = 0; at < rowCount; at++) {
      const made = at % 10 === 3 ? 'b' : 'a';
      lines.push(
        `{"id":"r-${at}","room":"room ${at % 7}","predicted_trajectory":${call(made)},"reference_trajectory":${call('a')}}\n`,
      );
    }
    const list = new DataTransfer();
    list.items.add(new File(lines, 'many.jsonl'));
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('no file input');
    input.files = list.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, count);
  const scored = `${count.toLocaleString('en')} rows scored`;
  await expect(app.status).toContainText(scored, { timeout: 60_000 });
}

const head = (app: Playground, name: RegExp) => app.grid.getByRole('columnheader', { name });

test('a table taller than a browser can scroll', async ({ app }) => {
  const COUNT = 400_000; // 11.2 million px
  test.setTimeout(180_000);
  await openManyRows(app, COUNT);

  await test.step('reaches the last row and the first by keys, and tells where it is', async () => {
    await expect(app.grid).toHaveAttribute('aria-rowcount', String(COUNT + 1));
    await app.row('r-0').click();
    await app.page.keyboard.press('End');
    const last = app.row(`r-${COUNT - 1}`);
    await expect(last).toBeFocused();
    await expect(last).toBeInViewport({ ratio: 0.9 });
    await expect(last).toHaveAttribute('aria-rowindex', String(COUNT + 1));
    await app.page.keyboard.press('PageUp');
    await app.page.keyboard.press('PageDown');
    await expect(last).toBeFocused();
    await app.page.keyboard.press('Home');
    await expect(app.row('r-0')).toBeFocused();
    await expect(app.row('r-0')).toBeInViewport({ ratio: 0.9 });
    expect(await app.grid.getByRole('row').count()).toBeLessThan(60);
  });

  await test.step('leaps by the scroll bar, moves px by px by the wheel', async () => {
    const rowAt = () =>
      app.grid.evaluate((grid) => {
        const box = grid.getBoundingClientRect();
        const row = document.elementFromPoint(box.left + 60, box.top + 60)?.closest('[role=row]');
        const index = Number(row?.getAttribute('aria-rowindex')) - 2;
        return index * 28 - (row?.getBoundingClientRect().top ?? 0);
      });
    await app.grid.evaluate(
      (grid) => (grid.scrollTop = (grid.scrollHeight - grid.clientHeight) / 2),
    );
    await expect.poll(async () => Math.abs((await rowAt()) / 28 - COUNT / 2)).toBeLessThan(60);
    const before = await rowAt();
    await app.grid.hover();
    await app.page.mouse.wheel(0, 333);
    await expect.poll(async () => Math.round((await rowAt()) - before)).toBe(333);
    await app.grid.evaluate((grid) => (grid.scrollTop = grid.scrollHeight));
    await expect(app.row(`r-${COUNT - 1}`)).toBeInViewport({ ratio: 0.9 });
    await app.grid.evaluate((grid) => (grid.scrollTop = 0));
    await expect(app.row('r-0')).toBeInViewport({ ratio: 0.9 });
  });

  await test.step('keeps keys working when the focused row has scrolled away', async () => {
    await app.row('r-3').click();
    await app.grid.evaluate((grid) => (grid.scrollTop = 3_000_000));
    await expect(app.row('r-3')).toHaveCount(0);
    await expect(app.grid).toBeFocused();
    await app.page.keyboard.press('ArrowDown');
    await expect(app.row('r-4')).toBeFocused();
    await expect(app.row('r-4')).toBeInViewport({ ratio: 0.9 });
  });

  await test.step('goes to a row by id or number, and says when there is none or it is hidden', async () => {
    const dialog = app.page.getByRole('dialog', { name: 'Go to row' });
    const field = dialog.getByRole('textbox');
    await app.page.keyboard.press('Control+g');
    await field.fill('r-250000');
    await field.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(app.row('r-250000')).toBeInViewport({ ratio: 0.9 });
    await expect(app.row('r-250000')).toHaveAttribute('aria-selected', 'true');
    await app.choose('Table', /Go to row/);
    await field.fill('300,001');
    await field.press('Enter');
    await expect(app.row('r-300000')).toBeInViewport({ ratio: 0.9 });
    await app.filter(/^Exact fails/).click();
    await expect(app.page.getByText('40,000 of 400,000 rows')).toBeVisible({ timeout: 45_000 });
    await app.page.keyboard.press('Control+g');
    await field.fill('nowhere');
    await field.press('Enter');
    await expect(dialog).toContainText('No row has the id “nowhere”');
    await field.fill('r-5');
    await field.press('Enter');
    await expect(dialog).toContainText('the filters hide it');
    await dialog.getByRole('button', { name: 'Show all rows' }).click();
    await expect(app.row('r-5')).toBeInViewport({ ratio: 0.9 });
  });
});

test.describe('order by several columns', () => {
  test('adds a column with Shift, by mouse and by key', async ({ app }) => {
    await head(app, /^prec/).getByRole('button').click();
    await head(app, /^s\b/)
      .getByRole('button')
      .click({ modifiers: ['Shift'] });
    await expect(head(app, /^prec/).getByRole('button')).toHaveText('prec ↑1');
    await expect(head(app, /^s\b/).getByRole('button')).toHaveText(/↑2$/);
    await head(app, /^s\b/).getByRole('button').focus();
    await app.page.keyboard.press('Shift+Enter');
    await expect(head(app, /^s\b/)).toHaveAttribute('aria-sort', 'descending');
    await expect(head(app, /^prec/)).toHaveAttribute('aria-sort', 'ascending');
    const scores = await app.grid
      .getByRole('row')
      .evaluateAll((rows) =>
        rows.slice(1).map((one) => Array.from(one.children, (cell) => cell.textContent)),
      );
    const keys = scores.map((cells) => [Number(cells[7]), -Number(cells[9])] as const);
    const scored = keys.filter(([precision]) => !Number.isNaN(precision));
    const sorted = [...scored].sort(([a, x], [b, y]) => a - b || x - y);
    expect(scored.length).toBeGreaterThan(8);
    expect(scored).toEqual(sorted);
  });

  test('adds a column without Shift, from the menu', async ({ app }) => {
    await app.choose('Table', /^Exact match/);
    await app.choose('Table', /^Recall/);
    await expect(head(app, /^exact/)).toHaveAttribute('aria-sort', 'ascending');
    await expect(head(app, /^recall/).getByRole('button')).toHaveText(/↑2$/);
    await head(app, /^id/).getByRole('button').click();
    await expect(head(app, /^recall/)).toHaveAttribute('aria-sort', 'none');
  });
});

test.describe('columns', () => {
  const dialog = (app: Playground) => app.page.getByRole('dialog', { name: 'Columns' });

  test('shows a column of the dataset and hides another, and keeps that', async ({ app }) => {
    await app.choose('Table', 'Columns…');
    await dialog(app).getByRole('checkbox', { name: 'room' }).check();
    await dialog(app).getByRole('checkbox', { name: 'Recall' }).uncheck();
    await dialog(app).getByRole('button', { name: 'Done' }).click();
    await expect(head(app, /^room/)).toBeVisible();
    await expect(head(app, /^recall/)).toHaveCount(0);
    await expect(app.row('hd-05').getByRole('gridcell', { name: 'whole house' })).toBeVisible();
    await app.page.reload();
    await app.expectRows(18);
    await expect(app.row('hd-05').getByRole('gridcell', { name: 'whole house' })).toBeVisible();
    const columns = await app.grid.getByRole('columnheader').count();
    await expect(app.grid).toHaveAttribute('aria-colcount', String(columns));
    await app.choose('Table', 'Columns…');
    await dialog(app).getByRole('button', { name: 'Usual columns and widths' }).click();
    await app.page.keyboard.press('Escape');
    await expect(head(app, /^room/)).toHaveCount(0);
    await expect(head(app, /^recall/)).toBeVisible();
  });

  test('bounds long cells', async ({ app }) => {
    const long = 'x'.repeat(5000);
    await app.openFile(textFile('long.jsonl', jsonl([row('one', 'a', 'a', { note: long })])));
    await app.expectRows(1);
    await app.choose('Table', 'Columns…');
    await dialog(app).getByRole('checkbox', { name: 'note' }).check();
    await app.page.keyboard.press('Escape');
    const cell = app.row('one').getByRole('gridcell', { name: /^x+…$/ });
    await expect(cell).toHaveText(/^x{199}…$/);
  });

  test('changes a width by keys and by the mouse, and fits it by a double click', async ({
    app,
  }) => {
    const handle = app.grid.getByRole('separator', { name: 'Width of Prompt' });
    const width = async () => (await head(app, /^prompt/).boundingBox())?.width ?? 0;
    await handle.focus();
    const before = await width();
    await app.page.keyboard.press('ArrowRight');
    await expect.poll(width).toBeCloseTo(Math.round(before) + 16, 0);
    await app.page.keyboard.press('Home');
    await expect.poll(width).toBe(40);
    const box = await handle.boundingBox();
    if (!box) throw new Error('no handle');
    await app.page.mouse.move(box.x + 4, box.y + 10);
    await app.page.mouse.down();
    await app.page.mouse.move(box.x + 104, box.y + 10, { steps: 4 });
    await app.page.mouse.up();
    await expect.poll(width).toBe(140);
    await handle.dblclick();
    await expect.poll(width).toBeGreaterThan(200);
    await app.page.reload();
    await app.expectRows(18);
    await expect.poll(width).toBeGreaterThan(200);
  });
});

test.describe('groups', () => {
  async function openGroups(app: Playground, by: string): Promise<void> {
    await app.page.getByRole('tab', { name: 'Groups' }).click();
    await app.page.getByLabel('Group by').selectOption(by);
  }
  const lines = (app: Playground) =>
    app.page.getByRole('region', { name: 'Groups' }).getByRole('row');

  test('counts and averages by a column of the dataset, and filters by a group', async ({
    app,
  }) => {
    await openManyRows(app, 1400);
    await openGroups(app, 'room');
    await expect(app.page.getByText('7 groups of 1,400 rows.')).toBeVisible();
    await expect(lines(app)).toHaveCount(8);
    await expect(lines(app).nth(1)).toContainText(/room \d\s*200\s*0\.90/);
    await lines(app).getByRole('button', { name: 'room 4' }).click();
    await expect(app.filter('Remove room: room 4')).toBeVisible();
    await expect(app.page.getByText('200 of 1,400 rows')).toBeVisible();
    await expect(app.row('r-4')).toBeVisible();
  });

  test('groups by score, tool and cause, of the filtered rows only', async ({ app }) => {
    await openManyRows(app, 1400);
    await openGroups(app, 'Exact match');
    await expect(lines(app).nth(1)).toContainText(/^0\s*140/);
    await expect(lines(app).nth(2)).toContainText(/^1\s*1,260/);
    await lines(app).getByRole('button', { name: '0' }).click();
    await expect(app.page.getByText('140 of 1,400 rows')).toBeVisible();
    await openGroups(app, 'Tool called');
    await expect(app.page.getByText('1 group of 140 filtered rows.')).toBeVisible();
    await expect(lines(app).nth(1)).toContainText(/^b\s*140/);
    await app.page.getByLabel('Group by').selectOption('Cause of failure');
    await expect(app.page.getByText('2 groups of 140 filtered rows.')).toBeVisible();
  });

  test('says what is beyond a thousand values', async ({ app }) => {
    const many = Array.from({ length: 1203 }, (_, at) =>
      row(`r-${at}`, 'a', 'a', { key: `k${at}` }),
    );
    await app.openFile(textFile('many.jsonl', jsonl(many)));
    await app.expectRows(1203);
    await openGroups(app, 'key');
    await expect(app.page.getByText(/^203 rows: have a value beyond/)).toBeVisible();
  });

  test('has the rows without calls in no group', async ({ app }) => {
    await app.openFile(
      textFile(
        'few.jsonl',
        jsonl([row('one', 'a', 'a'), { ...row('two', '', 'a'), extra: calls('a') }]),
      ),
    );
    await app.expectRows(2);
    await openGroups(app, 'Tool called');
    await expect(app.page.getByText('1 row: call no tool.')).toBeVisible();
  });
});
