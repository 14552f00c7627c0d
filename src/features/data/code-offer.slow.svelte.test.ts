import { expect, vi } from 'vitest';
import { loadJudgeMetric } from '#features/judge/judge-settings.ts';
import { mountReceipt } from '../../../tests/support/data-pane.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import {
  it,
  openApp,
  openFile,
  openRows,
  runOf,
  settled,
} from '../../../tests/support/open-app.ts';

const CODE = `
polite = PointwiseMetric(
    metric="polite",
    metric_prompt_template=PointwiseMetricPromptTemplate(
        criteria={"Polite": "It thanks.\\n- It greets."},
        rating_rubric={"1": "yes", "0": "no"},
    ),
)
eval_task = EvalTask(
    dataset=eval_dataset,
    metrics=["trajectory_recall", TrajectorySingleToolUse(tool_name="pay"), polite, vibes],
)
`;
const DATA = `
predicted_trajectory = [[{"tool_name": "pay", "tool_input": {}}]]
reference_trajectory = [[{"tool_name": "pay", "tool_input": {}}]]
`;
const USE = 'Use the 3 metrics of this code';
const columns = [
  'trajectory_recall',
  expect.stringContaining('trajectory_single_tool_use'),
  ...['latency_in_seconds', 'failure'],
  'judge:polite',
];

it('beside data is offered in the receipt, and taken with what it lacks said', async ({ app }) => {
  await app.workspace.openText(DATA + CODE);
  const receipt = mountReceipt(app);
  const use = await receipt.screen.findByRole('button', { name: USE });
  expect(receipt.text()).toContain('Line 14: vibes is left out: this code does not define it.');
  await receipt.user.click(use);
  await eventually(() => expect(runOf(app).columns.scores.map(({ id }) => id)).toEqual(columns));
  expect(receipt.text()).toContain('3 metrics of the code are chosen.');
  expect(loadJudgeMetric()).toMatchObject({ id: 'polite' });
  const { action } = app.notices.toasts.at(-1)!;
  expect(action?.label).toBe('Undo');
  action?.run();
  await eventually(() => expect(runOf(app).columns.scores.length).toBeGreaterThan(5));
});

it.each([
  ['pasted', 'task.txt', CODE],
  ['a program', 'task.py', CODE],
  ['a notebook', 'task.ipynb', JSON.stringify({ cells: [{ cell_type: 'code', source: CODE }] })],
])(
  'alone leaves what is open, offers its metrics, and they are for what comes: %s',
  async (_, name, text) => {
    const app = await openApp();
    const { id } = runOf(app).record;
    if (name.endsWith('.txt')) await app.workspace.openText(text);
    else await openFile(app, name, text);
    await eventually(() => expect(app.notices.toasts.at(-1)?.action?.label).toBe(USE));
    expect(runOf(app).record.id).toBe(id);
    app.notices.toasts.at(-1)?.action?.run();
    await eventually(() => expect(app.workspace.settings.tools).toEqual(['pay']));
    expect(app.notices.banners.at(-1)?.text).toContain('vibes is left out');
    await settled(app);
    await openRows(app, [{ predicted_trajectory: [], reference_trajectory: [] }]);
    expect(runOf(app).columns.scores.map((score) => score.id)).toEqual(columns);
  },
);

const TOOLS = '@tool\ndef pay(amount: float): ...\n\n@tool\ndef refund(order: str): ...\n';

it.each([
  ['alone', 'def pay(amount: float): ...\ndef refund(order: str): ...'],
  ['of a notebook', JSON.stringify({ cells: [{ cell_type: 'code', source: TOOLS }] })],
])('tools %s leave what is open, and are declared for it', async (_, text) => {
  const app = await openApp();
  const { id } = runOf(app).record;
  await app.workspace.openText(text);
  const use = 'Use the 2 tools as declarations';
  await eventually(() => expect(app.notices.toasts.at(-1)?.action?.label).toBe(use));
  expect(runOf(app).record.id).toBe(id);
  app.notices.toasts.at(-1)?.action?.run();
  await eventually(() => expect(app.workspace.settings.declarations).toContain('"refund"'));
  await eventually(() => expect(app.notices.toasts.at(-1)?.text).toContain('2 tools declared'));
  app.notices.toasts.at(-1)?.action?.run();
  await eventually(() => expect(app.workspace.settings.declarations).toBeUndefined());
});

it('tools beside data are offered where the program marks them', async ({ app }) => {
  await app.workspace.openText(TOOLS.replaceAll('@tool', '') + DATA);
  const helpers = mountReceipt(app);
  await eventually(() => expect(helpers.text()).toContain('1 row'));
  expect(helpers.screen.queryByRole('button', { name: /as declarations/ })).toBeNull();
  await helpers.close();
  await app.workspace.openText(TOOLS + DATA);
  const receipt = mountReceipt(app);
  const use = await receipt.screen.findByRole('button', {
    name: 'Use the 2 tools as declarations',
  });
  await receipt.user.click(use);
  await eventually(() => expect(app.workspace.settings.declarations).toContain('"pay"'));
});

it('alone on an empty page is offered in the receipt', async ({ app }) => {
  app.workspace.clear(false);
  await app.workspace.openText(CODE);
  const receipt = mountReceipt(app);
  expect(await receipt.screen.findByRole('button', { name: USE })).toBeTruthy();
});

it('is not looked for in a sample, nor spoken of where there is none', async ({ app }) => {
  const ask = vi.spyOn(app.pool, 'ask');
  const sample = mountReceipt(app);
  expect(ask.mock.calls.filter(([name]) => name === 'codeIn')).toEqual([]);
  await sample.close();
  await openRows(app, [{ predicted_trajectory: [], reference_trajectory: [] }]);
  const receipt = mountReceipt(app);
  await Promise.all(ask.mock.results.map(({ value }) => value as unknown));
  expect(receipt.text()).not.toContain('evaluation code');
});
