import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LONGEST_ANSWER, readVerdict } from './read-verdict.ts';
import { CHOICE_FORM, scoreForm } from '../score/metric/judge-metric.ts';

interface Case {
  readonly name: string;
  readonly text: string;
  readonly score?: number;
  readonly explanation?: string;
  readonly fault?: string;
}

const FIXTURE = new URL('../../../tests/fixtures/judging/answers.json', import.meta.url);
const { scores, cases } = JSON.parse(readFileSync(FIXTURE, 'utf8')) as {
  readonly scores: readonly number[];
  readonly cases: readonly Case[];
};

const form = scoreForm(scores);

it.each(cases)('$name', ({ text, score, explanation, fault }) => {
  const expected =
    fault === undefined ? { ok: true, verdict: { score, explanation } } : { ok: false, fault };
  expect(readVerdict(text, form)).toEqual(expected);
});

it('does not look at answers of no sensible length', () => {
  const text = JSON.stringify({ explanation: 'x'.repeat(LONGEST_ANSWER), score: 5 });
  expect(readVerdict(text, form)).toEqual({ ok: false, fault: 'too_long' });
});

it.each([
  '<think>',
  '</think>',
  '<think></thinking>',
  '{',
  '[',
  '{"score"',
  '[THINK',
  '```json\n',
  '"',
  '\\',
  ' ',
  '{"score":{',
  '{"score":4,',
])('answers a text of %j alone at once', (piece) => {
  const text = piece.repeat(LONGEST_ANSWER / piece.length);
  for (const tail of ['', '{"score":4}']) {
    const reading = readVerdict((text + tail).slice(-LONGEST_ANSWER), form);
    if (reading.ok) expect(reading.verdict.score).toBe(4);
  }
});

it('gives a score of the rubric or a fault, whatever the text', () => {
  const piece = fc.oneof(
    fc.constantFrom('{', '}', '[', ']', '"', '\\', '"score":', '{"score":4}', '<think>', ','),
    fc.string({ maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const reading = readVerdict(pieces.join(''), form);
      if (reading.ok) expect(scores).toContain(reading.verdict.score);
    }),
  );
});

it.each([
  ['{"explanation":"x","choice":"A"}', -1],
  ['{"choice":"same"}', 0],
  ['so: {"choice":" B "}', 1],
  ['{"choice":"A"} {"choice":"B"}', 'conflicting_scores'],
  ['{"choice":"C"}', 'score_out_of_rubric'],
  ['{"choice":1}', 'score_out_of_rubric'],
  ['{"choice":"toString"}', 'score_out_of_rubric'],
  ['{"score":1}', 'missing_score'],
  ['{"choice":"A"', 'truncated'],
])('reads which of two responses is better: %s', (text, expected) => {
  const reading = readVerdict(text, CHOICE_FORM);
  expect(reading.ok ? reading.verdict.score : reading.fault).toBe(expected);
});

it('keeps an explanation whatever it holds', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(...scores), (explanation, score) => {
      const text = `Here it is: ${JSON.stringify({ explanation, score })}`;
      expect(readVerdict(text, form)).toEqual({ ok: true, verdict: { explanation, score } });
    }),
  );
});
