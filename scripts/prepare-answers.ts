// Computes what a worker answers about the first sample, for sample-answers.ts.
import { FIRST_SAMPLE } from '#samples/registry.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { openRun, type OpenedRun } from '#workers/open-file.ts';

const NO_HEAD = { text: '', isWhole: true, name: '' };

/** The workers' answers about the first sample. */
export const ANSWERS = await prepareAnswers();

async function prepareAnswers(): Promise<OpenedRun> {
  const settings = { ...DEFAULT_SETTINGS, tools: FIRST_SAMPLE.tools };
  const file = new Blob([await FIRST_SAMPLE.load()]);
  const asked = {
    file,
    name: '',
    chosen: {},
    reading: {},
    scoring: { settings, mostBytes: file.size },
  };
  const { file: opened, answers } = await openRun(asked);
  if (!answers || opened.kind !== 'dataset') throw new Error('The first sample is not small');
  // who scores reads the head, and that is done
  return { file: { ...opened, head: NO_HEAD }, answers };
}
