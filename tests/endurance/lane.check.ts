import { describe, it } from 'vitest';
import { checkLines, checkRecords } from '../support/lane-law.ts';

describe('scanning is the same as reading, to the last bit', () => {
  it('for lines', () => checkLines(50_000));
  it('for records of tables', () => checkRecords(50_000));
});
