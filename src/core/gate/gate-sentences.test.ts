import { it } from 'vitest';
import { EXACT } from '../../../tests/support/build.ts';
import { expectSentences, tablesOf, type Said } from '../../../tests/support/cases.ts';
import { gateOf, gateRunOf, passingRows } from '../../../tests/support/gated-runs.ts';
import type { Condition } from './gate-config.ts';
import {
  gateMarkdown,
  describeCondition,
  describeConfigProblem,
  describeExit,
  describeFinding,
  describeGateProblem,
  describeRule,
  describeVerdict,
} from './gate-sentences.ts';
import { judgeGate, type GateReport, type JudgedCondition } from './judge-gate.ts';

const { conditions, findings } = tablesOf<{
  conditions: Condition[];
  findings: Partial<JudgedCondition>[];
}>('gate');
const JUDGED: JudgedCondition = {
  condition: { metric: EXACT, min: 0.8 },
  place: 0,
  verdict: 'PASS',
  unit: 'row',
  value: 0.86,
  count: 240,
  left: 0,
  counted: null,
  trialsMissing: 0,
  differ: null,
  interval: { low: 0.81, high: 0.9 },
  side: 'at least',
  threshold: 0.8,
  needed: null,
  adjustedFor: 5,
  isSpared: false,
};
const RUN = gateRunOf(passingRows(200, 180));

function report(...mins: number[]): GateReport {
  const gate = gateOf(...mins.map((min) => ({ metric: EXACT, min })));
  const result = judgeGate(gate, RUN, undefined);
  if (!result.ok) throw new Error('no report');
  return result.report;
}

function sayFinding(about: Partial<JudgedCondition>): Said {
  const { value, interval, next } = describeFinding({ ...JUDGED, ...about });
  return [JSON.stringify(about), `${value} (${interval}) ${next}`];
}

it('says what is asked, what was found and what comes next', async () => {
  const unbounded = { value: 4.1, interval: { low: 3.8, high: Infinity } };
  const reports = [[0.5], [0.5, 0.6], [0.99], [0.99, 0.5, 0.88, 0.6], [0.88, 0.87, 0.5]];
  await expectSentences('gate', {
    conditions: conditions.map((condition) => {
      const { subject, demand } = describeCondition(condition);
      return [JSON.stringify(condition), `${subject} ${demand}`];
    }),
    findings: [
      ...findings.map(sayFinding),
      sayFinding({ condition: { latency: 'p95', max: 6 }, ...unbounded }),
    ],
    reports: reports.map((mins) => {
      const made = report(...mins);
      return [mins.join(' '), describeVerdict(made), describeExit(made), describeRule(made)];
    }),
    'a report as Markdown': [
      [
        'with names that cannot break it',
        ...gateMarkdown(report(0.5, 0.99), 'to|day', '**main**').split('\n'),
      ],
    ],
    problems: [
      [
        'of a config',
        describeConfigProblem('gate.json', { path: 'conditions[1].min', line: 6, reason: 'is x' }),
        describeConfigProblem('gate.json', { path: '', line: 1, reason: 'is empty' }),
      ],
      [
        'of a gate',
        describeGateProblem([JUDGED.condition], { place: 0, reason: 'No row.' }),
        describeGateProblem([], { place: 0, reason: 'No condition.' }),
      ],
    ],
  });
});
