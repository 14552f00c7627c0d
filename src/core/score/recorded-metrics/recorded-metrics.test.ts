import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { consistencyOf } from '#core/explain/summary/trials.ts';
import { ChunkBuilder } from '#core/score/columns/chunk-builder.ts';
import { planRescore } from '#core/score/columns/plan-rescore.ts';
import { OUTCOMES } from '#core/calls/outcome.ts';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import {
  describeSetProblem,
  readSettings,
  type SetProblem,
} from '#core/score/metric-sets/metric-set.ts';
import { DEFAULT_SETTINGS, findMetric, listColumns } from '#core/score/metrics/registry.ts';
import type { MetricSettings, RecordedScore } from '#core/score/metric/settings.ts';
import { namesScore, RecordedScoreFinder } from './find-recorded.ts';
import { UsableScore } from './recorded-metric.ts';

const REWARD: RecordedScore = { column: 'reward', scale: 'binary' };

function settingsOf(...recorded: RecordedScore[]): MetricSettings {
  return { ...DEFAULT_SETTINGS, metrics: [], recorded };
}

function score(rows: readonly JsonObject[], recorded: RecordedScore): ScoredColumns {
  const builder = new ChunkBuilder(settingsOf(recorded), { id: 'id' });
  for (const row of rows) builder.add(row, { offset: 0, length: 0, line: 1 });
  return builder.finish();
}

function answers(cells: readonly JsonObject[], recorded: RecordedScore): unknown[] {
  const { values, outcomes } = score(cells, recorded).scores[0] ?? {};
  return cells.map((_, row) =>
    outcomes?.[row] === 0 ? values?.[row] : OUTCOMES[outcomes?.[row] ?? -1],
  );
}

describe('a recorded score', () => {
  it('is the number or truth value in its column, also written as text', () => {
    const cells = [1, 0, true, false, ' True ', '0', 1.0].map((reward) => ({ reward }));
    expect(answers(cells, REWARD)).toEqual([1, 0, 1, 0, 1, 0, 1]);
  });

  it('is missing where nothing is recorded, and an error where it is no number of its scale', () => {
    const cells = [{}, { reward: null }, { reward: 0.5 }, { reward: 'good' }, { reward: [1] }];
    const [missing, error] = ['value_missing', 'value_unreadable'];
    expect(answers(cells, REWARD)).toEqual([missing, missing, error, error, error]);
    expect(answers([{ reward: 0.5 }, { reward: 2 }], { ...REWARD, scale: 'share' })).toEqual([
      0.5,
      error,
    ]);
    expect(answers([{ reward: -7 }], { ...REWARD, scale: 'number' })).toEqual([-7]);
  });

  it('may stand under keys within a cell', () => {
    const nested: RecordedScore = { column: 'info', path: ['grade', 'reward'], scale: 'binary' };
    const cells = [{ info: { grade: { reward: 1 } } }, { info: { grade: 1 } }, { info: null }];
    expect(answers(cells, nested)).toEqual([1, 'value_missing', 'value_missing']);
  });

  it('has a column of its own and says its scale', () => {
    const [column] = listColumns(settingsOf({ ...REWARD, path: ['a'] }));
    expect(column).toEqual({ id: 'recorded:reward.a', metricId: 'recorded:binary:reward.a' });
    expect(findMetric(column?.metricId ?? '')).toMatchObject({
      title: 'Recorded: reward.a',
      scale: 'binary',
      better: 'higher',
    });
  });

  it('is read again when it is chosen with another scale, and no other score is', () => {
    const known = score([{ reward: 1 }], REWARD);
    const before = settingsOf(REWARD);
    expect(planRescore(known, before, before)?.wanted).toEqual([]);
    const after = settingsOf(REWARD, { column: 'passed', scale: 'binary' });
    expect(planRescore(known, before, after)?.wanted).toContain('recorded:passed');
  });

  it('is stored in a metric set, and left out with a sentence where it cannot be read', () => {
    const problems: SetProblem[] = [];
    const recorded = [{ column: 'reward', scale: 'binary' }, { column: '', scale: 'binary' }, 7];
    const settings = readSettings({ metrics: [], recorded }, (code, about = '') =>
      problems.push({ code, about }),
    );
    expect(settings.recorded).toEqual([REWARD]);
    expect(problems.map(describeSetProblem)).toEqual([
      'A recorded score cannot be read: left out.',
    ]);
    expect(v.is(UsableScore, { ...REWARD, scale: 'percent' })).toBe(false);
  });

  it('has pass@k and pass^k over the trials of a task', () => {
    // trials that pass: 2 of 4, 4 of 4, 0 of 4
    const rows = ['0011', '1111', '0000'].flatMap((passes, id) =>
      [...passes].map((reward) => ({ id, reward: Number(reward) })),
    );
    const columns = score(rows, REWARD);
    const [reward] = columns.scores;
    const byK = consistencyOf(columns, Uint32Array.from(rows.keys()), reward!, {});
    const hat = [1 / 2, 1 / 3 + 1 / 18, 1 / 3, 1 / 3];
    const at = [1 / 2, 1 / 3 + 5 / 18, 2 / 3, 2 / 3];
    expect(byK.map(({ k }) => k)).toEqual([1, 2, 3, 4]);
    for (const [index, chances] of byK.entries()) {
      expect(chances.passHatK).toBeCloseTo(hat[index] as number, 12);
      expect(chances.passAtK).toBeCloseTo(at[index] as number, 12);
    }
  });
});

describe('looking for recorded scores', () => {
  function find(...rows: JsonObject[]): readonly object[] {
    const finder = new RecordedScoreFinder();
    for (const row of rows) finder.add(row);
    return finder.finish().map(({ score: found, filled }) => ({ ...found, filled }));
  }

  it.each(['reward', 'is_correct', 'taskScore', 'exam-passed', 'success', 'Accuracy'])(
    'knows %s as the name of one',
    (name) => expect(namesScore(name)).toBe(true),
  );

  it.each(['id', 'scored_by', 'passenger', 'rewarding', 'prompt', ''])(
    'knows “%s” as none',
    (name) => expect(namesScore(name)).toBe(false),
  );

  it('tells their scales, and passes over what holds anything else', () => {
    const rows = [
      { id: 1, reward: 1, score: 0.2, passed: true, grade: 'A', total_score: 3 },
      { id: 2, reward: 0, score: 1, passed: null, grade: 1, total_score: 1 },
    ];
    expect(find(...rows)).toEqual([
      { column: 'reward', scale: 'binary', filled: 2 },
      { column: 'score', scale: 'share', filled: 2 },
      { column: 'passed', scale: 'binary', filled: 1 },
      { column: 'total_score', scale: 'number', filled: 2 },
    ]);
  });

  it('looks into objects, where all that a set of scores names is one', () => {
    const row = { scores: { style: 0.5, note: 'ok' }, info: { reward: { value: 1 }, x: 3 } };
    expect(find(row)).toEqual([
      { column: 'scores', path: ['style'], scale: 'share', filled: 1 },
      { column: 'info', path: ['reward', 'value'], scale: 'binary', filled: 1 },
    ]);
  });
});
