import { expect, test, type Playground } from './playground.ts';

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

test('a table taller than a browser can scroll', { tag: '@long' }, async ({ app }) => {
  const COUNT = 320_000; // 9 million px
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

  await test.step('goes to a row far away, also to one that filters have hidden', async () => {
    const field = app.page.getByRole('combobox', { name: 'Command' });
    await app.page.keyboard.press('Control+g');
    await expect(field).toBeFocused();
    await field.fill('r-250000');
    await field.press('Enter');
    await expect(field).toBeHidden();
    await expect(app.row('r-250000')).toBeInViewport({ ratio: 0.9 });
    await expect(app.row('r-250000')).toHaveAttribute('aria-selected', 'true');
    await app.filter(/^Failed/).click();
    await expect(app.page.getByText('32,000 of 320,000 rows')).toBeVisible({ timeout: 45_000 });
    await app.page.keyboard.press('Control+g');
    await field.fill('r-5');
    await field.press('Enter');
    await expect(app.row('r-5')).toBeInViewport({ ratio: 0.9 });
  });
});

test('sorting leads to the first rows, and the selected one stays selected', async ({ app }) => {
  await openManyRows(app, 2000);
  await app.row('r-3').click();
  await head(app, /^result/i)
    .getByRole('button')
    .click();
  await expect(app.row('r-3')).toBeInViewport();
  await head(app, /^result/i)
    .getByRole('button')
    .click();
  await expect(app.row('r-0')).toBeInViewport();
  await expect(app.row('r-3')).toBeHidden();
  await expect(app.panel).toContainText('r-3');
});

test('a failing cell looks the same whether its row is selected or not', async ({ app, page }) => {
  await page.getByRole('button', { name: 'Columns…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  await dialog.getByRole('checkbox', { name: 'Exact match' }).check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const colourOf = (id: string) =>
    app
      .row(id)
      .getByRole('gridcell', { name: '0', exact: true })
      .first()
      .evaluate((cell) => getComputedStyle(cell).backgroundColor);
  await app.row('hd-02').click();
  await app.headline.hover();
  await expect(app.row('hd-02')).toHaveAttribute('aria-selected', 'true');
  await expect.poll(() => colourOf('hd-02')).toBe(await colourOf('hd-08'));
});

test('few tab stops lead from the start of the page to the first row', async ({ app, page }) => {
  await app.expectRows(18);
  await expect(page.getByRole('textbox', { name: 'Dataset', exact: true })).toBeVisible();
  const stops: string[] = [];
  const isAtRow = () =>
    page.evaluate(() => document.activeElement?.matches('[role=row][tabindex="0"]') === true);
  while (stops.length < 60 && !(await isAtRow())) {
    await page.keyboard.press('Tab');
    stops.push(
      await page.evaluate(() => {
        const { ariaLabel, textContent, role, tagName } = document.activeElement ?? document.body;
        return `${role ?? tagName} ${(ariaLabel ?? textContent).trim().slice(0, 40)}`;
      }),
    );
  }
  expect(stops.length, stops.join('\n')).toBeLessThanOrEqual(10);
});
