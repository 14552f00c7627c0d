import { countGroups, type LabelColumn } from '#core/score/columns/scored-columns.ts';

/**
 * Failure patterns of tool use that code can decide, as in Google’s list. Where several apply, the
 * first counts.
 */
export const FAILURE_PATTERNS = [
  'invalid-tool-call-syntax',
  'hallucination-of-tool',
  'under-punting',
  'omission-of-required-tool-call',
  'incorrect-tool-selection',
  'incorrect-parameter-mapping',
  'non-existent-parameter',
  'failure-to-set-parameter',
  'incorrect-parameter-data-type',
  'hallucination-of-parameter-value',
  'incorrect-parameter-value',
  'tool-error',
] as const;

/** One of {@link FAILURE_PATTERNS}. */
export type FailurePattern = (typeof FAILURE_PATTERNS)[number];

/** Their titles. */
export const PATTERN_TITLES: Readonly<Record<FailurePattern, string>> = {
  'invalid-tool-call-syntax': 'Invalid Tool Call Syntax',
  'hallucination-of-tool': 'Hallucination of Tool',
  'under-punting': 'Under-Punting',
  'omission-of-required-tool-call': 'Omission of Required Tool Call',
  'incorrect-tool-selection': 'Incorrect Tool Selection',
  'incorrect-parameter-mapping': 'Incorrect Parameter Mapping',
  'non-existent-parameter': 'Non-Existent Parameter',
  'failure-to-set-parameter': 'Failure to Set Parameter',
  'incorrect-parameter-data-type': 'Incorrect Parameter Data Type',
  'hallucination-of-parameter-value': 'Hallucination of Parameter Value',
  'incorrect-parameter-value': 'Incorrect Parameter Value',
  'tool-error': 'Tool Error',
};

/** A failure in a row. */
export interface FoundPattern {
  readonly pattern: FailurePattern;
  /** The tool called or expected; empty for a trajectory that cannot be read. */
  readonly tool: string;
  /** JSON Pointer to the argument, empty for the call as a whole; of an error what it says. */
  readonly path: string;
  /** The place of the predicted call, from 0; absent where none was made. */
  readonly made?: number;
  /** The expected tool, where another one was called. */
  readonly expected?: string;
}

const TEXT_LIMIT = 200;

/**
 * Writes a pattern with its tool and argument as one line; without places, so that rows share it.
 */
export function printPattern({ pattern, tool, path }: FoundPattern): string {
  const general = path
    .split('/')
    .map((name) => (name !== '' && Number.isInteger(Number(name)) ? '*' : name))
    .join('/');
  const where = general.replaceAll('\t', ' ').slice(0, TEXT_LIMIT);
  return `${pattern}\t${where}\t${tool.slice(0, TEXT_LIMIT)}`;
}

/** Parses a line of {@link printPattern}. */
export function parsePattern(text: string): Pick<FoundPattern, 'pattern' | 'tool' | 'path'> {
  const [pattern = '', path = '', ...tool] = text.split('\t');
  return { pattern: pattern as FailurePattern, path, tool: tool.join('\t') };
}

/** A pattern with the number of its rows, and where it occurs. */
export interface PatternCount {
  readonly pattern: FailurePattern;
  readonly rowCount: number;
  /** Tools and arguments, most rows first. */
  readonly places: readonly {
    readonly tool: string;
    readonly path: string;
    readonly rows: number;
  }[];
  readonly placeCount: number;
}

const PLACES_LISTED = 5;

/** Counts the patterns in some rows, most rows first. */
export function countPatterns(labels: LabelColumn, rows: Uint32Array): readonly PatternCount[] {
  const parsed = labels.names.map(parsePattern);
  const patternOf = Uint8Array.from(parsed, ({ pattern }) => FAILURE_PATTERNS.indexOf(pattern));
  const counts = countGroups(labels, patternOf, FAILURE_PATTERNS.length, rows);
  return FAILURE_PATTERNS.map((pattern, at) => {
    const places = parsed
      .flatMap(({ tool, path }, id) =>
        patternOf[id] === at && (counts.ofLabels[id] as number) > 0
          ? [{ tool, path, rows: counts.ofLabels[id] as number }]
          : [],
      )
      .sort((a, b) => b.rows - a.rows);
    const placeCount = places.length;
    return {
      pattern,
      rowCount: counts.ofGroups[at] as number,
      placeCount,
      places: places.slice(0, PLACES_LISTED),
    };
  })
    .filter(({ rowCount }) => rowCount > 0)
    .sort((a, b) => b.rowCount - a.rowCount);
}
