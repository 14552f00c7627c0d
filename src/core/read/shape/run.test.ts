import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import type { Entry } from '#core/read/transcripts/entry.ts';
import { joinAccounts } from './run.ts';

const EVENTS = [1, 2, 3, 4].flatMap((number): readonly Entry[] => [
  { kind: 'call', call: { name: `tool_${number}`, input: { number }, id: `${number}` } },
  { kind: 'result', of: `${number}`, output: number },
]);

const nameOf = (entry: Entry): string => {
  if (entry.kind === 'call') return `call ${entry.call.id}`;
  return entry.kind === 'result' ? `result ${entry.of}` : entry.kind;
};

it('what one of several accounts of a run says is read, and once', () => {
  fc.assert(
    fc.property(fc.array(fc.subarray(EVENTS), { minLength: 1, maxLength: 5 }), (accounts) => {
      const joined = joinAccounts(accounts).map(nameOf).sort();
      expect(joined).toEqual([...new Set(accounts.flat().map(nameOf))].sort());
    }),
    { numRuns: lawRuns(300) },
  );
});
