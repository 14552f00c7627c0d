import { expect, it } from 'vitest';
import { printSignature, type Signature } from '#core/match/signature.ts';
import { LabelGatherer } from '#core/score/columns/label-gatherer.ts';
import { causeKinds } from './cause-kinds.ts';

const changed = (tool: string, expectedType: string, foundType: string): string =>
  printSignature({ kind: 'changed', tool, path: '/x', expectedType, foundType } as Signature);
const missing = (tool: string): string =>
  printSignature({ kind: 'missing', tool, path: '', expectedType: '', foundType: '' });

it('counts each row once under a kind, and the tools of the kind, most rows first', () => {
  const rows = [
    [changed('a', 'number', 'text'), changed('b', 'number', 'text'), missing('c')],
    [],
    [changed('a', 'number', 'text'), changed('a', '', '')],
    [changed('a', 'text', 'number'), missing('c'), changed('b', 'number', 'text')],
  ];
  const gatherer = new LabelGatherer();
  for (const row of rows) gatherer.add(row);
  expect(causeKinds(gatherer.finish())).toEqual([
    { kind: 'number-as-string', rowCount: 3, toolCount: 2 },
    { kind: 'missing', rowCount: 2, toolCount: 1 },
    { kind: 'string-as-number', rowCount: 1, toolCount: 1 },
    { kind: 'other-arguments', rowCount: 1, toolCount: 1 },
  ]);
});

it('has nothing of rows that do not differ', () => {
  expect(causeKinds(new LabelGatherer().finish())).toEqual([]);
});
