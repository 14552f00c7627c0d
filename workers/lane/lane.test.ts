import { describe, it } from 'vitest';
import { checkLines, checkRecords } from '../../tests/support/lane-law.ts';

describe('scanning is the same as reading, to the last bit', () => {
  it('for lines', () => checkLines(1000));
  it('for records of tables', () => checkRecords(1000));
});
