import {
  COLUMN,
  drawerOf,
  judgeAll,
  openDrawer,
  results,
  setField,
  setUp,
} from './judge-drawer.ts';
import { startJudge } from './judge-server.ts';
import { expect, test, textFile } from './playground.ts';

const ROWS = [
  { prompt: 'right', response: 'good', old: 'plain' },
  { prompt: 'wrong', response: 'plain', old: 'good' },
  { prompt: 'swaying', response: 'plain', old: 'plain' },
  { prompt: 'swaying too', response: 'biased', old: 'plain' },
].map((row, index) => ({ id: `m-${String(index)}`, predicted_trajectory: [], ...row }));

test(
  'a metric is written in the drawer: with criteria and examples, with a rubric of one’s own, against a column',
  { tag: '@long' },
  async ({ app, page }) => {
    const judge = await startJudge();
    await setUp(app, judge, ['right']);
    await page.keyboard.press('Escape');
    const lines = ROWS.map((row) => JSON.stringify(row)).join('\n');
    await app.openFile(textFile('metrics.jsonl', lines));
    await app.expectRows(4);
    await app.expectSaved();
    const drawer = drawerOf(page);
    const template = drawer.getByLabel('Template', { exact: true });

    // the most frequent of 1, 0, 1 and an example
    await openDrawer(page);
    await setField(page, 'Samples per row', '3');
    await drawer.getByLabel('Combine samples by').selectOption('majority');
    await drawer.getByText('Prompt and rubric').click();
    await setField(page, 'Criteria', '');
    await expect(drawer.getByText('Criteria: add at least one.').first()).toBeVisible();
    await setField(page, 'Criteria', 'Done: It was done,\nall of it.\nKind: It was kind.');
    await setField(page, 'Examples', 'It said: done. That is 1.');
    expect(await judgeAll(page, 4)).toBe('4 of 4 rows judged with 12 calls.');
    for (const text of judge.questions) {
      expect(text).toContain('## Criteria\nDone: It was done,\nall of it.\nKind: It was kind.\n');
      expect(text).toContain('## Evaluation Examples\nIt said: done. That is 1.\n');
    }
    const voted = await results(app);
    expect(voted.map((row) => row[`${COLUMN}/score`])).toEqual([1, 0, 1, 1]);
    expect(voted[2]?.[`${COLUMN}/explanation`]).toContain('(67 % agree)');

    // a rubric of one’s own is tried on a few rows, and stays among the templates of the run
    await openDrawer(page);
    await setField(page, 'Samples per row', '1');
    await setField(page, 'Meaning of rating 1', 'All is well.');
    await setField(page, 'Name in results', 'all_well');
    const before = judge.questions.length;
    await drawer.getByRole('button', { name: /^Try/ }).click();
    const status = drawer.locator('.foot').getByRole('status');
    await expect(status).toHaveText('4 of 4 rows judged with 4 calls.');
    expect(judge.questions.slice(before).every((one) => one.includes('1: All is well.'))).toBe(
      true,
    );

    await template.selectOption('tool_selection');
    await template.selectOption('own:all_well');
    await expect(drawer.getByLabel('Meaning of rating 1')).toHaveValue('All is well.');

    // two responses
    await drawer.getByText('Compare with a baseline', { exact: true }).click();
    await template.selectOption('pairwise_instruction_following');
    await drawer.getByLabel('Baseline', { exact: true }).selectOption({ label: 'Column old' });
    // two equal responses are one question in both orders
    expect(await judgeAll(page, 4)).toBe('4 of 4 rows judged with 7 calls.');
    const compared = await results(app);
    expect(compared.map((row) => row['pairwise_instruction_following/pairwise_choice'])).toEqual([
      'CANDIDATE',
      'BASELINE',
      'TIE',
      'TIE',
    ]);
    judge.stop();
  },
);
