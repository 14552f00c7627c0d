import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lawRuns } from '../../../tests/support/law-runs.ts';
import { gateRunOf, passingRows } from '../../../tests/support/gated-runs.ts';
import { printGateConfig, readGateConfig } from './gate-config.ts';
import { judgeGate } from './judge-gate.ts';
import { suggestGate } from './suggest-gate.ts';

const rich = gateRunOf(
  passingRows(240, 200).map((one, at) => ({ ...one, latency_in_seconds: 1 + (at % 10) / 5 })),
);

it('asks for what the run itself reaches', () => {
  expect(suggestGate(rich, true)!.conditions).toEqual([
    { metric: 'trajectory_in_order_match', noWorseBy: 0.05 },
    { latency: 'p95', max: 3 },
  ]);
});

it('asks for no baseline where there is none, and allows what the run lacks', () => {
  const { conditions } = suggestGate(gateRunOf([...passingRows(30, 28), { id: 'x' }]), false)!;
  expect(conditions).toEqual([
    { metric: 'trajectory_in_order_match', min: 0.6 },
    { rows: 'failed', max: 0.23 },
    { rows: 'unscored', max: 0.04 },
  ]);
});

it('suggests what notices a clear loss: a third of what passed', () => {
  const main = gateRunOf(passingRows(40, 36));
  const result = judgeGate(suggestGate(main, true)!, gateRunOf(passingRows(40, 24)), main);
  expect(result).toMatchObject({ report: { verdict: 'FAIL' } });
});

it('allows what the run lacks, also where answers alone are scored', () => {
  const rows = passingRows(40, 40).map((one, at) => ({
    id: one['id']!,
    response: 'a b c d',
    ...(at > 3 && { reference: 'a b c d' }),
  }));
  const run = gateRunOf(rows, { metrics: ['bleu'] });
  for (const [baseline, kind] of [
    [undefined, 'unscored'],
    [run, 'uncompared'],
  ] as const) {
    const config = suggestGate(run, baseline !== undefined)!;
    expect(config.conditions).toContainEqual({ rows: kind, max: 0.1 });
    expect(judgeGate(config, run, baseline)).toMatchObject({ report: { verdict: 'PASS' } });
  }
});

it('has nothing to ask of a run without scores, or with too few', () => {
  expect(suggestGate(gateRunOf([]), true)).toBeUndefined();
  expect(suggestGate(gateRunOf([{ id: '1' }]), false)).toBeUndefined();
  expect(suggestGate(gateRunOf(passingRows(4, 4)), false)).toBeUndefined();
});

it('suggests a config that is read back, and that the run itself passes', () => {
  const runs = fc.tuple(fc.integer({ min: 6, max: 80 }), fc.nat(80), fc.boolean());
  fc.assert(
    fc.property(runs, ([rows, passing, hasBaseline]) => {
      const run = gateRunOf(passingRows(rows, Math.min(rows, passing)));
      const config = suggestGate(run, hasBaseline);
      if (!config) return;
      expect(readGateConfig(printGateConfig(config))).toEqual({ ok: true, config });
      const result = judgeGate(config, run, run);
      expect(result).toMatchObject({ ok: true, report: { verdict: 'PASS' } });
    }),
    { numRuns: lawRuns(40) },
  );
});
