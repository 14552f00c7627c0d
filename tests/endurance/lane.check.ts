import { describe, it } from 'vitest';
import {
  checkCauses,
  checkHeldItems,
  checkItems,
  checkLines,
  checkRecords,
} from '../support/lane-law.ts';

describe('scanning is the same as reading, to the last bit', () => {
  it('for lines', () => checkLines(4000));
  it('for what differs', () => checkCauses(2000));
  it('for records of tables', () => checkRecords(4000));
  it('for items of lists', () => checkItems(4000));
  it('for items of lists in objects', () => checkHeldItems(4000));
});
