// Computes what the workers answer about the first sample, for sample-answers.ts.
import { scoreWhole } from '#engine/score-whole.ts';
import type { ScoringQuestions, TaskRunner } from '#engine/task-runner.ts';
import { FIRST_LINES, type PreparedAnswers } from '#kernel/run/scoring.ts';
import { OWN_THREAD } from '#package/own-thread.ts';
import { FIRST_SAMPLE } from '#samples/registry.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { HeldRun } from '#workers/held-run.ts';
import { digest, previewRows } from '#workers/run-questions.ts';

const NO_HEAD = { text: '', isWhole: true, name: '' };

/** What the workers answer about the first sample. */
export const ANSWERS = await prepareAnswers();

/** Asks what the page asks. */
async function prepareAnswers(): Promise<PreparedAnswers> {
  const asked: Partial<Record<keyof ScoringQuestions, Promise<unknown>>> = {};
  const recorder: TaskRunner = {
    ...OWN_THREAD,
    ask(name, input, limits) {
      if (name in asked) throw new Error(`The first sample asks ${name} twice`);
      const answer = OWN_THREAD.ask(name, input, limits);
      asked[name] = answer;
      return answer;
    },
  };
  const { tools } = FIRST_SAMPLE;
  const blob = new Blob([await FIRST_SAMPLE.load()]);
  const settings = { ...DEFAULT_SETTINGS, tools };
  const { columns, roles } = await scoreWhole(recorder, { blob, name: '', settings });
  const run = new HeldRun();
  run.add(0, columns, { rows: blob, table: undefined, roles, settings });
  const rows = Array.from({ length: Math.min(FIRST_LINES, columns.rowCount) }, (_, row) => row);
  const inspection = (await asked.inspectFile) as PreparedAnswers['inspectFile'];
  return {
    // who scores reads the head, and that is done
    inspectFile: 'head' in inspection ? { ...inspection, head: NO_HEAD } : inspection,
    scoreLines: (await asked.scoreLines) as PreparedAnswers['scoreLines'],
    digest: digest([run]),
    firstLines: await previewRows([run], { rows }),
  };
}
