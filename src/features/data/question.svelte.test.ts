import { expect, vi } from 'vitest';
import { parseTolerant } from '#core/base/literals/parse-tolerant.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { shownPatternsOf } from '#features/metrics/patterns/pattern-facts.svelte.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { mountWith } from '../../../tests/support/mount-with.ts';
import { it, openRows, runOf, scoresOf, settled } from '../../../tests/support/open-app.ts';
import { guessSides, openQuestion } from './open-question.ts';
import { withCommas } from './broken-records.ts';
import { otherSideOf } from './other-side.svelte.ts';
import Question from './Question.svelte';

const calls = [{ name: 'find', args: { city: 'Rome' } }];
const own = (ticket: string): object => ({
  ...{ ticket, what_it_should_do: calls, what_it_did: [...calls, { name: 'book', args: {} }] },
});
const OWN = [own('T-1'), own('T-2')];

const ways = {
  ...{ onplace: vi.fn(), oncolumns: vi.fn(), onrules: vi.fn(), onagent: vi.fn() },
  onanswered: vi.fn(),
};

const asked = (app: AppState) =>
  openQuestion(runOf(app), shownPatternsOf(app).facts, app.workspace.newText !== null);

function mount(app: AppState) {
  return mountWith(app, Question, { run: runOf(app), question: asked(app)!, ...ways });
}

it('asks for the sides of columns with own names, guesses them, and remembers the answer', async ({
  app,
}) => {
  await openRows(app, OWN);
  expect(asked(app)).toEqual({
    kind: 'sides',
    names: ['what_it_should_do', 'what_it_did'],
    only: undefined,
  });
  const { screen, user, text } = mount(app);
  await eventually(() => expect(text()).toContain('find → book'));
  await user.click(screen.getByRole('button', { name: /^Score 2 rows/ }));
  await eventually(() => expect(scoresOf(app, 'trajectory_exact_match')).toEqual([0, 0]));
  await settled(app);
  expect(app.view.preview(0)?.id).toBe('T-1');
  await eventually(() => expect(ways.onanswered).toHaveBeenCalled());
  expect(asked(app)).toBeUndefined();
  // the same columns, another file
  await openRows(app, [...OWN, own('T-3')]);
  expect(scoresOf(app, 'trajectory_recall')).toEqual([1, 1, 1]);
});

it('has the focus unless somebody is in a menu that was open before', async ({ app }) => {
  await openRows(app, OWN);
  for (const isOpen of [false, true]) {
    const menu = document.body.appendChild(document.createElement('div'));
    if (isOpen) menu.setAttribute('popover', 'manual');
    const item = menu.appendChild(document.createElement('button'));
    item.focus();
    const { screen, close } = mount(app);
    const answer = screen.getByRole('button', { name: /^Score 2 rows/ });
    expect(document.activeElement).toBe(isOpen ? item : answer);
    await close();
    menu.remove();
  }
});

const SIDES = '"called":[{"name":"a","args":{}}],"expected":[{"name":"a","args":{}}]}';
const LACKING = `{"id":"r-1",${SIDES}\r\n{"id":"r-2" ${SIDES}\r\n{"id":"r-3" "t":[1 2],${SIDES}`;

it('asks what becomes of records that cannot be read, and puts in a comma where that is enough', async ({
  app,
}) => {
  await app.workspace.openText(LACKING);
  expect(asked(app)).toMatchObject({ kind: 'broken', count: 2, first: { line: 2, column: 13 } });
  const { screen, user, text } = mount(app);
  expect(text()).toContain('2 rows cannot be read, the first in line 2.');
  expect(screen.getByRole('figure').textContent).toMatch(/2:13\s*Expected a comma\./);
  expect(screen.getByRole('figure').querySelector('.marked')?.textContent).toBe('"called"');
  await user.click(screen.getByRole('button', { name: /^Score 2 rows/ }));
  await eventually(() => expect(scoresOf(app, 'trajectory_exact_match')).toEqual([1, 1]));
  expect(app.workspace.text).toBe(LACKING.replaceAll('\r\n', '\n').replace('"r-2" ', '"r-2" ,'));
  // the other one was left out
  expect(asked(app)).toBeUndefined();
});

it('leaves records out that cannot be read, or shows where to mend them', async ({ app }) => {
  await app.workspace.openText(LACKING.replace('"r-2" ', '"r-2": '));
  const { screen, user } = mount(app);
  expect(screen.queryByRole('radio', { name: /comma/ })).toBeNull();
  expect(screen.getByRole('button', { name: /^Score 1 row/ })).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: /^Edit the text/ }));
  await user.click(screen.getByRole('button', { name: /^Go to the line/ }));
  expect(ways.onplace).toHaveBeenLastCalledWith(2, 12);
  expect(asked(app)).toBeUndefined();
  // neither who types nor who opens a stored run is asked
  app.workspace.edit(LACKING);
  await eventually(() => expect(runOf(app).columns.skippedCount).toBe(2));
  expect(asked(app)).toBeUndefined();
});

it.for([
  ['{"id": 1, "called": [], "expected": []}\n42\n', 2, 'A row is a JSON object; this is a number.'],
  ['id,called,expected\n1,[],[]\n2,"[],[]\n', 3, 'A quote is opened and never closed.'],
] as const)('asks of any record that is no row: %j', async ([text, line, reason], { app }) => {
  await app.workspace.openText(text);
  expect(asked(app)).toMatchObject({ kind: 'broken', count: 1, first: { line } });
  const { screen } = mount(app);
  const shown = screen.getByRole('figure');
  expect(shown.textContent).toContain(`${String(line)} ${reason}`);
  expect(shown.querySelector('.warns')?.textContent).toContain(text.split('\n')[line - 1]);
});

it.each([
  ['in a list with many lines', '[\n {"a": 1\n  "b": 2},\n {"c": 3}\n]', 3, 3],
  ['in Python', "{'a': 1 'b': True}", 1, 9],
])('puts a comma in %s', (_, text, line, column) => {
  const broken = { code: 'row_not_json', line, column, reason: '' } as const;
  const mended = withCommas(text, [broken]);
  expect(mended.count).toBe(1);
  expect(parseTolerant(mended.text).ok).toBe(true);
});

it('lets a person swap the sides, and give a column to none', async ({ app }) => {
  await openRows(app, OWN);
  const { screen, user } = mount(app);
  const use = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });
  await user.click(screen.getByRole('button', { name: 'Swap the two' }));
  expect(use('What what_it_did is').value).toBe('reference_trajectory');
  expect(use('What what_it_should_do is').value).toBe('predicted_trajectory');
  await user.selectOptions(use('What what_it_should_do is'), '');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Score/ }).disabled).toBe(true);
});

it('asks for the expected calls alone, where those of the agent are known', async ({ app }) => {
  await openRows(app, [{ id: 'r', predicted_trajectory: calls, wanted: calls, drafted: calls }]);
  expect(asked(app)).toEqual({ kind: 'sides', names: ['wanted', 'drafted'], only: 'reference' });
  const { screen, user } = mount(app);
  const use = screen.getByRole<HTMLSelectElement>('combobox', { name: 'What drafted is' });
  expect([...use.options].map(({ value }) => value)).toEqual(['reference_trajectory', '']);
  await user.selectOptions(use, 'reference_trajectory');
  await user.click(screen.getByRole('button', { name: /^Score/ }));
  await eventually(() => expect(runOf(app).roles.reference_trajectory).toBe('drafted'));
  await settled(app);
});

it.each([
  [['what_it_did', 'what_it_should_do'], 'what_it_did', 'what_it_should_do'],
  [['gold_steps', 'agent_steps'], 'agent_steps', 'gold_steps'],
  [['first', 'second'], 'first', 'second'],
  [['a', 'made', 'wanted'], 'made', 'wanted'],
])('guesses from the names %j', (names, called, expected) => {
  expect(guessSides(names)).toEqual({ called, expected });
});

it('asks what plain rows without expected calls are for, once', async ({ app }) => {
  const rows = [{ id: 'r', predicted_trajectory: calls }];
  await openRows(app, rows);
  expect(asked(app)).toEqual({ kind: 'expected' });
  const first = mount(app);
  await first.user.click(first.screen.getByRole('radio', { name: /^Add a file/ }));
  await first.user.click(first.screen.getByRole('button', { name: /^Choose a file/ }));
  expect(otherSideOf(app).step.kind).toBe('asking');
  otherSideOf(app).close();
  await first.user.click(first.screen.getByRole('radio', { name: /^Write rules/ }));
  await first.user.click(first.screen.getByRole('button', { name: /^Write rules/ }));
  expect(ways.onrules).toHaveBeenCalledOnce();
  await first.user.click(first.screen.getByRole('radio', { name: /^Just look/ }));
  await first.user.click(first.screen.getByRole('button', { name: /^Show 1 row/ }));
  await eventually(() => expect(asked(app)).toBeUndefined());
  await settled(app);
  await openRows(app, [...rows, ...rows]);
  expect(asked(app)).toBeUndefined();
});

it('asks nothing of a run that somebody sent', async ({ app }) => {
  await openRows(app, [{ id: 'r', predicted_trajectory: calls }]);
  expect(asked(app)).toBeDefined();
  await app.workspace.openUnsaved(runOf(app));
  expect(asked(app)).toBeUndefined();
});

it('asks where the agent’s calls are, where only expected ones were found', async ({ app }) => {
  await openRows(app, [{ id: 'r', reference_trajectory: calls }]);
  expect(asked(app)).toEqual({ kind: 'called' });
  const { screen, user } = mount(app);
  await user.click(screen.getByRole('radio', { name: /^Run an agent/ }));
  await user.click(screen.getByRole('button', { name: /^Run an agent/ }));
  expect(ways.onagent).toHaveBeenCalledOnce();
});

it('asks for calls where none was found, but not of answers alone', async ({ app }) => {
  await openRows(app, [{ id: 'r', note: 'a' }]);
  expect(asked(app)).toEqual({ kind: 'calls' });
  await openRows(app, [{ id: 'r', response: 'a', reference: 'b' }]);
  expect(asked(app)).toBeUndefined();
});

it('asks whether objects are patterns, and scores by the answer', async ({ app }) => {
  const expected = [{ name: 'find', args: { city: { $any: ['Rome'] } } }];
  await openRows(app, [{ id: 'r', predicted_trajectory: calls, reference_trajectory: expected }]);
  await eventually(() => expect(asked(app)?.kind).toBe('patterns'));
  const { screen, user, text } = mount(app);
  expect(text()).toContain('1 row expects {"$any": …}');
  await user.click(screen.getByRole('button', { name: /^Score 1 row/ }));
  await eventually(() => expect(scoresOf(app, 'trajectory_exact_match')).toEqual([1]));
  await settled(app);
  expect(asked(app)).toBeUndefined();
});
