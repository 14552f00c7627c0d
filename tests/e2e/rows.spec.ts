import { readFileSync } from 'node:fs';
import { expect, test, textFile, type Playground } from './playground.ts';

const ALL = Array.from({ length: 18 }, (_, row) => `hd-${String(row + 1).padStart(2, '0')}`);

async function expectSelected(app: Playground, id: string): Promise<void> {
  await expect(app.grid.getByRole('row', { selected: true })).toHaveCount(1);
  await expect(app.row(id)).toHaveAttribute('aria-selected', 'true');
  await expect(app.panel).toContainText(id);
}

test.describe('order', () => {
  // All 18 rows in sight: the table draws no others.
  test.use({ viewport: { width: 1440, height: 1400 } });

  test('sorts by a column, the other way round, and back', async ({ app }) => {
    await app.expectIds(ALL);
    const sort = app.grid.getByRole('columnheader', { name: /^prec/ });
    await sort.getByRole('button').click();
    await expect(sort).toHaveAttribute('aria-sort', 'ascending');
    await app.expectIds([
      ...['hd-09', 'hd-12', 'hd-13', 'hd-02', 'hd-06', 'hd-08', 'hd-05'],
      ...['hd-01', 'hd-03', 'hd-04', 'hd-07', 'hd-14', 'hd-15', 'hd-17'],
      ...['hd-10', 'hd-11', 'hd-16', 'hd-18'],
    ]);
    await sort.getByRole('button').click();
    await expect(sort).toHaveAttribute('aria-sort', 'descending');
    await app.expectIds([
      ...['hd-01', 'hd-03', 'hd-04', 'hd-07', 'hd-14', 'hd-15', 'hd-17'],
      ...['hd-05', 'hd-02', 'hd-06', 'hd-08', 'hd-13', 'hd-09', 'hd-12'],
      ...['hd-10', 'hd-11', 'hd-16', 'hd-18'],
    ]);
    await sort.getByRole('button').click();
    await expect(sort).toHaveAttribute('aria-sort', 'none');
    await app.expectIds(ALL);
  });

  test('sorts by a tile', async ({ app }) => {
    await app.tile('Latency').click();
    await expect(app.tile('Latency')).toHaveAttribute('aria-pressed', 'true');
    await expect(app.grid.getByRole('rowheader').first()).toHaveText('hd-11');
    await app.tile('Latency').click();
    await expect(app.grid.getByRole('rowheader').first()).toHaveText('hd-05');
  });
});

test.describe('filters', () => {
  test('counts before the click and keeps what was counted', async ({ app }) => {
    const quick = [
      [/^In-order fails/, ['hd-02', 'hd-04', 'hd-05', 'hd-08', 'hd-09', 'hd-12', 'hd-13']],
      [/^Not evaluated/, ['hd-10', 'hd-11', 'hd-16', 'hd-18']],
      [/^Agent failed/, ['hd-10']],
    ] as const;
    for (const [name, ids] of quick) {
      await expect(app.filter(name)).toContainText(String(ids.length));
      await app.filter(name).click();
      await expect(app.filter(name)).toHaveAttribute('aria-pressed', 'true');
      await app.expectIds(ids);
      await expect(app.page.getByText(`${ids.length} of 18 rows`)).toBeVisible();
      await app.filter(name).click();
      await expect(app.filter(/^All/)).toHaveAttribute('aria-pressed', 'true');
    }
    await expect(app.filter(/^Exact fails/)).toContainText('9');
  });

  test('meets all conditions together', async ({ app }) => {
    await app.filter(/^Exact fails/).click();
    await app.page.getByRole('searchbox', { name: 'Filter rows by text' }).fill('bath');
    await app.expectIds(['hd-09', 'hd-13']);
    await app.filter(/^All/).click();
    await expect(app.page.getByRole('searchbox', { name: 'Filter rows by text' })).toHaveValue('');
    await expect(app.page.getByText('18 of 18 rows')).toBeVisible();
  });

  test('keeps a range of a metric', async ({ app }) => {
    await app.choose('More filters', 'Precision…');
    const dialog = app.page.getByRole('dialog', { name: 'Precision: range' });
    await expect(dialog.getByRole('spinbutton', { name: 'From' })).toHaveValue('0');
    await dialog.getByRole('spinbutton', { name: 'From' }).fill('0.3');
    await dialog.getByRole('spinbutton', { name: 'To' }).fill('0.5');
    await dialog.getByRole('button', { name: 'Filter rows' }).click();
    await app.expectIds(['hd-02', 'hd-06', 'hd-08', 'hd-13']);
    await app.filter('Remove Precision 0.3 to 0.5').click();
    await expect(app.page.getByText('18 of 18 rows')).toBeVisible();
  });

  test('refuses a range the wrong way round', async ({ app }) => {
    await app.choose('More filters', 'Recall…');
    const dialog = app.page.getByRole('dialog');
    await dialog.getByRole('spinbutton', { name: 'From' }).fill('0.9');
    await dialog.getByRole('spinbutton', { name: 'To' }).fill('0.1');
    await expect(dialog).toContainText('the smaller one first');
    await expect(dialog.getByRole('button', { name: 'Filter rows' })).toBeDisabled();
  });

  test('keeps the rows that call a tool', async ({ app }) => {
    await app.choose('More filters', 'close_door');
    await app.expectIds(['hd-14']);
    await app.filter('Remove calls close_door').click();
    await expect(app.page.getByText('18 of 18 rows')).toBeVisible();
  });

  test('finds text in any column, whatever its case', async ({ app }) => {
    const search = app.page.getByRole('searchbox', { name: 'Filter rows by text' });
    await app.page.keyboard.press('/');
    await expect(search).toBeFocused();
    await search.fill('HUBTIMEOUT');
    await app.expectIds(['hd-10']);
    await search.fill('für elise');
    await app.expectIds(['hd-15']);
  });

  test('says when no row matches and how to get rows back', async ({ app }) => {
    await app.filter(/^Agent failed/).click();
    await app.page.getByRole('searchbox', { name: 'Filter rows by text' }).fill('kettle');
    await expect(app.page.getByText('No row matches')).toBeVisible();
    await expect(app.page.getByText('0 of 18 rows: Agent failed, text “kettle”.')).toBeVisible();
    await app.page.getByRole('button', { name: 'Remove “Agent failed”' }).click();
    await app.expectIds(['hd-06']);
    await app.page.getByRole('searchbox', { name: 'Filter rows by text' }).fill('kettledrum');
    await app.page.getByRole('button', { name: 'Clear all' }).click();
    await expect(app.page.getByText('18 of 18 rows')).toBeVisible();
  });

  test('shows the rows behind a kind of failure', async ({ app }) => {
    await app.page.getByRole('tab', { name: /^Causes/ }).click();
    await app.page
      .getByRole('button', { name: /^set_temperature.*is text instead of a number/ })
      .click();
    await app.expectIds(['hd-02', 'hd-05', 'hd-09', 'hd-13']);
  });
});

test.describe('keyboard', () => {
  test('moves by row and by failure from anywhere', async ({ app }) => {
    await expectSelected(app, 'hd-02');
    await app.page.keyboard.press('j');
    await expectSelected(app, 'hd-03');
    await app.page.keyboard.press('n');
    await expectSelected(app, 'hd-04');
    await app.page.keyboard.press('n');
    await app.page.keyboard.press('n');
    await expectSelected(app, 'hd-06');
    await app.page.keyboard.press('p');
    await expectSelected(app, 'hd-05');
    await app.page.keyboard.press('k');
    await expectSelected(app, 'hd-04');
  });

  test('moves by arrow keys in the table and keeps the row in sight', async ({ app }) => {
    await app.row('hd-02').click();
    await app.page.keyboard.press('ArrowDown');
    await expectSelected(app, 'hd-03');
    await expect(app.row('hd-03')).toBeFocused();
    await app.page.keyboard.press('ArrowUp');
    await app.page.keyboard.press('ArrowUp');
    await expectSelected(app, 'hd-01');
    await app.page.keyboard.press('End');
    await expectSelected(app, 'hd-18');
    await expect(app.row('hd-18')).toBeFocused();
    // not 1: heights of parts of a pixel cut the edge off
    await expect(app.row('hd-18')).toBeInViewport({ ratio: 0.9 });
    await app.page.keyboard.press('Home');
    await expectSelected(app, 'hd-01');
    await expect(app.row('hd-01')).toBeInViewport({ ratio: 0.9 });
  });

  test('opens a row by Enter, goes on inside, and closes it by Escape', async ({ app }) => {
    await app.row('hd-04').click();
    await app.page.keyboard.press('Enter');
    const drawer = app.page.getByRole('dialog');
    await expect(drawer).toHaveAccessibleName('Row hd-04');
    await expect(drawer.getByText('row 4 of 18', { exact: true })).toBeVisible();
    await app.page.keyboard.press('j');
    await expect(drawer).toHaveAccessibleName('Row hd-05');
    await app.page.keyboard.press('n');
    await expect(drawer).toHaveAccessibleName('Row hd-06');
    await app.page.keyboard.press('p');
    await app.page.keyboard.press('k');
    await expect(drawer).toHaveAccessibleName('Row hd-04');
    await app.page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(app.row('hd-04')).toBeFocused();
  });

  test('opens the selected row by Enter after moving with j', async ({ app }) => {
    await app.headline.click();
    await app.page.keyboard.press('j');
    await expectSelected(app, 'hd-03');
    await app.page.keyboard.press('Enter');
    await expect(app.page.getByRole('dialog')).toHaveAccessibleName('Row hd-03');
  });

  test('lists the keys behind ? and leaves typing alone', async ({ app }) => {
    await app.page.keyboard.press('?');
    const help = app.page.getByRole('dialog', { name: 'Keyboard' });
    await expect(help).toContainText('Next failure');
    await app.page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    const search = app.page.getByRole('searchbox', { name: 'Filter rows by text' });
    await search.click();
    await app.page.keyboard.type('njk?');
    await expect(search).toHaveValue('njk?');
    await expect(help).toBeHidden();
  });
});

test.describe('a row in full', () => {
  async function openRow(app: Playground, id: string): Promise<void> {
    await app.row(id).dblclick();
    await expect(app.page.getByRole('dialog')).toHaveAccessibleName(`Row ${id}`);
  }

  test('tells by path what differs, with both values and their types', async ({ app }) => {
    await openRow(app, 'hd-05');
    const calls = app.drawer.getByRole('table');
    await expect(calls.getByRole('row').filter({ hasText: 'equal call' })).toHaveCount(2);
    const missing = calls.getByRole('row').filter({ hasText: 'missing' });
    await expect(missing.getByRole('cell')).toHaveText([
      /missing/,
      /lock_door\s+\{"door": "back"\}/,
      /no call/,
    ]);
    const differs = calls.getByRole('row').filter({ hasText: '/temperature' });
    await expect(differs.getByRole('cell')).toHaveText([
      /differs/,
      /\/temperature\s+17\s+number/,
      /\/temperature\s+"17"\s+text/,
    ]);
    await expect(app.drawer).toContainText('6 expected, 5 made: 4 equal, 1 changed, 1 missing');
  });

  test('unfolds equal calls', async ({ app }) => {
    await openRow(app, 'hd-05');
    const fold = app.drawer.getByRole('button', { name: /^3 equal calls/ });
    await expect(fold).toHaveAttribute('aria-expanded', 'false');
    await fold.click();
    await expect(fold).toHaveAttribute('aria-expanded', 'true');
    const equal = app.drawer.getByRole('row').filter({ hasText: /^\s*equal/ });
    await expect(equal).toHaveCount(3);
    await expect(equal.first()).toContainText('list_devices');
  });

  test('marks an extra call', async ({ app }) => {
    await openRow(app, 'hd-06');
    const extra = app.drawer.getByRole('row').filter({ hasText: 'extra' });
    await expect(extra.getByRole('cell')).toHaveText([/extra/, /no call/, /get_device_info/]);
  });

  test('marks a moved call and links its two places', async ({ app }) => {
    await openRow(app, 'hd-04');
    const moved = app.drawer.getByRole('row').filter({ hasText: 'moved' });
    await expect(moved).toHaveCount(2);
    await expect(moved.first()).toContainText('set_device_info');
    await expect(moved.first()).toContainText('Expected as call 3');
    await moved
      .first()
      .getByRole('button', { name: /^Go there/ })
      .click();
    await expect(moved.last()).toBeFocused();
    await expect(moved.last()).toContainText('Made as call 1');
    await moved
      .last()
      .getByRole('button', { name: /^Go there/ })
      .click();
    await expect(moved.first()).toBeFocused();
  });

  test('gives every score with its reason', async ({ app }) => {
    await openRow(app, 'hd-05');
    const scores = app.drawer
      .getByRole('list', { name: 'Scores of this row' })
      .getByRole('listitem');
    await expect(scores.filter({ hasText: 'Precision' })).toHaveText(
      /0\.80.*4 of 5 predicted calls are in the reference\./s,
    );
    await expect(scores.filter({ hasText: 'In-order match' })).toHaveText(
      /0.*Fails at lock_door, which is called with other arguments\./s,
    );
    await expect(scores.filter({ hasText: /^\s*set_temperature/ })).toHaveText(/1.*as call 4/s);
  });

  test('says why a row is not evaluated', async ({ app }) => {
    await openRow(app, 'hd-10');
    await expect(app.drawer).toContainText('agent failed');
    await expect(app.drawer).toContainText('No predicted trajectory recorded; not evaluated.');
    await app.page.keyboard.press('Escape');
    await openRow(app, 'hd-18');
    await expect(app.drawer).toContainText('No reference trajectory recorded; not evaluated.');
  });

  test('shows prompt, both answers, other columns and the row as it is in the data', async ({
    app,
  }) => {
    await openRow(app, 'hd-05');
    const answers = app.drawer.getByRole('region', { name: 'Response' });
    await expect(answers).toContainText('Sleep well. Lights are out');
    await expect(answers).toContainText('bedroom at 17 °C');
    await expect(app.drawer.getByRole('region', { name: 'room' })).toContainText('whole house');
    await expect(app.drawer.getByRole('region', { name: 'prompt' })).toContainText('alarm on');
    await app.drawer.getByText('JSON', { exact: true }).click();
    await expect(app.drawer).toContainText('"temperature": "17"');
    await expect(app.drawer).toContainText('line 5');
  });

  test('stays usable with a thousand calls a side', async ({ app }) => {
    const calls = Array.from({ length: 1000 }, (_, call) => ({
      tool_name: `tool_${call % 7}`,
      tool_input: { call },
    }));
    const row = {
      id: 'long',
      predicted_trajectory: calls.map((call, at) =>
        at % 10 === 0 ? { ...call, tool_input: { call: -at - 1 } } : call,
      ),
      reference_trajectory: calls,
    };
    await app.openFile(textFile('long.jsonl', JSON.stringify(row)));
    await app.expectRows(1);
    await app.expectMeans({ Precision: '0.90', Recall: '0.90' });
    await openRow(app, 'long');
    await expect(app.drawer).toContainText('1,000 expected, 1,000 made: 900 equal, 100 changed');
  });
});

test('goes through failures of data without references, and tells errors from nothing to score', async ({
  app,
  page,
}) => {
  const rows = [0, 1, 0, 1].map((failure, index) => ({
    id: `f-${String(index)}`,
    prompt: 'Do it.',
    predicted_trajectory: [{ tool_name: 'act', tool_input: {} }],
    failure,
  }));
  const broken = { ...rows[0], id: 'f-4', predicted_trajectory: '[{"tool_name":' };
  await app.openFile(
    textFile('failures.jsonl', [...rows, broken].map((one) => JSON.stringify(one)).join('\n')),
  );
  await app.expectRows(5);
  await expectSelected(app, 'f-1');
  await page.keyboard.press('n');
  await expectSelected(app, 'f-3');
  await page.keyboard.press('p');
  await expectSelected(app, 'f-1');
  await app.expectScores('f-0', ['–', '–']);
  await app.expectScores('f-4', ['error', 'error']);
});

test('downloads the rows shown', async ({ app }) => {
  await app.filter(/^Agent failed/).click();
  await app.expectIds(['hd-10']);
  const [download] = await Promise.all([
    app.page.waitForEvent('download'),
    app.choose('Download', 'Results (JSONL)'),
  ]);
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\n');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ id: 'hd-10', failure: 1 });
});

test('scrolls ten thousand rows', async ({ app }) => {
  const call = '[{"tool_name": "a", "tool_input": {}}]';
  const lines = Array.from(
    { length: 10_000 },
    (_, row) =>
      `{"id": "r-${row}", "predicted_trajectory": ${call}, "reference_trajectory": ${call}}`,
  );
  await app.openFile(textFile('many.jsonl', lines.join('\n')));
  await app.expectRows(10_000);
  await expect(app.grid).toHaveAttribute('aria-rowcount', '10001');
  expect(await app.grid.getByRole('row').count()).toBeLessThan(80);
  await app.row('r-0').click();
  await app.page.keyboard.press('End');
  await expect(app.row('r-9999')).toBeInViewport({ ratio: 0.9 });
  await expect(app.row('r-9999')).toBeFocused();
});
