// The questions about files that reading and scoring ask, wherever that is done.
export { openFile } from './open-file.ts';
export { readPairKeys, writeJoined } from './join-sides.ts';
export { scoreRecords, scoreRowsAt } from './score-records.ts';
export { scoreLines, scoreText } from './score-source.ts';
export { writeNamedRows } from './write-rows.ts';
