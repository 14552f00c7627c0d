import { openFile } from './open-file.ts';
import { readPairKeys, writeJoined } from './join-sides.ts';
import { scoreRecords } from './score-records.ts';
import { scoreRowsAt } from './score-rows.ts';
import { scoreLines, scoreText } from './score-source.ts';
import { writeNamedRows } from './write-rows.ts';

/** The questions about files that reading and scoring ask, wherever that is done. */
export const SCORING_QUESTIONS = {
  openFile,
  scoreLines,
  scoreRecords,
  scoreRowsAt,
  scoreText,
  writeNamedRows,
  readPairKeys,
  writeJoined,
};
