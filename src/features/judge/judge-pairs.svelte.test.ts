import { expect, it } from 'vitest';
import { resultsOf } from '../../../tests/support/agent-session.ts';
import { openApp, openRows, scoresOf } from '../../../tests/support/open-app.ts';
import {
  chooseJudge,
  judgeAll,
  loopbackJudge,
  saidOf,
  turnNetworkOn,
} from '../../../tests/support/judge-session.ts';

it('compares with a column in both orders, a tie where they disagree, equal ones asked once', async () => {
  const rows = [
    { prompt: 'a', response: 'good', old: 'plain' },
    { prompt: 'b', response: 'plain', old: 'good' },
    { prompt: 'c', response: 'plain', old: 'plain' },
    { prompt: 'd', response: 'biased', old: 'plain' },
    { prompt: 'e', response: '', old: 'plain' },
  ];
  turnNetworkOn();
  const judge = await loopbackJudge();
  const app = await openApp();
  await openRows(app, rows);
  const session = chooseJudge(app, judge);
  session.useTemplate('pairwise_instruction_following');
  session.compareWith({ kind: 'column', column: 'old' });
  expect(await judgeAll(session)).toBe('5 of 5 rows judged with 7 calls.');
  expect(new Set(judge.questions).size).toBe(7);
  const id = session.judgedIds[0] ?? '';
  expect(scoresOf(app, id)).toEqual([1, 0, 0.5, 0.5, null]);
  expect(saidOf(app, id)[0]).toContain('The candidate wins. Response A is the baseline’s:');
  expect(saidOf(app, id)[3]).toContain('A tie: the two orders disagree.');
  expect(saidOf(app, id)[4]).toBe('Empty: response.');
  expect(await judgeAll(session)).toBe('5 of 5 rows judged with 0 calls, 4 from stored verdicts.');
  const choices = (await resultsOf(app)).map(
    (row) => row['pairwise_instruction_following(gpt-4.1-mini)/pairwise_choice'],
  );
  expect(choices).toEqual(['CANDIDATE', 'BASELINE', 'TIE', 'TIE', null]);
});
