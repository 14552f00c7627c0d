import type { Slot } from '#core/alignment/align.ts';
import type { Trajectory } from '#core/trajectory/trajectory.ts';

/** What was called where a tool was expected. Either tool is empty where there is no such call. */
export interface ToolPair {
  readonly expected: string;
  readonly made: string;
  /** Whether the call counts as the expected one, arguments included. */
  readonly isRight: boolean;
}

const NAME_LIMIT = 200;

/**
 * Lists the expected tool and the tool called in every slot of an alignment. A call that is missing
 * and one in excess at the same place are taken as one for the other.
 * @param slots the alignment
 * @param reference the calls expected
 * @param prediction the calls made
 * @returns one text for each expected or made call, see {@link parseToolPair}
 */
export function toolPairsOf(
  slots: readonly Slot[],
  reference: Trajectory,
  prediction: Trajectory,
): string[] {
  const pairs: string[] = [];
  let missing: string[] = [];
  let extra: string[] = [];
  const pairLeftovers = (): void => {
    for (let i = 0; i < Math.max(missing.length, extra.length); i++) {
      pairs.push(print({ expected: missing[i] ?? '', made: extra[i] ?? '', isRight: false }));
    }
    missing = [];
    extra = [];
  };
  const toolAt = (calls: Trajectory, place: number): string =>
    calls[place]?.tool_name.slice(0, NAME_LIMIT) ?? '';
  for (const slot of slots) {
    if (slot.kind === 'missing') missing.push(toolAt(reference, slot.reference));
    else if (slot.kind === 'extra') extra.push(toolAt(prediction, slot.prediction));
    else if (slot.kind === 'moved') {
      // a moved call has two slots; it is counted where it is expected
      if (slot.at === 'prediction') continue;
      const expected = toolAt(reference, slot.reference);
      pairs.push(print({ expected, made: expected, isRight: true }));
    } else {
      pairLeftovers();
      const expected = toolAt(reference, slot.reference);
      const made = toolAt(prediction, slot.prediction);
      pairs.push(print({ expected, made, isRight: slot.kind === 'equal' }));
    }
  }
  pairLeftovers();
  return pairs;
}

/** A tool may have any name, so the first one is written with its length. */
function print({ expected, made, isRight }: ToolPair): string {
  return `${isRight ? '=' : '~'}${expected.length}:${expected}${made}`;
}

/**
 * Reads the text form of a pair.
 * @param text a text made by {@link toolPairsOf}
 * @returns the pair
 */
export function parseToolPair(text: string): ToolPair {
  const colon = text.indexOf(':');
  const middle = colon + 1 + Number(text.slice(1, colon));
  return {
    expected: text.slice(colon + 1, middle),
    made: text.slice(middle),
    isRight: text.startsWith('='),
  };
}
