import type { NamedText, Rating } from '#core/judging/judge-metric.ts';

/** Writes criteria or steps as a person edits them: one `name: text` per line. */
export function writeLines(list: readonly NamedText[]): string {
  return list.map(({ name, text }) => `${name}: ${text}`).join('\n');
}

/** Reads them back; a line without a colon gets its number as a name, an empty line is passed over. */
export function readLines(text: string): NamedText[] {
  return filled(text).map((line, index) => {
    const colon = line.indexOf(':');
    if (colon < 1) return { name: String(index + 1), text: line };
    return { name: line.slice(0, colon).trim(), text: line.slice(colon + 1).trim() };
  });
}

/** Writes a rubric as a person edits it: one `score: meaning` per line. */
export function writeRatings(list: readonly Rating[]): string {
  return list
    .map(({ score, text }) => `${Number.isNaN(score) ? '' : String(score)}: ${text}`)
    .join('\n');
}

/** Reads a rubric back; a score that is no number is NaN, which the check of the metric names. */
export function readRatings(text: string): Rating[] {
  return filled(text).map((line) => {
    const [, score, meaning] = /^\s*([-−]?\d+(?:\.\d+)?)\s*[:.)]?\s*(.*)$/.exec(line) ?? [];
    if (score === undefined) return { score: Number.NaN, text: line };
    return { score: Number(score.replace('−', '-')), text: meaning ?? '' };
  });
}

function filled(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
