import { expect } from 'vitest';
import { it, openFile, openRows, runOf } from '../../../tests/support/open-app.ts';
import { savedFile } from '../../../tests/support/saved-file.ts';
import { markdownReport } from '#core/share/results/markdown-report.ts';
import { downloadsOf } from '#features/downloads/downloads.ts';
import { redactionOf } from './redaction.svelte.ts';

const MAIL = 'ada@example.com';
const call = { tool_name: 'send', tool_input: { to: 'ada@example.com' } };
const ROW = {
  ...{ id: 'one', prompt: 'Write to ada@example.com' },
  ...{ predicted_trajectory: [call], reference_trajectory: [call] },
};

it('a redacted run file has the scores and nothing of what was taken out, and says so', async ({
  app,
}) => {
  await openRows(app, [ROW]);
  const opened = runOf(app);
  const mark = {
    ...({ row: 0, id: 'one', verdict: 'fail', step: 0, steps: 1 } as const),
    ...{ tool: 'send', code: 'leak', note: MAIL },
  };
  const given = {
    ratings: [{ row: 0, rating: 2, note: `about ${MAIL}` }],
    errorAnalysis: { marks: [mark], codes: [{ name: 'leak', description: `with ${MAIL}` }] },
  };
  const run = { ...opened, record: { ...opened.record, name: `of ${MAIL}`, ...given } };
  const redaction = redactionOf(app);
  await redaction.redact([run], redaction.choicesFor([run]));
  const [copy] = redaction.result!.runs;
  expect(redaction.result?.found).toMatchObject([{ placeholder: '[email 1]', places: 7, row: 1 }]);
  expect(markdownReport(copy!.record, copy!)).toContain(
    'Redacted copy: e-mail addresses: 1 value in 7 places',
  );
  expect(JSON.stringify(copy!.record)).not.toContain(MAIL);
  expect(copy!.record.errorAnalysis?.marks).toEqual([{ ...mark, note: '[email 1]' }]);
  const file = await savedFile(() => downloadsOf(app).run(copy!, 'run-file'));
  await openFile(app, file.name, file.content);
  const again = runOf(app);
  expect(again.record.id).not.toBe(run.record.id);
  expect(again.record.name).toMatch(/ \(redacted\)$/);
  expect(again.record.redaction?.counts).toEqual([{ label: 'email', values: 1, places: 7 }]);
  await redaction.redact([again], { ...redaction.choicesFor([again]), words: ['Write', 'fail'] });
  const [twice] = redaction.result!.runs;
  // a verdict is no text
  expect(twice!.record.errorAnalysis?.marks[0]?.verdict).toBe('fail');
  expect(twice!.record.redaction?.counts).toEqual([
    { label: 'email', values: 1, places: 7 },
    { label: 'word', values: 1, places: 1 },
  ]);
  await redaction.redact([again], redaction.choicesFor([again]));
  expect(redaction.result!.runs[0]!.record.redaction).toEqual(again.record.redaction);
  expect(await again.rows.text()).not.toContain('ada@');
  const { length } = run.columns.scores;
  expect(again.columns.scores.slice(0, length).map(({ values }) => [...values])).toEqual(
    run.columns.scores.map(({ values }) => [...values]),
  );
});
