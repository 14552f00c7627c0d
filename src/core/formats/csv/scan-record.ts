const QUOTE = 34;
const NEWLINE = 10;
const RETURN = 13;

/** A record as its bytes tell it, without reading its cells. */
export interface ScannedRecord {
  /** The offset after its line end. */
  readonly end: number;
  /** Number of fields. */
  readonly width: number;
  /** Physical lines it spans. */
  readonly lineCount: number;
  /** Whether quotes stand inside a field without quotes, where they mean nothing. */
  readonly hasStrayQuotes: boolean;
}

/** What stands at an offset: a record, the beginning of one, or one that needs a closer look. */
export type RecordScan = ScannedRecord | 'cut' | 'odd';

/** A longer record is a quote that was never closed. */
const RECORD_LIMIT_BYTES = 16_000_000;

/**
 * Finds the end of a record in bytes by the rules of RFC 4180: quotes enclose a whole field and are
 * doubled within. A record that keeps to them means the same wherever the file is cut before it.
 * @param bytes UTF-8 text
 * @param from offset of the record
 * @param delimiter code of the ASCII character between fields
 * @param isWhole whether the text ends where the bytes end
 * @returns the record; `cut` when more bytes are needed; `odd` when it does not keep to the rules
 */
export function scanRecord(
  bytes: Uint8Array,
  from: number,
  delimiter: number,
  isWhole: boolean,
): RecordScan {
  const limit = Math.min(bytes.length, from + RECORD_LIMIT_BYTES);
  const atLimit = isWhole || limit < bytes.length ? 'odd' : 'cut';
  let width = 1;
  let lineCount = 1;
  let isFieldStart = true;
  let hasStrayQuotes = false;
  for (let at = from; at < limit; at++) {
    let byte = bytes[at];
    if (byte === QUOTE && isFieldStart) {
      for (;;) {
        byte = bytes[++at];
        if (byte === NEWLINE) lineCount++;
        else if (byte === QUOTE && bytes[++at] !== QUOTE) break;
        if (at >= limit) return atLimit;
      }
      byte = bytes[at];
      if (at < limit && byte !== delimiter && byte !== NEWLINE && byte !== RETURN) return 'odd';
    }
    isFieldStart = byte === delimiter;
    if (isFieldStart) width++;
    else if (byte === NEWLINE) return { end: at + 1, width, lineCount, hasStrayQuotes };
    else if (byte === QUOTE) hasStrayQuotes = true;
    else if (byte === RETURN && bytes[at + 1] !== NEWLINE)
      return at + 1 < bytes.length ? 'odd' : atLimit;
  }
  if (!isWhole || limit < bytes.length) return atLimit;
  return { end: bytes.length, width, lineCount, hasStrayQuotes };
}

/** So many records in a row have to look right. */
const RECORDS_ALIKE = 3;
/** A record that begins later is not looked for. */
const LOOK_BYTES = 1_000_000;

/**
 * Guesses where a record begins: after a line end where some records follow that are as wide as the
 * header. The text of a cell can deceive it, so a guess holds only once the record before is known
 * to end there.
 * @param bytes UTF-8 text from anywhere in a file
 * @param delimiter code of the ASCII character between fields
 * @param width fields of the header
 * @param isWhole whether the file ends where the bytes end
 * @returns an offset, or undefined when nothing looks like records
 */
export function guessRecordStart(
  bytes: Uint8Array,
  delimiter: number,
  width: number,
  isWhole: boolean,
): number | undefined {
  const last = Math.min(bytes.length, LOOK_BYTES);
  for (
    let end = bytes.indexOf(NEWLINE);
    end >= 0 && end < last;
    end = bytes.indexOf(NEWLINE, end + 1)
  )
    if (areRecords(bytes, end + 1, delimiter, width, isWhole)) return end + 1;
  return undefined;
}

function areRecords(
  bytes: Uint8Array,
  from: number,
  delimiter: number,
  width: number,
  isWhole: boolean,
): boolean {
  let at = from;
  for (let alike = 0; alike < RECORDS_ALIKE && at < bytes.length;) {
    const scan = scanRecord(bytes, at, delimiter, isWhole);
    // the one that is cut off may be a quote that never closes
    if (scan === 'cut') return alike > 0;
    if (scan === 'odd' || scan.hasStrayQuotes) return false;
    const isBlank = scan.width === 1 && scan.end - at <= 2;
    if (!isBlank && scan.width !== width) return false;
    if (!isBlank) alike++;
    at = scan.end;
  }
  return isWhole || at < bytes.length;
}
