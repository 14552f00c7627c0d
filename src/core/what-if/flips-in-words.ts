import { findMetric } from '#core/metrics/registry.ts';
import type { FlipCount } from './count-flips.ts';

/**
 * Says how many rows a change of settings would move.
 * @param flips the counts, one per score column
 * @returns such as “exact +3 · prec 5 ↑”: rows that would reach or lose full marks, or move at all
 */
export function flipsInWords(flips: readonly FlipCount[]): string {
  const words = flips.flatMap((flip) => {
    const metric = findMetric(flip.columnId);
    const isBinary = metric?.scale === 'binary';
    const counts = [
      sign('+', isBinary ? flip.passes : 0),
      sign('−', isBinary ? flip.fails : 0),
      arrow('↑', isBinary ? 0 : flip.rises),
      arrow('↓', isBinary ? 0 : flip.falls),
      flip.scored > 0 ? `${flip.scored} scored` : '',
      flip.unscored > 0 ? `${flip.unscored} unscored` : '',
    ].filter((text) => text !== '');
    return counts.length === 0 ? [] : [`${metric?.short ?? flip.columnId} ${counts.join(' ')}`];
  });
  return words.length === 0 ? 'no row flips' : words.join(' · ');
}

function sign(mark: '+' | '−', count: number): string {
  return count > 0 ? `${mark}${count}` : '';
}

function arrow(mark: '↑' | '↓', count: number): string {
  return count > 0 ? `${count} ${mark}` : '';
}
