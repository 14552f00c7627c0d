import { expect, it } from 'vitest';
import { porterStem } from './porter-stem.ts';

it.each([
  // plurals, -ed, -ing
  ['caresses', 'caress'],
  ['ponies', 'poni'],
  ['ties', 'tie'],
  ['gas', 'ga'],
  ['died', 'die'],
  ['spied', 'spi'],
  ['agreed', 'agre'],
  ['feed', 'feed'],
  ['plastered', 'plaster'],
  ['bled', 'bled'],
  ['sing', 'sing'],
  ['conflated', 'conflat'],
  ['sized', 'size'],
  ['hopping', 'hop'],
  ['falling', 'fall'],
  ['filing', 'file'],
  ['using', 'use'],
  // y
  ['happy', 'happi'],
  ['enjoy', 'enjoy'],
  ['fly', 'fli'],
  ['by', 'by'],
  ['yyy', 'yyy'],
  // longer suffixes
  ['relational', 'relat'],
  ['conditional', 'condit'],
  ['rationally', 'ration'],
  ['hopefully', 'hope'],
  ['geology', 'geolog'],
  ['sensibility', 'sensibl'],
  ['electrical', 'electr'],
  ['formative', 'form'],
  ['adoption', 'adopt'],
  ['million', 'million'],
  ['replacement', 'replac'],
  ['cement', 'cement'],
  // the last letter
  ['rate', 'rate'],
  ['cease', 'ceas'],
  ['controlling', 'control'],
  ['roll', 'roll'],
  // forms of their own, digits
  ['skies', 'sky'],
  ['dying', 'die'],
  ['innings', 'inning'],
  ['proceed', 'proceed'],
  ['2024s', '2024'],
  ['is', 'is'],
])('stems %s to %s', (word, stem) => {
  expect(porterStem(word)).toBe(stem);
});

it('stems a word of any length', () => {
  expect(porterStem('y'.repeat(50_000))).toHaveLength(50_000);
});
