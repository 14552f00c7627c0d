import { describe, expect, it } from 'vitest';
import { call, calls, recordOf, scoreRecords } from '../../../../tests/support/build.ts';
import { parseSignature, signaturesOf } from '#core/match/signature.ts';
import { alignTrajectories } from '#core/match/align.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { headlineOf, signatureInWords } from './headline.ts';

const RIGHT = recordOf(calls('ab'), calls('ab'));
const EXTRA = recordOf(calls('axb'), calls('ab'));
const wrong = (n: JsonValue): JsonObject => recordOf([call('set', { n })], [call('set', { n: 1 })]);

function sentence(records: readonly JsonObject[], settings: Partial<MetricSettings> = {}): string {
  const { parts } = headlineOf(scoreRecords(records, settings));
  return parts
    .map(({ text }) => text)
    .join('')
    .trim();
}

describe('headlineOf', () => {
  it('says how many rows follow the reference and what most failures share', () => {
    const text = sentence([RIGHT, EXTRA, wrong('1'), wrong('2')]);
    expect(text).toMatch(/^2 of 4 rows follow the reference in order; 1 matches exactly\./);
    expect(text).toMatch(/Main cause: set \/n is a string, expected a number \(2 rows\)\.$/);
  });

  it('names the kind of mistake that more rows share than any single cause', () => {
    const other = recordOf([call('aim', { m: '1' })], [call('aim', { m: 1 })]);
    expect(sentence([RIGHT, wrong('1'), wrong('2'), other])).toMatch(
      /Main cause: a number sent as a string \(3 rows, 2 tools\)\.$/,
    );
    const both = recordOf(
      [call('set', { n: '1' }), call('aim', { m: '1' })],
      [call('set', { n: 1 }), call('aim', { m: 1 })],
    );
    expect(sentence([RIGHT, both])).not.toContain('sent as');
  });

  it('says when a tenth of the records or more could not be read', () => {
    const of = (skippedCount: number): string =>
      headlineOf({ ...scoreRecords([RIGHT]), skippedCount })
        .parts.map(({ text }) => text)
        .join('');
    expect(of(2)).toContain('2 of 3 records could not be read.');
    expect(of(0)).not.toContain('records');
    const many = scoreRecords(Array.from({ length: 10 }, () => RIGHT));
    const text = headlineOf({ ...many, skippedCount: 1 }).parts.map((part) => part.text);
    expect(text.join('')).not.toContain('records');
  });

  it('gives an example where no cause is shared, and none where all is right', () => {
    expect(sentence([RIGHT, EXTRA])).toMatch(/For example: extra call x \(1 row\)\.$/);
    expect(sentence([RIGHT, RIGHT])).toBe(
      '2 of 2 rows follow the reference in order; 2 match exactly.',
    );
  });

  it('names no cause of failures where only rows without a score differ', () => {
    const left = recordOf([], calls('a'));
    expect(sentence([RIGHT, left])).toMatch(
      /exactly\. In rows not scored: missing call a \(1 row\)\.$/,
    );
    expect(sentence([EXTRA, left, left])).toMatch(/Main cause: missing call a \(2 rows\)\.$/);
  });

  it('does with one of the two metrics', () => {
    expect(sentence([RIGHT], { metrics: ['trajectory_exact_match'] })).toMatch(
      /^1 of 1 row matches exactly\.$/,
    );
    expect(sentence([RIGHT, EXTRA], { metrics: ['trajectory_in_order_match'] })).toMatch(
      /^2 of 2 rows follow .*order\. /,
    );
  });

  it('says when nothing could be compared', () => {
    expect(sentence([{ prompt: 'p' }])).toBe('1 row read; no trajectory could be compared.');
    expect(sentence([])).toBe('0 rows read; no trajectory could be compared.');
    expect(sentence([RIGHT], { metrics: ['failure'] })).toContain(
      'no trajectory could be compared',
    );
  });

  it('notes why rows were left out', () => {
    const records = [
      RIGHT,
      {},
      { predicted_trajectory: [] },
      recordOf([], calls('a')),
      { ...RIGHT, predicted_trajectory: '[x' },
    ];
    expect(headlineOf(scoreRecords(records)).note).toBe(
      '5 rows, 1 scored. Not scored: 1 without a prediction, 1 without a reference, 1 with no calls on one side, 1 that cannot be read.',
    );
    expect(headlineOf(scoreRecords([RIGHT])).note).toBe('1 row, 1 scored.');
    const skipping = { ...scoreRecords([RIGHT]), skippedCount: 1200 };
    expect(headlineOf(skipping).note).toBe('1 row, 1 scored. 1,200 skipped.');
  });
});

describe('signatureInWords', () => {
  const wordsOf = (reference: JsonValue, prediction: JsonValue): string => {
    const sides = [[call('t', reference)], [call('t', prediction)]] as const;
    return signatureInWords(
      parseSignature(signaturesOf(alignTrajectories(...sides), ...sides)[0]!),
    );
  };

  it.each([
    [{ x: 1 }, { x: 2 }, 'differs'],
    [{ x: 1 }, {}, 'is missing'],
    [{}, { x: 1 }, 'is unexpected'],
    [{ x: 1 }, { x: null }, 'is null, expected a number'],
  ])('of %j and %j: %s', (reference, prediction, words) => {
    expect(wordsOf(reference, prediction)).toBe(words);
  });
});
