import { joinAnswers, records } from '#features/agents/questions.ts';
import { compare, detailRuns, pairedMeans } from '#features/compare/questions.ts';
import {
  describeRows,
  findLists,
  partOfDataset,
  readLine,
  sketchJoined,
} from '#features/data/questions.ts';
import { writeResults } from '#features/downloads/questions.ts';
import { judgeInputs, judgePrompts } from '#features/judge/questions.ts';
import { gate } from '#features/gate/questions.ts';
import {
  countFlips,
  codeIn,
  patternFacts,
  readDeclarations,
  metricsWithoutData,
  recordedScores,
  firstOffences,
  toolArguments,
} from '#features/metrics/questions.ts';
import { acceptChoices, editReferences } from '#features/references/questions.ts';
import {
  failurePatterns,
  group,
  summary,
  toolRecords,
  toolTable,
  transitions,
  view,
} from '#features/results/questions.ts';
import { detailRow } from '#features/row/questions.ts';
import { searchSteps, stepsMarkdown, stepsOfRow, stepText } from '#features/steps/questions.ts';
import { inspectFile } from './inspect-file.ts';
import { readPairKeys, writeJoined } from './join-sides.ts';
import { digest, previewRows, replaceRows, taskSet } from './run-questions.ts';
import { redactRuns } from './redact-runs.ts';
import { scoreRecords } from './score-records.ts';
import { scoreRowsAt } from './score-rows.ts';
import { scoreLines, scoreText } from './score-source.ts';
import { writeNamedRows, writeRows } from './write-rows.ts';

/**
 * Questions about runs whose columns and sources the worker keeps: functions of these runs, an input
 * and a callback for the progress. The page asks `reader.ask(run, 'view', input)`.
 */
export const RUN_QUESTIONS = {
  digest,
  replaceRows,
  taskSet,
  previewRows,
  redactRuns,
  describeRows,
  view,
  group,
  summary,
  toolTable,
  transitions,
  toolRecords,
  failurePatterns,
  detailRow,
  stepsOfRow,
  stepText,
  searchSteps,
  stepsMarkdown,
  toolArguments,
  firstOffences,
  compare,
  pairedMeans,
  detailRuns,
  gate,
  metricsWithoutData,
  recordedScores,
  patternFacts,
  judgePrompts,
  judgeInputs,
  records,
  joinAnswers,
  acceptChoices,
  writeResults,
};

/**
 * Questions about files: functions of an input, which has all they need, and a callback for the
 * progress. Any worker can answer. The page asks `pool.ask('readLine', input)`.
 */
export const FILE_QUESTIONS = {
  inspectFile,
  partOfDataset,
  scoreLines,
  scoreRecords,
  scoreRowsAt,
  scoreText,
  findLists,
  readLine,
  readPairKeys,
  sketchJoined,
  writeJoined,
  countFlips,
  codeIn,
  readDeclarations,
  editReferences,
  writeNamedRows,
  writeRows,
};
