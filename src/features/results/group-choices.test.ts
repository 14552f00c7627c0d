import { expect, it } from 'vitest';
import { assignRoles } from '#core/read/dataset/columns.ts';
import { calls, recordOf, scoreRecords } from '../../../tests/support/build.ts';
import { groupChoices } from './group-choices.ts';

it('offers no more columns than a list can hold', () => {
  const names = Array.from({ length: 2000 }, (_, at) => `column ${String(at)}`);
  const record = {
    ...recordOf(calls('a'), calls('a')),
    ...Object.fromEntries(names.map((name) => [name, 1])),
  };
  const columns = scoreRecords([record]);
  const roles = assignRoles(Object.keys(record));
  expect(groupChoices({ columns, roles }, undefined)).toHaveLength(501);
});
