// The questions about files that reading and scoring ask, wherever that is done.
export { openFile } from './open-file.ts';
export { readPairKeys, writeJoined } from './join-sides.ts';
export { scoreRecords } from './score-records.ts';
export { scoreRowsAt } from './score-rows.ts';
export { scoreLines, scoreText } from './score-source.ts';
export { writeNamedRows } from './write-rows.ts';
