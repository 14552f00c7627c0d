import type { ScoreValues } from './scored-columns.ts';

/** Texts of a score column, of which most are empty: those that are not, and where they are. */
interface PackedTexts {
  readonly places: Uint32Array;
  readonly texts: readonly string[];
  readonly rowCount: number;
}

/** A score column on its way to another thread. */
export interface PassedScores extends Omit<ScoreValues, 'texts'> {
  readonly texts?: PackedTexts;
}

/** Makes a score column fast to copy: what a person said of a few of a million rows is a few texts. */
export function packTexts({ texts, ...scores }: ScoreValues): PassedScores {
  if (!texts) return scores;
  const places: number[] = [];
  for (let row = 0; row < texts.length; row++) if (texts[row] !== '') places.push(row);
  const filled = places.map((row) => texts[row] ?? '');
  return {
    ...scores,
    texts: { places: Uint32Array.from(places), texts: filled, rowCount: texts.length },
  };
}

/** The inverse of {@link packTexts}. */
export function unpackTexts({ texts: packed, ...scores }: PassedScores): ScoreValues {
  if (!packed) return scores;
  const texts = new Array<string>(packed.rowCount).fill('');
  for (const [index, row] of packed.places.entries()) texts[row] = packed.texts[index] ?? '';
  return { ...scores, texts };
}
