import { describe, it } from 'vitest';
import { checkCauses, checkLines, checkRecords } from '../support/lane-law.ts';

describe('scanning is the same as reading, to the last bit', () => {
  it('for lines', () => checkLines(4000));
  it('for what differs', () => checkCauses(4000));
  it('for records of tables', () => checkRecords(4000));
});
