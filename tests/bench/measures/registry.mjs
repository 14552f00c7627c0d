import { agentevals } from './agentevals.mjs';
import { cancel } from './cancel.mjs';
import { csv } from './csv.mjs';
import { customMetric } from './custom-metric.mjs';
import { firstVisit } from './first-visit.mjs';
import { formulas } from './formulas.mjs';
import { jsonList } from './json-list.mjs';
import { judge } from './judge.mjs';
import { jsonlEscaped, jsonlNonAscii } from './jsonl-non-ascii.mjs';
import { jsonl } from './jsonl.mjs';
import { largeRun } from './large-run.mjs';
import { longRow } from './long-row.mjs';
import { longestTask } from './longest-task.mjs';
import { memory } from './memory.mjs';
import { oddFiles } from './odd-files.mjs';
import { pageSize } from './page-size.mjs';
import { patternedRow } from './patterned-row.mjs';
import { reading } from './reading.mjs';
import { runScreens } from './run-screens.mjs';

/**
 * Every measure, in the order they run and are printed.
 *
 * @type {readonly import('../score-file.mjs').Measure[]}
 */
export const MEASURES = [
  jsonl,
  jsonlNonAscii,
  jsonlEscaped,
  jsonList,
  csv,
  oddFiles,
  memory,
  cancel,
  largeRun,
  runScreens,
  firstVisit,
  pageSize,
  reading,
  formulas,
  customMetric,
  agentevals,
  judge,
  longRow,
  patternedRow,
  longestTask,
];
