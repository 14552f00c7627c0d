import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EXACT, readableRun } from './support/build.ts';
import { gateOf } from './support/gated-runs.ts';
import { lawRuns } from './support/law-runs.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import type { Condition } from '#core/gate/gate-config.ts';
import { describeGateProblem } from '#core/gate/gate-sentences.ts';
import type { JudgeMetric } from '#core/score/metric/judge-metric.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { describePairing } from '#core/compare/comparison-sentences.ts';
import { compareWithSource, judgeWithSource } from '#workers/compare-with-source.ts';

const COUNT = 40;
/** Of 40 tasks an agent that is no worse fails two, the other one every third beside these. */
const FAILED_BEFORE = (task: number): boolean => task % 20 === 1;
const FAILED_NOW = (task: number): boolean => FAILED_BEFORE(task) || task % 3 === 0;

const call = (name: string, args?: JsonValue): JsonValue =>
  args === undefined ? name : { tool_name: name, tool_input: args };

function record(task: number, fails: boolean): JsonObject {
  const wanted = [call('find', { id: task }), call('pay', { to: `p${String(task)}` })];
  return {
    id: `t${String(task)}`,
    task: `t${String(task)}`,
    prompt: `Task ${String(task)}`,
    topic: task % 2 === 0 ? 'even' : 'odd',
    latency_in_seconds: 1,
    predicted_trajectory: fails ? [call('find', { id: task }), call('pay', { to: 'x' })] : wanted,
    reference_trajectory: wanted,
  };
}

const main = Array.from({ length: COUNT }, (_, task) => record(task, FAILED_BEFORE(task)));
const worse = Array.from({ length: COUNT }, (_, task) => record(task, FAILED_NOW(task)));
/** The rows that only the worse agent fails. */
const lost = worse.flatMap((_, task) => (FAILED_NOW(task) && !FAILED_BEFORE(task) ? [task] : []));

type Edit = (rows: readonly JsonObject[], hits: (task: number) => boolean) => JsonObject[];
const set =
  (more: JsonObject): Edit =>
  (rows, hits) =>
    rows.map((row) => (hits(taskOf(row)) ? { ...row, ...more } : row));
const without =
  (key: string): Edit =>
  (rows, hits) =>
    rows.map((row) => {
      const { [key]: _, ...rest } = row;
      return hits(taskOf(row)) ? rest : row;
    });
const taskOf = ({ task }: JsonObject): number => Number(String(task).slice(1));

const SIDES = ['predicted_trajectory', 'reference_trajectory'];
const EDITS: Readonly<Record<string, Edit>> = {
  lost: (rows, hits) => rows.filter((row) => !hits(taskOf(row))),
  'same id as another': (rows, hits) =>
    rows.map((row) => (hits(taskOf(row)) ? { ...row, id: 't2' } : row)),
  'another row twice': (rows, hits) =>
    rows.map((row) => (hits(taskOf(row)) ? (rows.find((one) => taskOf(one) === 2) ?? row) : row)),
  'no id': without('id'),
  'null id': set({ id: null }),
  'no prompt': without('prompt'),
  'another id': (rows, hits) =>
    rows.map((row) => (hits(taskOf(row)) ? { ...row, id: `other ${String(row['id'])}` } : row)),
  'expects what was called': (rows, hits) =>
    rows.map((row) =>
      hits(taskOf(row))
        ? { ...row, reference_trajectory: row['predicted_trajectory'] ?? null }
        : row,
    ),
  'expects names': (rows, hits) =>
    rows.map((row) =>
      hits(taskOf(row)) ? { ...row, reference_trajectory: ['find', 'pay'] } : row,
    ),
  'calls names': (rows, hits) =>
    rows.map((row) =>
      hits(taskOf(row)) ? { ...row, predicted_trajectory: ['find', 'pay'] } : row,
    ),
  failed: set({ failure: 1 }),
  NaN: set({ latency_in_seconds: 'NaN', failure: 'NaN' }),
  ...Object.fromEntries(
    SIDES.flatMap((side) =>
      [null, '', [], 'NaN', 'not a list', '[{"tool_name": ', {}].map((value) => [
        `${side} ${JSON.stringify(value)}`,
        set({ [side]: value }),
      ]),
    ),
  ),
  'no calls column': without('predicted_trajectory'),
  'no reference column': without('reference_trajectory'),
};

const SETTINGS: readonly Partial<MetricSettings>[] = [
  {},
  { emptyTrajectories: 'skip' },
  { duplicates: 'multiset' },
  {
    matching: { rule: { mode: 'ignore' }, tools: [], optionalCalls: false, patterns: false },
  } as unknown as Partial<MetricSettings>,
  { metrics: [EXACT, 'trajectory_recall', 'bleu', 'tool_error_rate'] },
  { metrics: ['trajectory_recall', EXACT] },
];

const CONDITIONS: readonly Condition[] = [
  { metric: EXACT, noWorseBy: 0.05 },
  { metric: 'trajectory_recall', noWorseBy: 0.05 },
  { metric: EXACT, noWorseBy: 0.05, group: { column: 'topic' } },
  { metric: EXACT, noWorseBy: 0.05, group: { column: 'topic', value: 'even' } },
  { metric: EXACT, min: 0.8 },
  { metric: EXACT, 'pass^k': 1, min: 0.8 },
];
/** Edits of a baseline after which it still says which agent is the better. */
const KEEPING_ROWS = ['no id', 'null id', 'another id', 'no prompt'];
const NAMES = Object.keys(EDITS);
/** Edits after which a row has no score, whatever is expected of it. */
const UNSCORING = NAMES.filter((name) => /calls column|reference column|null$|""$/.test(name));

/** What of a file a gate is not told by its rows alone. */
const PLACES = ['lost', 'half of the lost', 'all', 'half', 'none'] as const;
const pair = fc.record({
  edits: fc.array(
    fc.record({
      name: fc.constantFrom(...NAMES),
      side: fc.constantFrom('now', 'now', 'before', 'both'),
      of: fc.constantFrom(...PLACES),
    }),
    { maxLength: 3 },
  ),
  before: fc.constantFrom(...SETTINGS),
  now: fc.constantFrom(...SETTINGS),
  conditions: fc.subarray([...CONDITIONS], { minLength: 1, maxLength: 2 }),
});

function isHit(of: (typeof PLACES)[number], task: number): boolean {
  const isHalf = task % 2 === 0;
  switch (of) {
    case 'lost':
      return lost.includes(task);
    case 'half of the lost':
      return isHalf && lost.includes(task);
    case 'half':
      return isHalf;
    default:
      return of === 'all';
  }
}

async function verdictOf(
  conditions: readonly Condition[],
  now: readonly JsonObject[],
  before: readonly JsonObject[] | undefined,
  [settingsNow, settingsBefore]: readonly Partial<MetricSettings>[] = [],
): Promise<string> {
  const baseline = before && readableRun(before, settingsBefore);
  const result = await judgeWithSource(
    gateOf(...conditions),
    readableRun(now, settingsNow),
    baseline,
  );
  if (result.ok) return result.report.verdict;
  expect(result.problems).not.toEqual([]);
  return result.problems.map((problem) => describeGateProblem(conditions, problem)).join(' ');
}

it('no pair of runs lets a worse agent through a gate, and none ends without a message', async () => {
  await fc.assert(
    fc.asyncProperty(pair, async ({ edits, before, now, conditions }) => {
      // where arguments do not count it is no worse
      fc.pre(!before.matching || !now.matching);
      const edited = (rows: readonly JsonObject[], isNow: boolean): readonly JsonObject[] =>
        edits
          .filter(({ name, side }) =>
            side === 'both'
              ? UNSCORING.includes(name)
              : isNow
                ? side === 'now'
                : side === 'before' && KEEPING_ROWS.includes(name),
          )
          .reduce((all, { name, of }) => EDITS[name]!(all, (task) => isHit(of, task)), rows);
      const rows = [edited(worse, true), edited(main, false)] as const;
      const verdict = await verdictOf(conditions, ...rows, [now, before]);
      expect(verdict).toMatch(/^(?:FAIL|INCONCLUSIVE)$|\.$/);
    }),
    { numRuns: lawRuns(200) },
  );
});

it.each([
  ['no rows', [], main],
  ['no rows of the baseline', worse, []],
  ['no rows at all', [], []],
  ['one row', worse.slice(0, 1), main.slice(0, 1)],
  ['no row that can be scored', worse.map(({ id }) => ({ id: id! })), main],
  ['no baseline', worse, undefined],
])('says why it cannot judge, or does not pass: %s', async (_, now, before) => {
  for (const condition of CONDITIONS) {
    const verdict = await verdictOf([condition], now, before);
    expect(verdict).toMatch(/^(?:FAIL|INCONCLUSIVE)$|\.$/);
  }
});

it('does not compare scores of one metric by two sets of rules', async () => {
  const [lenient] = SETTINGS.filter(({ matching }) => matching);
  const [condition] = CONDITIONS as [Condition];
  expect(await verdictOf([condition], main, main, [lenient!, {}])).toBe(
    'Condition 1 (Exact match): The baseline is scored by other rules than the run: standard rules, and here arguments ignored. Score both by the same ones.',
  );
  const other = { metrics: [EXACT, 'bleu'] };
  expect(await verdictOf([condition], main, main, [other, {}])).toBe('PASS');
});

it('does not pass rows that neither run scores, unless its config says how many', async () => {
  const unread = (rows: readonly JsonObject[]): JsonObject[] =>
    EDITS['no calls column']!(rows, (task) => FAILED_NOW(task));
  const conditions: Condition[] = [{ metric: EXACT, noWorseBy: 0.05 }];
  expect(await verdictOf(conditions, unread(worse), unread(main))).toBe('INCONCLUSIVE');
  conditions.push({ rows: 'uncompared', max: 0.5 });
  expect(await verdictOf(conditions, unread(worse), unread(main))).toBe('PASS');
});

it('sees expected answers that were replaced by those given, where they are judged', async () => {
  const answered = (says: string) =>
    main.map((row) => ({ ...row, response: 'I do not know that', reference: says }));
  const [before, now] = [answered('It costs four pounds'), answered('I do not know that')];
  const metrics = { metrics: [EXACT, 'bleu'] };
  const judge = (...conditions: Condition[]): Promise<string> =>
    verdictOf(conditions, now, before, [metrics, metrics]);
  expect(await judge({ metric: 'bleu', noWorseBy: 0.05 })).toBe('FAIL');
  expect(await judge({ metric: EXACT, noWorseBy: 0.05 })).toBe('PASS');
});

it('does not take two prompts of one name, or two places in the data, for one score', async () => {
  const prompt = { kind: 'text' as const, text: 'Is {response} right?' };
  const judge: JudgeMetric = {
    id: 'right',
    title: 'Right',
    prompt,
    ratings: [0, 1].map((score) => ({ score, text: '' })),
    columns: {},
    samples: 1,
    fence: 'abcdef',
  };
  const harder = { ...judge, prompt: { ...prompt, text: 'Is {response} wholly right?' } };
  const renamed = { ...judge, title: 'Correct', fence: 'ghijkl' };
  const flat = { column: 'a.b', scale: 'binary' } as const;
  const nested = { column: 'a', path: ['b'], scale: 'binary' } as const;
  const rows = main.map((row) => ({ ...row, 'a.b': 1, a: { b: 1 } }));
  const judged = (metric: JudgeMetric): Partial<MetricSettings> => ({ judges: [metric] });
  const other = /^Condition 1 .* scored by other rules, code or prompt than the run\./;
  const right: Condition = { metric: 'judge:right', noWorseBy: 0.05 };
  expect(await verdictOf([right], rows, rows, [judged(judge), judged(harder)])).toMatch(other);
  expect(await verdictOf([right], rows, rows, [judged(judge), judged(renamed)])).not.toMatch(other);
  const recorded: Condition = { metric: 'recorded:a.b', noWorseBy: 0.05 };
  const places = [{ recorded: [flat] }, { recorded: [nested] }];
  expect(await verdictOf([recorded], rows, rows, places)).toMatch(other);
  const [now, before] = places.map((settings) => readableRun(rows, settings));
  const [compared] = await compareWithSource(before!, [now!]);
  expect(describePairing(compared!, before!, now!).warnings).toContain(
    'other options, code or prompt in B: recorded: a.b',
  );
  const more = [{ recorded: [flat] }, { recorded: [flat, { column: 'id', scale: 'number' }] }];
  expect(await verdictOf([recorded], rows, rows, more as typeof places)).toBe('PASS');
});
