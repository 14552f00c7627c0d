import Papa from 'papaparse';
import { countLineEnds } from './record-writer.ts';

/** A record and where it stands in the text it was parsed from. */
export interface ParsedRecord {
  readonly fields: readonly string[];
  readonly start: number;
  /** The offset after its line end. */
  readonly end: number;
  /** Whether a quote swallows line ends, or is open at the end; a stray one inside a line does no harm. */
  readonly isUnclosed: boolean;
}

/**
 * Cuts whole records into fields. A line may end with `\n` or `\r\n`, one like this and one like that.
 * @param text the records; the last line need not end
 * @param delimiter what stands between fields
 * @param hasNewlines whether lines end with `\n` at all; otherwise it is told from the text
 * @param take receives each record; the answer says whether to go on
 */
export function parseRecords(
  text: string,
  delimiter: string,
  hasNewlines: boolean,
  take: (record: ParsedRecord) => boolean,
): void {
  const lineEnd = hasNewlines ? /\r?\n$/.exec(text.slice(-2))?.[0].length : undefined;
  // without its end, a last line gives no empty record after it
  const ending = lineEnd === undefined ? text : text.slice(0, -lineEnd);
  if (ending === '') {
    take({ fields: [''], start: 0, end: text.length, isUnclosed: false });
    return;
  }
  let start = 0;
  Papa.parse<string[]>(ending, {
    delimiter,
    ...(hasNewlines ? { newline: '\n' } : {}),
    step: ({ data, errors, meta }, parser) => {
      if (hasNewlines) dropReturn(data, ending, meta.cursor);
      const isUnclosed = errors.length > 0 && isUnclosedBy(errors, data);
      if (!take({ fields: data, start, end: meta.cursor, isUnclosed })) parser.abort();
      start = meta.cursor;
    },
  });
}

/** Takes the `\r` of a line end off a last field without quotes; with quotes it stands outside. */
function dropReturn(fields: string[], text: string, end: number): void {
  const last = fields.at(-1) ?? '';
  if (last.endsWith('\r') && text.endsWith(`${last}\n`, end))
    fields[fields.length - 1] = last.slice(0, -1);
}

function isUnclosedBy(errors: readonly Papa.ParseError[], fields: readonly string[]): boolean {
  if (errors.some(({ code }) => code === 'MissingQuotes')) return true;
  return errors.some(({ type }) => type === 'Quotes') && countLineEnds(fields) > 0;
}
