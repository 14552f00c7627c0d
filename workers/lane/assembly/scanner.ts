/**
 * Goes over the bytes of JSONL once, checks that each line is a JSON object, and writes down what
 * scoring needs of it, without making a value of JavaScript: where its cells are, and which calls of
 * its trajectories are equal. A line that is not as the format wants it, or that a reader would
 * have something to say about, is declined: the usual reader takes it.
 *
 * AssemblyScript. What is written down, and how, is described in `../scanned-row.ts`.
 */

/** Reads a number that takes more than a multiplication. */
declare function readNumber(start: usize, end: usize): f64;

// What a line is.
const DECLINED = 0;
const ROW = 1;
const BLANK = 2;

// What a column is for.
const NO_ROLE: u8 = 0;
const PREDICTION: u8 = 1;
const REFERENCE: u8 = 2;
const ID: u8 = 3;
const LATENCY: u8 = 4;
/** A reader says why a longer time is not taken. */
const MAX_SECONDS: f64 = 1e100;
const FAILURE: u8 = 5;
const MORE_REFERENCES: u8 = 6;
const PROMPT: u8 = 7;

// What kind of value a cell has.
const NULL = 0;
const OTHER = 1;
const TEXT = 2;
const BLANK_TEXT = 3;
const CALLS = 4;

const QUOTE: u8 = 34;
const COMMA: u8 = 44;
const COLON: u8 = 58;
const OPEN_LIST: u8 = 91;
const BACKSLASH: u8 = 92;
const CLOSE_LIST: u8 = 93;
const OPEN_OBJECT: u8 = 123;
const CLOSE_OBJECT: u8 = 125;
const NEWLINE: u8 = 10;

/** Deeper rows are declined. */
const MAX_LEVELS = 60;
/** Calls of a side; a longer one is read by the usual reader. */
const MAX_CALLS = 4096;
const CALL_BYTES = 32;
/** Columns of a file, and tools in it. */
const MAX_NAMES = 8192;
const NAME_SLOTS = 32768;
const NAME_BYTES = 24;
/** Bytes of a text with escapes. */
export const MAX_ESCAPED: usize = 1 << 20;
/** Nested keys at a time, and keys of large objects in a row. */
const MAX_KEYS = 16384;
const KEY_SLOTS = 65536;
/** Keys of an object that are compared one by one. */
const FEW_KEYS = 32;
/** Bytes that are read beyond the end of what is there. */
export const MARGIN: usize = 64;
/** The most that a row writes down. */
const MAX_WRITTEN: usize = 640 + MAX_NAMES * 12 + 2 * MAX_CALLS * 16;
const WRITTEN_BYTES: usize = 1 << 20;
/** Room for the texts of trajectories that are written as text, and for other texts of a table’s row. */
const CELL_TEXT_BYTES: usize = 2 << 20;
const ROW_TEXT_BYTES: usize = 4 << 20;

/** Numbers of more digits may be beyond the range of numbers. */
const MAX_DIGITS = 308;
/** The largest integer up to which all are numbers. */
const LIMIT_SAFE: u64 = 9007199254740991;

// Where things are in memory. All of it is zero at first.
const keyStack: usize = __heap_base + 64;
const keyTable: usize = keyStack + 8 * MAX_KEYS;
const predictedCalls: usize = keyTable + 8 * KEY_SLOTS;
const referenceCalls: usize = predictedCalls + CALL_BYTES * MAX_CALLS;
const callTable: usize = referenceCalls + CALL_BYTES * MAX_CALLS;
const CALL_SLOTS = 16384;
/** By number of a call: how often it is left to be paired, and whether it is made. */
const callCounts: usize = callTable + 4 * CALL_SLOTS;
// For the alignment: places that are matched, where calls have moved to, lists and the table of a
// common subsequence, keys of arguments, causes of a row, and all causes so far.
const equalPlaces: usize = callCounts + 8 * 2 * MAX_CALLS;
const changedPlaces: usize = equalPlaces + 8 * MAX_CALLS;
const movedReferences: usize = changedPlaces + 8 * MAX_CALLS;
const movedPredictions: usize = movedReferences + 4 * MAX_CALLS;
const firstList: usize = movedPredictions + 4 * MAX_CALLS;
const secondList: usize = firstList + 4 * MAX_CALLS;
const firstPlaces: usize = secondList + 4 * MAX_CALLS;
const secondPlaces: usize = firstPlaces + 4 * MAX_CALLS;
const lengthsHere: usize = secondPlaces + 4 * MAX_CALLS;
const lengthsBelow: usize = lengthsHere + 4 * (MAX_CALLS + 2);
const steps: usize = lengthsBelow + 4 * (MAX_CALLS + 2);
const MAX_STEPS = 1 << 20;
const argumentKeys: usize = steps + MAX_STEPS;
const KEY_BYTES = 24;
const MAX_ARGUMENTS = 4096;
const rowCauses: usize = argumentKeys + KEY_BYTES * MAX_ARGUMENTS;
const MAX_ROW_CAUSES = 64;
const causeTable: usize = rowCauses + 8 * MAX_ROW_CAUSES;
const causeKeys: usize = causeTable + 4 * NAME_SLOTS;
const alikeTable: usize = causeKeys + NAME_BYTES * MAX_NAMES;
const alikeKeys: usize = alikeTable + 4 * NAME_SLOTS;
/** By column: whether it is in a counted row, and in how many it is not blank. */
const filledCounts: usize = alikeKeys + NAME_BYTES * MAX_NAMES;
/** Columns of counted rows, in the order in which they were found, and what was counted of them. */
export const filledColumns: usize = filledCounts + 8 * MAX_NAMES;
const columnTable: usize = filledColumns + 8 * MAX_NAMES;
/** The names of the columns: hash, first byte, byte after the last, role. */
export const columnNames: usize = columnTable + 4 * NAME_SLOTS;
const toolTable: usize = columnNames + NAME_BYTES * MAX_NAMES;
/** The names of the tools, in the same form. */
export const toolNames: usize = toolTable + 4 * NAME_SLOTS;
/** Where the name of a column is put that is added, of at most `MAX_ESCAPED` bytes. */
export const scratch: usize = toolNames + NAME_BYTES * MAX_NAMES;
const rowCells: usize = scratch + MAX_ESCAPED + MARGIN;
/** Where lines are written down. */
export const written: usize = rowCells + 12 * MAX_NAMES;
const cellTexts: usize = written + WRITTEN_BYTES + MARGIN;
const rowTexts: usize = cellTexts + CELL_TEXT_BYTES + MARGIN;
/** The numbers of a table’s columns; −1 for one that is left out where it is blank. */
export const tableIds: usize = rowTexts + ROW_TEXT_BYTES + MARGIN;
/** By tool: the last counted row that calls it. */
const toolSeen: usize = tableIds + 4 * MAX_NAMES;
/** What is counted of the two lists of a row, see `countCalls`. */
const pairCounts: usize = toolSeen + 4 * MAX_NAMES;
// Counted rows, in columns; what they mean is described in `countedRowsAt` of `../lane-scanner.ts`.
/** Counted rows that are written down at a time. */
export const MAX_COUNTED = 4096;
/** No further row is begun with so many labels of counted rows. */
const MAX_LABELS = 65536;
/** There is room for one more row, which has no more labels than a side may have calls. */
export const LABELS_ROOM = MAX_LABELS + MAX_CALLS;
export const countedIds: usize = (pairCounts + 16 + 7) & ~7;
const countedContents: usize = countedIds + 8 * MAX_COUNTED;
const countedLatencies: usize = countedContents + 8 * MAX_COUNTED;
const countedFailures: usize = countedLatencies + 8 * MAX_COUNTED;
const countedOffsets: usize = countedFailures + 8 * MAX_COUNTED;
const countedLengths: usize = countedOffsets + 4 * MAX_COUNTED;
const countedLines: usize = countedLengths + 4 * MAX_COUNTED;
const countedAlike: usize = countedLines + 4 * MAX_COUNTED;
const countedPredicted: usize = countedAlike + 4 * MAX_COUNTED;
const countedExpected: usize = countedPredicted + 4 * MAX_COUNTED;
const toolStarts: usize = countedExpected + 4 * MAX_COUNTED;
const causeStarts: usize = toolStarts + 4 * (MAX_COUNTED + 1);
const countedTools: usize = causeStarts + 4 * (MAX_COUNTED + 1);
const countedCauses: usize = countedTools + 4 * LABELS_ROOM;
/** Where the bytes to scan are to be put; as many bytes as `MARGIN` behind them are overwritten. */
export const input: usize = countedCauses + 4 * LABELS_ROOM;

/** Columns, tools and causes found so far. */
export let columnCount: i32 = 0;
export let toolCount: i32 = 0;
let causeCount: i32 = 0;
let alikeCount: i32 = 0;
let filledColumnCount: i32 = 0;

// What is wanted of the rows.
let hasCauses: bool = false;
let alikeBy: i32 = 0;
const NOT_COUNTED = 0;
const BY_ALL_CALLS = 2;
/** The position at which to continue. */
export let position: usize = 0;
/** What offsets of counted rows are counted from. */
export let origin: usize = 0;
/** Physical lines before what is scanned next. */
export let lineCount: i32 = 0;
/** How many of the rows scanned last are counted. */
export let countedCount: i32 = 0;
let toolLabels: i32 = 0;
let causeLabels: i32 = 0;
/** The counted row, through all that is scanned. */
let countedRow: u32 = 0;

let secret0: u64 = 0;
let secret1: u64 = 0;
let secret2: u64 = 0;
let secret3: u64 = 0;

let p: usize = 0;
let end: usize = 0;
/** The line is declined. */
let isDeclined: bool = false;
/** What is read is not as it can be compared here. */
let isOdd: bool = false;

/** Whether what is read is the text of a cell, which may have line ends. */
let isInCell: bool = false;
/** Whether rows may have line ends, as those of a list. */
let isInList: bool = false;
/** How far the room for texts of cells and of a row is used. */
let cellTextTop: usize = 0;
let rowTextTop: usize = 0;
/** There is no room left for this row: it is scanned again with all of the room. */
let isFull: bool = false;

let keyTop: i32 = 0;
let keysInTable: i32 = 0;
let objects: u64 = 0;

const QUOTES = i8x16.splat(34);
const BACKSLASHES = i8x16.splat(92);
const SPACES = i8x16.splat(32);
const NEWLINES = i8x16.splat(10);
const DOLLARS = i8x16.splat(36);

/**
 * Forgets all columns and tools.
 * @param wantsCauses whether to find what differs between the two sides of a row
 * @param wantsAlike what makes rows alike: 1 what is counted of their calls, 2 which of these are
 *   equal and their tools, too; 0 if no row is just to be counted
 */
export function start(seed: u64, wantsCauses: bool, wantsAlike: i32): void {
  secret0 = seed ^ 0x2d358dccaa6c78a5;
  secret1 = fold(seed ^ 0x8bb84b93962eacc9, 0x9e3779b97f4a7c15) | 1;
  secret2 = fold(seed ^ 0x4b33a62ed433d4a3, 0xd6e8feb86659fd93) | 1;
  secret3 = fold(seed ^ 0x4d5a2da51de1aa47, 0x9fb21c651e98df25) | 1;
  columnCount = 0;
  toolCount = 0;
  causeCount = 0;
  alikeCount = 0;
  hasCauses = wantsCauses;
  alikeBy = wantsAlike;
  lineCount = 0;
  takeFilled();
  memory.fill(causeTable, 0, 4 * NAME_SLOTS);
  memory.fill(alikeTable, 0, 4 * NAME_SLOTS);
  memory.fill(columnTable, 0, 4 * NAME_SLOTS);
  memory.fill(toolTable, 0, 4 * NAME_SLOTS);
}

/**
 * Adds a column before any line is scanned, its name put at `scratch`; -1 when there are too many.
 */
export function addColumn(from: usize, to: usize, role: u8): i32 {
  const id = columnId(hashBytes(from, to), from, to, false);
  if (id >= 0) store<u8>(columnNames + NAME_BYTES * id + 16, role);
  return id;
}

/**
 * Ends the counting of columns: how many the rows counted since have; of each, `filledColumns` has its
 * number and in how many rows it is not blank.
 */
export function takeFilled(): i32 {
  for (let k = 0; k < filledColumnCount; k++) {
    const at = filledColumns + 8 * k;
    const count = filledCounts + 8 * load<i32>(at);
    store<u32>(at + 4, load<u32>(count + 4));
    store<u64>(count, 0);
  }
  const found = filledColumnCount;
  filledColumnCount = 0;
  return found;
}

/** The 128 bits of a product, folded to 64. */
function fold(a: u64, b: u64): u64 {
  const aLow = a & 0xffffffff;
  const aHigh = a >> 32;
  const bLow = b & 0xffffffff;
  const bHigh = b >> 32;
  const low = aLow * bLow;
  const cross = aHigh * bLow;
  const other = aLow * bHigh;
  const middle = (low >> 32) + (cross & 0xffffffff) + (other & 0xffffffff);
  return (a * b) ^ (aHigh * bHigh + (cross >> 32) + (other >> 32) + (middle >> 32));
}

function hashBytes(from: usize, to: usize): u64 {
  let hash = secret0 ^ (<u64>(to - from) * 0x9e3779b97f4a7c15);
  while (from + 16 <= to) {
    hash = fold(load<u64>(from) ^ secret1, load<u64>(from + 8) ^ hash);
    from += 16;
  }
  const rest = to - from;
  if (rest > 8) {
    hash = fold(load<u64>(from) ^ secret1, (load<u64>(from + 8) & firstBytes(rest - 8)) ^ hash);
  } else if (rest > 0) {
    hash = fold((load<u64>(from) & firstBytes(rest)) ^ secret1, hash ^ secret3);
  }
  return fold(hash ^ secret2, secret3);
}

function firstBytes(count: usize): u64 {
  return count >= 8 ? ~(<u64>0) : ((<u64>1) << (<u64>count * 8)) - 1;
}

function join(a: u64, b: u64): u64 {
  return fold(a ^ secret1, b ^ secret2);
}

function space(): void {
  while (true) {
    const c = load<u8>(p);
    if (c == NEWLINE ? !isInCell && !isInList : c != 32 && c != 9 && c != 13) return;
    p++;
  }
}

function decline(): void {
  isDeclined = true;
}

const HAS_ESCAPES = 1;

/** Reads a text from behind its opening quote to behind the closing one. */
function text(): i32 {
  let escapes = 0;
  while (true) {
    const bytes = v128.load(p);
    // below the space: control characters, and, as signed numbers, all beyond ASCII
    const found = i8x16.bitmask(
      v128.or(
        v128.or(i8x16.eq(bytes, QUOTES), i8x16.eq(bytes, BACKSLASHES)),
        i8x16.lt_s(bytes, SPACES),
      ),
    );
    if (found == 0) {
      p += 16;
      continue;
    }
    p += ctz(found);
    const c = load<u8>(p);
    if (c == QUOTE) {
      p++;
      return escapes;
    }
    if (c == BACKSLASH) {
      escapes = HAS_ESCAPES;
      const e = load<u8>(p + 1);
      if (e == 117) {
        for (let i = 2; i < 6; i++) {
          if (!isHex(load<u8>(p + i))) {
            decline();
            return 0;
          }
        }
        p += 6;
      } else if (
        e == QUOTE ||
        e == BACKSLASH ||
        e == 47 ||
        e == 98 ||
        e == 102 ||
        e == 110 ||
        e == 114 ||
        e == 116
      ) {
        p += 2;
      } else {
        decline();
        return 0;
      }
    } else if (c < 128) {
      decline();
      return 0;
    } else {
      while (load<u8>(p) >= 128) {
        const length = letterBytes();
        if (length == 0) {
          decline();
          return 0;
        }
        p += length;
      }
    }
  }
}

function isHex(c: u8): bool {
  const lower = c | 32;
  return (c >= 48 && c <= 57) || (lower >= 97 && lower <= 102);
}

/** The bytes of a letter beyond ASCII; 0 where they are not UTF-8, or are U+FFFD, which a reader reports. */
function letterBytes(): i32 {
  const c = load<u8>(p);
  const next = load<u8>(p + 1);
  if (c < 0xc2) return 0;
  if (c < 0xe0) return isFollowing(next) ? 2 : 0;
  if (!isFollowing(load<u8>(p + 2))) return 0;
  if (c < 0xf0) {
    if (!isFollowing(next) || (c == 0xe0 && next < 0xa0) || (c == 0xed && next > 0x9f)) return 0;
    return c == 0xef && next == 0xbf && load<u8>(p + 2) == 0xbd ? 0 : 3;
  }
  if (!isFollowing(next) || !isFollowing(load<u8>(p + 3))) return 0;
  if (c > 0xf4 || (c == 0xf0 && next < 0x90) || (c == 0xf4 && next > 0x8f)) return 0;
  return 4;
}

function isFollowing(c: u8): bool {
  return (c & 0xc0) == 0x80;
}

function hexAt(at: usize): i32 {
  let value = 0;
  for (let i = 0; i < 4; i++) {
    const c = <i32>load<u8>(at + i);
    value = (value << 4) | (c <= 57 ? c - 48 : (c | 32) - 87);
  }
  return value;
}

/** What follows `\`, other than `u`. */
function escaped(c: u8): u8 {
  if (c == 110) return 10;
  if (c == 116) return 9;
  if (c == 114) return 13;
  if (c == 98) return 8;
  if (c == 102) return 12;
  return c;
}

/** Hashes a text as it is without its escapes. */
function hashText(from: usize, to: usize, escapes: i32): u64 {
  if (escapes == 0) return hashBytes(from, to);
  if (to - from > MAX_ESCAPED) {
    isOdd = true;
    decline();
    return 0;
  }
  return hashBytes(scratch, undoEscapes(from, to, scratch));
}

/**
 * Undoes the escapes of a text; half a surrogate pair alone is written in three bytes, like any letter.
 */
function undoEscapes(from: usize, to: usize, start: usize): usize {
  let out = start;
  while (from < to) {
    const bytes = v128.load(from);
    const found = i8x16.bitmask(i8x16.eq(bytes, BACKSLASHES));
    v128.store(out, bytes);
    if (found == 0) {
      from += 16;
      out += 16;
      continue;
    }
    from += ctz(found);
    out += ctz(found);
    if (from >= to) break;
    const c = load<u8>(from + 1);
    from += 2;
    if (c != 117) {
      store<u8>(out++, escaped(c));
      continue;
    }
    let unit = hexAt(from);
    from += 4;
    if (unit >= 0xd800 && unit < 0xdc00 && from + 6 <= to) {
      if (load<u8>(from) == BACKSLASH && load<u8>(from + 1) == 117) {
        const low = hexAt(from + 2);
        if (low >= 0xdc00 && low < 0xe000) {
          unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
          from += 6;
        }
      }
    }
    // a reader reports it
    if (unit == 0xfffd) {
      isOdd = true;
      decline();
    }
    if (unit < 0x80) store<u8>(out++, <u8>unit);
    else if (unit < 0x800) {
      store<u8>(out++, <u8>(0xc0 | (unit >> 6)));
      store<u8>(out++, <u8>(0x80 | (unit & 63)));
    } else if (unit < 0x10000) {
      store<u8>(out++, <u8>(0xe0 | (unit >> 12)));
      store<u8>(out++, <u8>(0x80 | ((unit >> 6) & 63)));
      store<u8>(out++, <u8>(0x80 | (unit & 63)));
    } else {
      store<u8>(out++, <u8>(0xf0 | (unit >> 18)));
      store<u8>(out++, <u8>(0x80 | ((unit >> 12) & 63)));
      store<u8>(out++, <u8>(0x80 | ((unit >> 6) & 63)));
      store<u8>(out++, <u8>(0x80 | (unit & 63)));
    }
  }
  // the last step may have gone too far
  return out - (from - to);
}

let mantissa: u64 = 0;
let exponent: i32 = 0;
let isNegative: bool = false;
let isWhole: bool = false;
let digits: i32 = 0;

/** Reads a number, as digits and an exponent. One that may be beyond the range of numbers is declined. */
function number(): void {
  isNegative = false;
  isWhole = true;
  mantissa = 0;
  exponent = 0;
  digits = 0;
  let c = load<u8>(p);
  if (c == 45) {
    isNegative = true;
    c = load<u8>(++p);
  }
  if (c == 48) {
    c = load<u8>(++p);
  } else if (c >= 49 && c <= 57) {
    while (c >= 48 && c <= 57) {
      mantissa = mantissa * 10 + (c - 48);
      digits++;
      c = load<u8>(++p);
    }
  } else {
    decline();
    return;
  }
  const before = digits;
  if (c == 46) {
    isWhole = false;
    c = load<u8>(++p);
    if (c < 48 || c > 57) {
      decline();
      return;
    }
    while (c >= 48 && c <= 57) {
      mantissa = mantissa * 10 + (c - 48);
      if (mantissa != 0) digits++;
      exponent--;
      c = load<u8>(++p);
    }
  }
  if ((c | 32) == 101) {
    isWhole = false;
    c = load<u8>(++p);
    const isBelow = c == 45;
    if (c == 43 || c == 45) c = load<u8>(++p);
    if (c < 48 || c > 57) {
      decline();
      return;
    }
    let by = 0;
    while (c >= 48 && c <= 57) {
      if (by < 100000) by = by * 10 + (c - 48);
      c = load<u8>(++p);
    }
    exponent += isBelow ? -by : by;
    if (!isBelow && before + by > MAX_DIGITS) decline();
  } else if (before > MAX_DIGITS) decline();
}

/** The number that was read, from its first byte on. */
function numberValue(from: usize): f64 {
  const isExact = digits <= 19 && mantissa <= LIMIT_SAFE && exponent >= -22 && exponent <= 22;
  if (!isExact) return readNumber(from, p);
  const value = <f64>mantissa;
  const size = exponent < 0 ? value / powerOfTen(-exponent) : value * powerOfTen(exponent);
  return isNegative ? -size : size;
}

function powerOfTen(power: i32): f64 {
  let result: f64 = 1;
  // exact up to 10^22
  while (power-- > 0) result *= 10;
  return result;
}

function isUnsafe(): bool {
  return isWhole && (digits > 19 || mantissa > LIMIT_SAFE);
}

/** Reads `true`, `false` or `null`: the first letter is read already. */
function word(c: u8): void {
  if (c == 116 && load<u32>(p) == 0x65757274) p += 4;
  else if (c == 110 && load<u32>(p) == 0x6c6c756e) p += 4;
  else if (c == 102 && load<u32>(p + 1) == 0x65736c61) p += 5;
  else decline();
}

/** Remembers a key of an object; one that it has already makes the line be declined. */
function addKey(key: u64, base: i32, object: u64): void {
  const count = keyTop - base;
  if (keyTop >= MAX_KEYS) {
    decline();
    return;
  }
  if (count < FEW_KEYS) {
    for (let i = base; i < keyTop; i++) {
      if (load<u64>(keyStack + 8 * i) == key) decline();
    }
  } else {
    if (count == FEW_KEYS) {
      for (let i = base; i < keyTop; i++) insertKey(load<u64>(keyStack + 8 * i), object);
    }
    insertKey(key, object);
  }
  store<u64>(keyStack + 8 * keyTop++, key);
}

function insertKey(key: u64, object: u64): void {
  const entry = fold(key ^ secret1, object ^ secret2) | 1;
  if (++keysInTable > KEY_SLOTS / 2) {
    decline();
    return;
  }
  let slot = (<i32>(entry >> 40)) & (KEY_SLOTS - 1);
  while (true) {
    const found = load<u64>(keyTable + 8 * slot);
    if (found == entry) decline();
    if (found == entry) return;
    if (found == 0) break;
    slot = (slot + 1) & (KEY_SLOTS - 1);
  }
  store<u64>(keyTable + 8 * slot, entry);
}

/** The key that was read last. */
let keyFrom: usize = 0;
let keyTo: usize = 0;
let keyEscapes: i32 = 0;

/** Reads a key and the colon after it. */
function key(): u64 {
  space();
  if (load<u8>(p) != QUOTE) {
    decline();
    return 0;
  }
  keyFrom = ++p;
  keyEscapes = text();
  if (isDeclined) return 0;
  keyTo = p - 1;
  const hash = hashText(keyFrom, keyTo, keyEscapes);
  space();
  if (load<u8>(p) != COLON) decline();
  p++;
  return hash;
}

/** Whether a comma follows; else it has to be the bracket. */
function hasNext(close: u8): bool {
  space();
  const c = load<u8>(p++);
  if (c == COMMA) return true;
  if (c != close) decline();
  return false;
}

/**
 * Reads a value and hashes it: equal values have equal hashes, whatever the order of their keys.
 * `value<void>` only reads it.
 */
function value<T>(level: i32): u64 {
  space();
  const c = load<u8>(p);
  if (c == QUOTE) {
    const from = ++p;
    const escapes = text();
    return isVoid<T>() || isDeclined ? 0 : join(hashText(from, p - 1, escapes), 1);
  }
  if (c == OPEN_OBJECT) return objectValue<T>(level);
  if (c == OPEN_LIST) {
    if (level >= MAX_LEVELS) decline();
    if (isDeclined) return 0;
    p++;
    space();
    let hash = join(secret3, 2);
    if (load<u8>(p) == CLOSE_LIST) {
      p++;
      return hash;
    }
    while (true) {
      const item = value<T>(level + 1);
      if (!isVoid<T>()) hash = join(hash, item);
      if (isDeclined || !hasNext(CLOSE_LIST)) return hash;
    }
  }
  if (c == 45 || (c >= 48 && c <= 57)) {
    const from = p;
    number();
    if (isVoid<T>() || isDeclined) return 0;
    if (isUnsafe()) {
      isOdd = true;
      return 0;
    }
    // no number is minus zero
    return join(reinterpret<u64>(numberValue(from) + 0.0), 4);
  }
  word(c);
  return isVoid<T>() ? 0 : join(c, 5);
}

function objectValue<T>(level: i32): u64 {
  if (level >= MAX_LEVELS) decline();
  if (isDeclined) return 0;
  p++;
  space();
  if (load<u8>(p) == CLOSE_OBJECT) {
    p++;
    return join(0, 6);
  }
  const base = keyTop;
  const object = ++objects;
  let sum: u64 = 0;
  let count: u64 = 0;
  while (true) {
    const name = key();
    if (isDeclined) return 0;
    addKey(name, base, object);
    const item = value<T>(level + 1);
    if (!isVoid<T>()) sum += join(name, item);
    count++;
    if (isDeclined || !hasNext(CLOSE_OBJECT)) break;
  }
  keyTop = base;
  return isVoid<T>() ? 0 : join(sum, (count << 8) | 6);
}

/** Finds a name, or adds it. Returns its number; -1 when there are too many. */
function nameId(hash: u64, from: usize, to: usize, table: usize, names: usize, count: i32): i32 {
  let slot = (<i32>(hash >> 20)) & (NAME_SLOTS - 1);
  while (true) {
    const id = load<i32>(table + 4 * slot) - 1;
    if (id < 0) break;
    if (load<u64>(names + NAME_BYTES * id) == hash) return id;
    slot = (slot + 1) & (NAME_SLOTS - 1);
  }
  if (count >= MAX_NAMES) return -1;
  store<i32>(table + 4 * slot, count + 1);
  const at = names + NAME_BYTES * count;
  store<u64>(at, hash);
  store<u32>(at + 8, <u32>from);
  store<u32>(at + 12, <u32>to);
  store<u16>(at + 16, 0);
  return count;
}

const TOOL_NAM: u64 = 0x6d616e5f6c6f6f74;
const TOOL_INP: u64 = 0x706e695f6c6f6f74;
const ACCEPTED: u64 = 0x6465747065636361;

/**
 * Reads a trajectory.
 * @param out receives each call: hash, tool, first byte, byte after the last, and, 24 bytes on, the
 *   first bytes of its arguments and of its name
 * @returns how many calls; -1 where it is not just a list of calls with their usual keys
 */
function trajectory(out: usize): i32 {
  if (load<u8>(p) != OPEN_LIST) {
    value<void>(1);
    return -1;
  }
  p++;
  space();
  if (load<u8>(p) == CLOSE_LIST) {
    p++;
    return 0;
  }
  let count = 0;
  let isPlain = true;
  isOdd = false;
  while (true) {
    space();
    if (load<u8>(p) != OPEN_OBJECT) {
      isPlain = false;
      value<void>(2);
    } else if (!isPlain || count >= MAX_CALLS) {
      isPlain = false;
      value<void>(2);
    } else {
      isPlain = call(out + CALL_BYTES * count);
      count++;
    }
    if (isDeclined || !hasNext(CLOSE_LIST)) break;
  }
  return isPlain && !isOdd ? count : -1;
}

function call(out: usize): bool {
  const from = p;
  p++;
  space();
  if (load<u8>(p) == CLOSE_OBJECT) {
    p++;
    return false;
  }
  const base = keyTop;
  const object = ++objects;
  let tool = -1;
  let input: u64 = 0;
  let hasInput = false;
  let isPlain = true;
  while (true) {
    const name = key();
    if (isDeclined) return false;
    addKey(name, base, object);
    space();
    // a key with escapes may be one of those that count
    if (keyEscapes != 0) isPlain = false;
    const length = keyTo - keyFrom;
    const begin = load<u64>(keyFrom);
    if (length == 9 && begin == TOOL_NAM && load<u8>(keyFrom + 8) == 101) {
      if (load<u8>(p) != QUOTE) {
        isPlain = false;
        value<void>(3);
      } else {
        const nameFrom = ++p;
        store<u32>(out + 28, <u32>nameFrom);
        const nameEscapes = text();
        if (isDeclined) return false;
        const nameTo = p - 1;
        if (nameFrom == nameTo) isPlain = false;
        tool = nameId(
          hashText(nameFrom, nameTo, nameEscapes),
          nameFrom,
          nameTo,
          toolTable,
          toolNames,
          toolCount,
        );
        if (tool == toolCount) toolCount++;
        if (tool < 0) isPlain = false;
      }
    } else if (length == 10 && begin == TOOL_INP && load<u16>(keyFrom + 8) == 0x7475) {
      const c = load<u8>(p);
      if (c != OPEN_OBJECT && c != OPEN_LIST) isPlain = false;
      store<u32>(out + 24, <u32>p);
      input = value<u64>(3);
      hasInput = true;
    } else {
      if (length == 15 && begin == ACCEPTED) isPlain = false;
      value<void>(3);
    }
    if (isDeclined) return false;
    if (!hasNext(CLOSE_OBJECT)) break;
  }
  keyTop = base;
  if (isDeclined || !isPlain || tool < 0 || !hasInput) return false;
  store<u64>(out, join(load<u64>(toolNames + NAME_BYTES * tool), input));
  store<i32>(out + 8, tool);
  store<u32>(out + 12, <u32>from);
  store<u32>(out + 16, <u32>p);
  return true;
}

/** Numbers the calls of both sides: equal ones alike, those of the reference first. */
function numberCalls(predicted: i32, expected: i32): i32 {
  let distinct = 0;
  if (predicted + expected <= 48) {
    for (let i = 0; i < expected; i++) distinct = numberCall(referenceCalls, i, i, 0, distinct);
    for (let i = 0; i < predicted; i++)
      distinct = numberCall(predictedCalls, i, expected, i, distinct);
    return distinct;
  }
  memory.fill(callTable, 0, 4 * CALL_SLOTS);
  for (let i = 0; i < expected; i++)
    distinct = numberInTable(referenceCalls + CALL_BYTES * i, distinct);
  for (let i = 0; i < predicted; i++)
    distinct = numberInTable(predictedCalls + CALL_BYTES * i, distinct);
  return distinct;
}

/** Looks for a call among those before it, from `expected` of the reference and `made` of the prediction. */
function numberCall(side: usize, index: i32, expected: i32, made: i32, distinct: i32): i32 {
  const at = side + CALL_BYTES * index;
  // most predictions agree with the reference place by place
  const isTwin = index < expected && isEqualCall(at, referenceCalls + CALL_BYTES * index);
  if (isTwin || isAmong(at, referenceCalls, expected) || isAmong(at, predictedCalls, made))
    return distinct;
  store<i32>(at + 20, distinct);
  return distinct + 1;
}

function isAmong(at: usize, calls: usize, count: i32): bool {
  for (let i = 0; i < count; i++) if (isEqualCall(at, calls + CALL_BYTES * i)) return true;
  return false;
}

/** Whether a call equals another one, whose number it has then. */
function isEqualCall(at: usize, other: usize): bool {
  if (load<u64>(other) != load<u64>(at)) return false;
  store<i32>(at + 20, load<i32>(other + 20));
  return true;
}

/** The table holds places of calls, from 1; a call’s place is its distance from the predicted ones. */
function numberInTable(at: usize, distinct: i32): i32 {
  const hash = load<u64>(at);
  let slot = (<i32>(hash >> 30)) & (CALL_SLOTS - 1);
  while (true) {
    const place = load<i32>(callTable + 4 * slot);
    if (place == 0) break;
    if (isEqualCall(at, predictedCalls + CALL_BYTES * (place - 1))) return distinct;
    slot = (slot + 1) & (CALL_SLOTS - 1);
  }
  store<i32>(callTable + 4 * slot, <i32>((at - predictedCalls) / CALL_BYTES) + 1);
  store<i32>(at + 20, distinct);
  return distinct + 1;
}

/** Whether a text, with its escapes, is blank. */
function textKind(from: usize, to: usize): i32 {
  while (from < to) {
    from += readUnits(from);
    if (!isSpace(unitHigh)) return TEXT;
  }
  return BLANK_TEXT;
}

/** What `trim` takes away. */
function isSpace(unit: u32): bool {
  if (unit == 32 || (unit >= 9 && unit <= 13)) return true;
  if (unit < 0xa0) return false;
  if (unit == 0xa0 || unit == 0x1680 || unit == 0x202f || unit == 0x205f) return true;
  if (unit >= 0x2000 && unit <= 0x200a) return true;
  return unit == 0x2028 || unit == 0x2029 || unit == 0x3000 || unit == 0xfeff;
}

/** The hash of the row’s id, or of its prompt and reference. */
let idLow: u32 = 0;
let idHigh: u32 = 0;

// Whether the row has an id: `ODD` where it has to be read.
const NONE = 0;
const HASHED = 1;
const ODD = 2;
let idState: i32 = NONE;
let promptState: i32 = NONE;
let promptFrom: usize = 0;
let promptTo: usize = 0;

let hashA: u32 = 0;
let hashB: u32 = 0;
const SEED_A: u32 = 0x811c9dc5;
const SEED_B: u32 = 0x9e3779b9;

/** Hashes a text as `hashTextWide` of core does, by its UTF-16 units, on from what was hashed before. */
function hashUnits(from: usize, to: usize): void {
  while (from < to) {
    from += readUnits(from);
    addUnit(unitHigh);
    if (unitLow != 0) addUnit(unitLow);
  }
}

function addUnit(unit: u32): void {
  hashA = (hashA ^ unit) * 0x01000193;
  hashB = (hashB ^ unit) * 0x01000193;
}

function startHash(): void {
  hashA = SEED_A;
  hashB = SEED_B;
}

function endHash(): void {
  idLow = mix(hashA);
  idHigh = mix(hashB) & 0x1fffff;
}

/** The UTF-16 units of a character: the second is 0 where there is one. */
let unitHigh: u32 = 0;
let unitLow: u32 = 0;

/** Reads a character of a text of JSON, with its escape; returns its bytes. */
function readUnits(at: usize): usize {
  const c = load<u8>(at);
  unitHigh = c;
  unitLow = 0;
  if (c == BACKSLASH) {
    const e = load<u8>(at + 1);
    if (e != 117) {
      unitHigh = escaped(e);
      return 2;
    }
    unitHigh = hexAt(at + 2);
    return 6;
  }
  if (c < 0x80) return 1;
  const second: u32 = load<u8>(at + 1) & 63;
  if (c < 0xe0) {
    unitHigh = (((<u32>c) & 31) << 6) | second;
    return 2;
  }
  const third: u32 = load<u8>(at + 2) & 63;
  if (c < 0xf0) {
    unitHigh = (((<u32>c) & 15) << 12) | (second << 6) | third;
    return 3;
  }
  const fourth: u32 = load<u8>(at + 3) & 63;
  const point = (((<u32>c) & 7) << 18) | (second << 12) | (third << 6) | fourth;
  unitHigh = 0xd800 + ((point - 0x10000) >> 10);
  unitLow = 0xdc00 + ((point - 0x10000) & 0x3ff);
  return 4;
}

function hashId(from: usize, to: usize): void {
  startHash();
  hashUnits(from, to);
  endHash();
  idState = HASHED;
}

/** Hashes prompt and reference, as `contentKeyOf` of core does. */
function hashContent(): void {
  startHash();
  if (promptState == HASHED) hashUnits(promptFrom, promptTo);
  addUnit(0);
  const calls = hashCalls();
  let scale: u32 = 1;
  while (calls / scale >= 10) scale *= 10;
  for (; scale > 0; scale /= 10) addUnit(48 + ((calls / scale) % 10));
  endHash();
}

/** Hashes the calls of the reference as `hashCalls` of core does. */
function hashCalls(): u32 {
  const outside = p;
  const wasInCell = isInCell;
  let hash: u32 = expected;
  for (let i = 0; i < expected; i++) {
    const call = referenceCalls + CALL_BYTES * i;
    const input = load<u32>(call + 24);
    // a text within a cell has line ends
    isInCell = input >= <u32>cellTexts && input < <u32>(cellTexts + CELL_TEXT_BYTES);
    p = input;
    hash ^= hashJson();
    p = load<u32>(call + 28);
    hash = hashText1(hash);
  }
  p = outside;
  isInCell = wasInCell;
  return hash;
}

/** Hashes the text whose first byte `p` is at, as `hashText` of core does, up to behind its quote. */
function hashText1(seed: u32): u32 {
  let hash = seed;
  while (load<u8>(p) != QUOTE) {
    p += readUnits(p);
    hash = (hash ^ unitHigh) * 0x01000193;
    if (unitLow != 0) hash = (hash ^ unitLow) * 0x01000193;
  }
  p++;
  return mix(hash);
}

/** Hashes the value that `p` is at, which was checked before, as `hashJson` of core does. */
function hashJson(): u32 {
  space();
  const c = load<u8>(p);
  if (c == QUOTE) {
    p++;
    return hashText1(SEED_A);
  }
  if (c == 45 || (c >= 48 && c <= 57)) {
    const from = p;
    number();
    return hashNumber(numberValue(from));
  }
  if (c != OPEN_LIST && c != OPEN_OBJECT) {
    p += c == 102 ? 5 : 4;
    if (c == 110) return 0x1b873593;
    return c == 116 ? 0x2545f491 : 0x6c8e9cf5;
  }
  p++;
  space();
  let hash: u32 = c == OPEN_LIST ? 0x3c6ef372 : 0x5bd1e995;
  if (load<u8>(p) == CLOSE_LIST || load<u8>(p) == CLOSE_OBJECT) {
    p++;
    return c == OPEN_LIST ? hash : mix(hash);
  }
  while (true) {
    if (c == OPEN_LIST) hash = mix(hash * 31 + hashJson());
    else {
      space();
      p++;
      const name = hashText1(SEED_A);
      space();
      p++;
      hash += mix(name ^ (hashJson() * 0x85ebca6b));
    }
    space();
    if (load<u8>(p++) == COMMA) continue;
    return c == OPEN_LIST ? hash : mix(hash);
  }
}

function hashNumber(value: f64): u32 {
  const whole = value >= -2147483648 && value <= 2147483647 ? <i32>value : 0;
  if (<f64>whole == value) return mix((<u32>whole) ^ 0x165667b1);
  const bits = reinterpret<u64>(value);
  return mix((<u32>bits) ^ (<u32>(bits >> 32) * 0x27d4eb2f));
}

function mix(hash: u32): u32 {
  let h = hash;
  h = (h ^ (h >> 16)) * 0x85ebca6b;
  h = (h ^ (h >> 13)) * 0xc2b2ae35;
  return h ^ (h >> 16);
}

const PROTO: u64 = 0x5f6f746f72705f5f;

/** A key that an object puts before all others, whatever its place. */
function isIndex(from: usize, to: usize): bool {
  if (to - from > 10) return false;
  while (from < to) {
    const c = load<u8>(from++);
    if (c < 48 || c > 57) return false;
  }
  return true;
}

/** Finds a column, or adds it. Rows with some of them are declined. */
function columnId(hash: u64, from: usize, to: usize, hasEscapes: bool): i32 {
  const id = nameId(hash, from, to, columnTable, columnNames, columnCount);
  if (id != columnCount) return id;
  columnCount++;
  // keys that a reader reports, or that are not in the order they are written in
  const isReserved = to - from == 9 && load<u64>(from) == PROTO && load<u8>(from + 8) == 95;
  if (hasEscapes || isReserved || isIndex(from, to))
    store<u8>(columnNames + NAME_BYTES * id + 17, 1);
  return id;
}

let cellCount: i32 = 0;
let predicted: i32 = -1;
let expected: i32 = -1;

function row(): void {
  p++;
  space();
  if (load<u8>(p) == CLOSE_OBJECT) {
    p++;
    return;
  }
  while (true) {
    const hash = key();
    if (isDeclined) return;
    addKey(hash, 0, 0);
    const id = columnId(hash, keyFrom, keyTo, keyEscapes != 0);
    if (id < 0 || load<u8>(columnNames + NAME_BYTES * id + 17) != 0) decline();
    if (isDeclined) return;
    space();
    cell(id, load<u8>(columnNames + NAME_BYTES * id + 16));
    if (isDeclined || !hasNext(CLOSE_OBJECT)) return;
  }
}

/** Nothing of the row has to be read to be scored, if both sides are calls. */
let isPlain: bool = true;
/** What the row records of itself; NaN where it does not. */
let latency: f64 = NaN;
let failure: f64 = NaN;

function cell(id: i32, role: u8): void {
  const from = p;
  const c = load<u8>(p);
  let kind = OTHER;
  if (c == QUOTE) {
    p++;
    text();
    if (isDeclined) return;
    kind = textKind(from + 1, p - 1);
    if (kind == TEXT && role != NO_ROLE) {
      if (role >= ID) takeText(role, from + 1, p - 1);
      else if (load<u8>(from + 1) == OPEN_LIST && hasRoom(p - from)) {
        const to = undoEscapes(from + 1, p - 1, cellTextTop);
        if (trajectoryInText(to, role)) kind = CALLS;
      }
      if (isDeclined) return;
    }
  } else if (c == 110) {
    word(c);
    kind = NULL;
  } else if (role == PREDICTION) {
    predicted = trajectory(predictedCalls);
    if (predicted >= 0) kind = CALLS;
  } else if (role == REFERENCE) {
    expected = trajectory(referenceCalls);
    if (expected >= 0) kind = CALLS;
  } else if (role >= ID && (c == 45 || (c >= 48 && c <= 57))) {
    number();
    if (isDeclined) return;
    // the text of a short integer is as it is written
    if (role == ID && isWhole && !isUnsafe() && (c != 45 || mantissa != 0)) hashId(from, p);
    else if (isUnsafe()) takeOther(role);
    else record(role, numberValue(from));
  } else {
    if (role == FAILURE && c == 116) record(role, 1);
    else if (role == FAILURE && c == 102) record(role, 0);
    else takeOther(role);
    value<void>(1);
  }
  const out = rowCells + 12 * cellCount++;
  store<u32>(out, ((<u32>id) << 3) | kind);
  store<u32>(out + 4, <u32>from);
  store<u32>(out + 8, <u32>p);
}

/** Takes a number that a row records of itself; a reader handles any other. */
function record(role: u8, value: f64): void {
  if (role == LATENCY && value >= 0 && value <= MAX_SECONDS) latency = value;
  else if (role == FAILURE && (value == 0 || value == 1)) failure = value;
  else takeOther(role);
}

/** Takes a cell that has to be read if it counts. */
function takeOther(role: u8): void {
  if (role == ID) idState = ODD;
  else if (role == PROMPT) promptState = ODD;
  else if (role > ID) isPlain = false;
}

/** Takes a text that is not blank. */
function takeText(role: u8, from: usize, to: usize): void {
  if (role == ID) hashId(from, to);
  else if (role == PROMPT) {
    promptState = HASHED;
    promptFrom = from;
    promptTo = to;
  } else recordText(role, from, to);
}

/** Takes a number that is written as text. */
function recordText(role: u8, from: usize, to: usize): void {
  const outside = p;
  p = from;
  number();
  const isNumber = !isDeclined && p == to;
  if (isNumber && role != MORE_REFERENCES) record(role, numberValue(from));
  else isPlain = false;
  isDeclined = false;
  p = outside;
}

/** Whether there is room for the text of a cell. */
function hasRoom(bytes: usize): bool {
  if (cellTextTop + bytes + MARGIN <= cellTexts + CELL_TEXT_BYTES) return true;
  // with nothing else in it, the room is too small for this cell: it is left to a reader
  if (cellTextTop > cellTexts) {
    isFull = true;
    decline();
  }
  return false;
}

/** Reads the trajectory in a cell’s text, which is where texts of cells go next. */
function trajectoryInText(to: usize, role: u8): bool {
  const from = cellTextTop;
  // ends every text and all space
  memory.fill(to, 0, MARGIN);
  const outside = p;
  const keys = keyTop;
  const tools = toolCount;
  p = from;
  isInCell = true;
  const count = trajectory(role == PREDICTION ? predictedCalls : referenceCalls);
  if (!isDeclined) space();
  const isPlain = count >= 0 && !isDeclined && p == to;
  isInCell = false;
  // the row itself is well: a reader looks at this cell alone
  isDeclined = false;
  keyTop = keys;
  p = outside;
  // what is kept holds calls, or the name of a tool that is new
  if (isPlain || toolCount > tools) cellTextTop = to + MARGIN;
  if (!isPlain) return false;
  if (role == PREDICTION) predicted = count;
  else expected = count;
  return true;
}

/** A table: how many columns it has, and the byte between cells. */
let tableColumns: i32 = 0;
let delimiter: u8 = 0;

/** Sets what the table is like; the numbers of its columns are where they are to be put. */
export function setTable(columns: i32, between: u8): void {
  tableColumns = columns;
  delimiter = between;
}

/**
 * Scans records of a table until one begins behind `stop`, one is not as RFC 4180 wants it or not as
 * wide as the table, or no room is left. The cells of a row are as they are in the file.
 * @param from the first byte, at the beginning of a record
 * @param stop records that begin here or later are left
 * @param to the byte after the last there is
 * @returns how many bytes are written down; `position` is where to continue
 */
export function scanTable(from: usize, stop: usize, to: usize): usize {
  let at = written;
  startScan(to, to, 0);
  while (from < stop && hasRoomAt(at)) {
    startRow();
    p = from;
    if (!tableRecord()) break;
    const rowTo = p;
    if (load<u8>(p) == 13) p++;
    if (load<u8>(p) != NEWLINE || p >= end) break;
    const next = p + 1;
    at = writeRow(at, from, rowTo);
    from = next;
  }
  position = from;
  return at - written;
}

function isMark(at: usize): bool {
  return load<u32>(at) << 8 == 0xbfbbef00;
}

/** Reads a record up to behind its last field; false where it is not one as it should be. */
function tableRecord(): bool {
  // a byte order mark is left out
  if (isMark(p) || (load<u8>(p) == QUOTE && isMark(p + 1))) return false;
  rowTextTop = rowTexts;
  let isBlank = true;
  for (let i = 0; i < tableColumns; i++) {
    if (i > 0 && load<u8>(p++) != delimiter) return false;
    const id = load<i32>(tableIds + 4 * i);
    const from = p;
    if (id < 0) {
      const left = field(NO_ROLE);
      if (left < 0 || (left == TEXT && !(i == 0 && isRowNumber(from, p)))) return false;
      if (left == TEXT) isBlank = false;
      continue;
    }
    const kind = field(load<u8>(columnNames + NAME_BYTES * id + 16));
    if (kind < 0) return false;
    if (kind == TEXT || kind == CALLS) isBlank = false;
    const cell = rowCells + 12 * cellCount++;
    store<u32>(cell, ((<u32>id) << 3) | kind);
    store<u32>(cell + 4, <u32>from);
    store<u32>(cell + 8, <u32>p);
  }
  return !isBlank;
}

/** Whether a field, with or without quotes, is digits. */
function isRowNumber(from: usize, to: usize): bool {
  if (load<u8>(from) == QUOTE) {
    from++;
    to--;
  }
  for (; from < to; from++) if (load<u8>(from) < 48 || load<u8>(from) > 57) return false;
  return true;
}

/**
 * Reads a field, up to the byte after it.
 * @returns what kind of text it is; -1 where it cannot be read here
 */
function field(role: u8): i32 {
  const isQuoted = load<u8>(p) == QUOTE;
  if (isQuoted) p++;
  const from = p;
  // the text of a trajectory goes where texts of cells go, without the quotes that are doubled
  const isSide = role == PREDICTION || role == REFERENCE;
  const mostInCell = cellTexts + CELL_TEXT_BYTES - 2 * MARGIN;
  const between = i8x16.splat(delimiter);
  let plain = cellTextTop;
  let kind = BLANK_TEXT;
  // it may be one of Unicode’s spaces
  let isDoubtful = false;
  while (true) {
    if (isSide && plain > mostInCell) return -1;
    const bytes = v128.load(p);
    if (isSide) v128.store(plain, bytes);
    const special = v128.or(i8x16.eq(bytes, QUOTES), i8x16.lt_s(bytes, SPACES));
    const found = i8x16.bitmask(isQuoted ? special : v128.or(special, i8x16.eq(bytes, between)));
    const skipped: usize = found == 0 ? 16 : ctz(found);
    if (kind == BLANK_TEXT && skipped > 0) {
      for (let i: usize = 0; i < skipped; i++) if (load<u8>(p + i) != 32) kind = TEXT;
    }
    p += skipped;
    plain += skipped;
    if (found == 0) continue;
    const c = load<u8>(p);
    if (c >= 128) {
      const length = letterBytes();
      if (length == 0) return -1;
      isDoubtful = true;
      // a letter has four bytes at most
      if (isSide) store<u32>(plain, load<u32>(p));
      p += length;
      plain += length;
      continue;
    }
    if (!isQuoted && (c == delimiter || c == NEWLINE)) break;
    if (!isQuoted && c == 13) {
      if (load<u8>(p + 1) != NEWLINE) return -1;
      break;
    }
    if (c == QUOTE) {
      if (!isQuoted) return -1;
      p++;
      if (load<u8>(p) != QUOTE) {
        const next = load<u8>(p);
        if (next != delimiter && next != NEWLINE && !(next == 13 && load<u8>(p + 1) == NEWLINE))
          return -1;
        break;
      }
    }
    if (p >= end) return -1;
    if (c == NEWLINE) lines++;
    if (kind == BLANK_TEXT && (c < 9 || c > 13)) kind = TEXT;
    if (isSide) store<u8>(plain++, c);
    p++;
  }
  const to = isQuoted ? p - 1 : p;
  if (kind == BLANK_TEXT && isDoubtful) kind = textKind(from, to);
  if (kind != TEXT || role == NO_ROLE) return kind;
  if (isSide)
    return load<u8>(cellTextTop) == OPEN_LIST && trajectoryInText(plain, role) ? CALLS : TEXT;
  const text = rowTextTop;
  if (!writeText(from, to)) return -1;
  takeText(role, text, rowTextTop);
  // ends a number
  store<u8>(rowTextTop++, QUOTE);
  return TEXT;
}

/** Writes a field’s text as JSON has it; false where there is no room for it. */
function writeText(from: usize, to: usize): bool {
  // a control character takes six bytes
  if (rowTextTop + 6 * (to - from) + MARGIN > rowTexts + ROW_TEXT_BYTES) return false;
  while (from < to) {
    const bytes = v128.load(from);
    v128.store(rowTextTop, bytes);
    const found = i8x16.bitmask(
      v128.or(
        v128.or(i8x16.eq(bytes, QUOTES), i8x16.eq(bytes, BACKSLASHES)),
        i8x16.lt_u(bytes, SPACES),
      ),
    );
    const skipped = min<usize>(to - from, found == 0 ? 16 : ctz(found));
    from += skipped;
    rowTextTop += skipped;
    if (skipped == 16 || from == to) continue;
    const c = load<u8>(from);
    rowTextTop = writeEscaped(rowTextTop, c);
    from += c == QUOTE ? 2 : 1;
  }
  return true;
}

/** Writes a character with the escape that it has in texts of JSON. */
function writeEscaped(to: usize, c: u8): usize {
  let at = to;
  store<u8>(at++, BACKSLASH);
  if (c == QUOTE || c == BACKSLASH) store<u8>(at++, c);
  else if (c == 10) store<u8>(at++, 110);
  else if (c == 13) store<u8>(at++, 114);
  else if (c == 9) store<u8>(at++, 116);
  else if (c == 8) store<u8>(at++, 98);
  else if (c == 12) store<u8>(at++, 102);
  else {
    store<u32>(at, 0x30303075);
    const low = c & 15;
    store<u8>(at + 3, 48 + (c >> 4));
    store<u8>(at + 4, low < 10 ? 48 + low : 87 + low);
    at += 5;
  }
  return at;
}

/**
 * Scans the items of a list of rows until one begins behind `stop`, one is not a row that ends with
 * a comma or before the list's bracket, or no room is left.
 * @param from the first byte, behind a bracket or a comma
 * @param stop items that begin here or later are left
 * @param to the byte after the last there is
 * @returns how many bytes are written down; `position` is where to continue
 */
export function scanList(from: usize, stop: usize, to: usize): usize {
  let at = written;
  startScan(to, to, 0);
  isInList = true;
  while (from < stop && hasRoomAt(at)) {
    startRow();
    p = from;
    space();
    const rowFrom = p;
    if (load<u8>(p) != OPEN_OBJECT) break;
    row();
    if (isDeclined) break;
    const rowTo = p;
    space();
    const c = load<u8>(p);
    if (c == COMMA) p++;
    else if (c != CLOSE_LIST) break;
    leadLines = lineEnds(from, rowFrom);
    lines = lineEnds(rowFrom, p);
    const next = p;
    at = writeRow(at, rowFrom, rowTo);
    from = next;
    // what was counted before comes first
    if (filledColumnCount > 0 && !isCounted) break;
  }
  isInList = false;
  position = from;
  return at - written;
}

/** Scans one record of the table, without the end of its line; 0 where it is declined. */
export function scanTableRow(from: usize, to: usize, last: usize): usize {
  startScan(to, last, NEWLINE);
  startRow();
  p = from;
  return tableRecord() && p == to ? writeRow(written, from, to) - written : 0;
}

/** Scans one row of JSON, on one line or several; 0 where it is declined. */
export function scanRow(from: usize, to: usize, last: usize): usize {
  startScan(to, last, 0);
  startRow();
  isInList = true;
  p = from;
  space();
  if (load<u8>(p) == OPEN_OBJECT) row();
  else decline();
  if (!isDeclined) space();
  const bytes = isDeclined || p != to ? 0 : writeRow(written, from, to) - written;
  isInList = false;
  return bytes;
}

function lineEnds(from: usize, to: usize): u32 {
  let count: u32 = 0;
  let at = from;
  for (; at + 16 <= to; at += 16) count += popcnt(i8x16.bitmask(i8x16.eq(v128.load(at), NEWLINES)));
  for (; at < to; at++) if (load<u8>(at) == NEWLINE) count++;
  return count;
}

/** The physical lines of a row. */
let lines: i32 = 1;
/** Line ends before a row of a list that belong to no other row. */
let leadLines: u32 = 0;

function startRow(): void {
  isDeclined = false;
  isFull = false;
  keyTop = 0;
  cellCount = 0;
  predicted = -1;
  expected = -1;
  idState = NONE;
  promptState = NONE;
  lines = 1;
  leadLines = 0;
  objects = 0;
  isPlain = true;
  latency = NaN;
  failure = NaN;
  if (keysInTable == 0) return;
  memory.fill(keyTable, 0, 8 * KEY_SLOTS);
  keysInTable = 0;
}

/**
 * Scans lines until all are scanned, or no room is left to write them down.
 * @param from the first byte, at the beginning of a line
 * @param to the byte after the last; a line end is put behind it
 * @returns how many bytes are written down; `position` is where to continue
 */
export function scan(from: usize, to: usize): usize {
  let at = written;
  startScan(to, to, NEWLINE);
  while (from < to && hasRoomAt(at)) {
    startRow();
    p = from;
    space();
    let kind = DECLINED;
    if (load<u8>(p) == OPEN_OBJECT) {
      row();
      if (!isDeclined) {
        space();
        if (load<u8>(p) == NEWLINE && p <= to) kind = ROW;
      }
    } else if (load<u8>(p) == NEWLINE) kind = BLANK;
    if (isFull) break;
    const lineEnd = kind == DECLINED ? endOfLine(from) : p;
    if (kind == ROW) at = writeRow(at, from, lineEnd);
    else at = writeHead(at, kind, from, lineEnd, ++lineCount, HEAD_BYTES);
    from = lineEnd + 1;
    // what the rows before it have is counted up to here
    if (filledColumnCount > 0 && (kind == DECLINED || (kind == ROW && !isCounted))) break;
  }
  position = from;
  return at - written;
}

/** Hashes bytes as `hashBytes` of core does. */
export function hashOf(from: usize, to: usize): u32 {
  const pairsEnd = from + ((to - from) & ~(<usize>7));
  let a: u32 = <u32>(to - from);
  let b: u32 = 0x9e3779b9;
  let at = from;
  while (at < pairsEnd) {
    a = (a ^ load<u32>(at)) * 0x5bd1e995;
    b = (b ^ load<u32>(at + 4)) * 0x5bd1e995;
    a ^= a >> 15;
    b ^= b >> 15;
    at += 8;
  }
  while (at < to) a = (a ^ load<u8>(at++)) * 0x01000193;
  let hash = a ^ (b * 0x85ebca6b);
  hash = (hash ^ (hash >> 16)) * 0x85ebca6b;
  return hash ^ (hash >> 13);
}

/** Whether a quote with `$` right behind it is in bytes. */
export function hasQuotedDollar(from: usize, to: usize): bool {
  for (let at = from; at < to; at += 16) {
    const quotes = i8x16.eq(v128.load(at), QUOTES);
    if (v128.any_true(v128.and(quotes, i8x16.eq(v128.load(at + 1), DOLLARS)))) return true;
  }
  return false;
}

function endOfLine(from: usize): usize {
  while (true) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(from), NEWLINES));
    if (found != 0) return from + ctz(found);
    from += 16;
  }
}

const HEAD_BYTES: usize = 24;
const ROW_BYTES: usize = 92;

function writeHead(
  to: usize,
  kind: i32,
  from: usize,
  lineEnd: usize,
  line: i32,
  bytes: usize,
): usize {
  store<u32>(to, kind);
  store<u32>(to + 4, <u32>from);
  store<u32>(to + 8, <u32>lineEnd);
  store<u32>(to + 12, <u32>bytes);
  store<u32>(to + 16, line);
  store<u32>(to + 20, countedCount);
  return to + bytes;
}

/**
 * Writes a row down: a counted one as part of the columns, and by itself only where it is the first
 * of its kind or has a cause that none had before.
 */
function writeRow(to: usize, from: usize, lineEnd: usize): usize {
  const line = lineCount + leadLines + 1;
  lineCount += leadLines + lines;
  const isScored = isPlain && predicted >= 0 && expected >= 0;
  const distinct = numberCalls(max(predicted, 0), max(expected, 0));
  if (predicted >= 0 && expected >= 0) countCalls(pairCounts, distinct);
  if (isScored && hasCauses && (load<u32>(pairCounts) & SAME) == 0) findCauses(distinct);
  else rowCauseCount = 0;
  isCounted = isScored && alikeBy != NOT_COUNTED && rowCauseCount >= 0;
  if (idState == ODD || (idState == NONE && promptState == ODD)) isCounted = false;
  if (rowCauseCount == MAX_ROW_CAUSES) isCounted = false;
  const known = alikeCount;
  const alike = isCounted ? alikeId(pairCounts) : -1;
  if (alike < 0) isCounted = false;
  if (isCounted) {
    countFilled();
    if (idState == NONE) hashContent();
    countRow(from, lineEnd, line, alike);
    if (alikeCount == known && areCausesKnown()) return to;
  }
  store<u32>(to + 24, (isCounted ? 4 : 0) | (isScored ? 2 : 0) | (idState == HASHED ? 1 : 0));
  store<u32>(to + 28, idLow);
  store<u32>(to + 32, idHigh);
  store<f64>(to + 36, latency);
  store<f64>(to + 44, failure);
  store<u32>(to + 52, cellCount);
  store<i32>(to + 56, predicted);
  store<i32>(to + 60, expected);
  store<u32>(to + 64, distinct);
  memory.copy(to + 68, pairCounts, 16);
  store<i32>(to + 84, rowCauseCount);
  store<i32>(to + 88, alike);
  const cells = to + ROW_BYTES;
  memory.copy(cells, rowCells, 12 * cellCount);
  const at = writeCalls(cells + 12 * cellCount, predictedCalls, predicted);
  const causes = writeCalls(at, referenceCalls, expected);
  const causeBytes = 8 * max(rowCauseCount, 0);
  memory.copy(causes, rowCauses, causeBytes);
  if (isCounted) for (let k = 0; k < rowCauseCount; k++) store<u8>(causeAt(k) + 16, 1);
  return writeHead(to, ROW, from, lineEnd, line, (causes + causeBytes - to + 7) & ~7);
}

/** What is known of one of the row’s causes. */
function causeAt(k: i32): usize {
  return causeKeys + NAME_BYTES * load<u32>(rowCauses + 8 * k);
}

/** Whether all causes of the row are written down with rows before it. */
function areCausesKnown(): bool {
  for (let k = 0; k < rowCauseCount; k++) if (load<u8>(causeAt(k) + 16) == 0) return false;
  return true;
}

/** Begins to write rows down; `margin` goes behind all bytes that are there. */
function startScan(to: usize, last: usize, margin: u8): void {
  end = to;
  cellTextTop = cellTexts;
  memory.fill(last, margin, MARGIN);
  countedCount = 0;
  toolLabels = 0;
  causeLabels = 0;
  store<u32>(toolStarts, 0);
  store<u32>(causeStarts, 0);
}

/** Whether there is room for another row, counted or written down from here on. */
function hasRoomAt(at: usize): bool {
  return (
    at <= written + WRITTEN_BYTES - MAX_WRITTEN &&
    countedCount < MAX_COUNTED &&
    toolLabels <= MAX_LABELS &&
    causeLabels <= MAX_LABELS
  );
}

function countRow(from: usize, to: usize, line: i32, alike: i32): void {
  const n = countedCount++;
  const hash = <f64>idHigh * 4294967296.0 + <f64>idLow;
  store<f64>(countedIds + 8 * n, idState == HASHED ? hash : NaN);
  store<f64>(countedContents + 8 * n, idState == HASHED ? NaN : hash);
  store<f64>(countedLatencies + 8 * n, latency);
  store<f64>(countedFailures + 8 * n, failure);
  store<u32>(countedOffsets + 4 * n, <u32>(from - origin));
  store<u32>(countedLengths + 4 * n, <u32>(to - from));
  store<u32>(countedLines + 4 * n, line);
  store<u32>(countedAlike + 4 * n, alike);
  store<u32>(countedPredicted + 4 * n, predicted);
  store<u32>(countedExpected + 4 * n, expected);
  countedRow++;
  for (let i = 0; i < predicted; i++) {
    const tool = callTool(predictedCalls, i);
    if (load<u32>(toolSeen + 4 * tool) == countedRow) continue;
    store<u32>(toolSeen + 4 * tool, countedRow);
    store<u32>(countedTools + 4 * toolLabels++, tool);
  }
  store<u32>(toolStarts + 4 * (n + 1), toolLabels);
  for (let k = 0; k < rowCauseCount; k++)
    store<u32>(countedCauses + 4 * causeLabels++, load<u32>(rowCauses + 8 * k));
  store<u32>(causeStarts + 4 * (n + 1), causeLabels);
}

/** Nothing of the row last written down has to be looked at but what is counted. */
let isCounted: bool = false;

/** Numbers rows that are alike, from what is counted of their calls. */
function alikeId(counts: usize): i32 {
  let key = join(((<u64>predicted) << 32) | expected, load<u64>(counts));
  key = join(key, load<u64>(counts + 8));
  if (alikeBy == BY_ALL_CALLS) {
    for (let i = 0; i < expected; i++) {
      const at = referenceCalls + CALL_BYTES * i;
      key = join(key, (load<u64>(at + 8) << 32) | load<u32>(at + 20));
    }
    for (let i = 0; i < predicted; i++) {
      const at = predictedCalls + CALL_BYTES * i;
      key = join(key, (load<u64>(at + 8) << 32) | load<u32>(at + 20));
    }
  }
  const id = nameId(key, 0, 0, alikeTable, alikeKeys, alikeCount);
  if (id == alikeCount) alikeCount++;
  return id;
}

function countFilled(): void {
  for (let k = 0; k < cellCount; k++) {
    const cell = load<u32>(rowCells + 12 * k);
    const count = filledCounts + 8 * (cell >> 3);
    if (load<u32>(count) == 0) {
      store<u32>(count, 1);
      store<u32>(filledColumns + 8 * filledColumnCount++, cell >> 3);
    }
    const kind = cell & 7;
    if (kind != NULL && kind != BLANK_TEXT) store<u32>(count + 4, load<u32>(count + 4) + 1);
  }
}

const SAME = 1;
const IN_ORDER = 2;

/**
 * Counts what metrics ask of the two lists, whose calls are numbered, those of the reference first.
 * @param to receives whether they are the same or in order, how many predicted calls are expected,
 *   how many expected ones are made, and how many pairs they form
 */
function countCalls(to: usize, distinct: i32): void {
  let isSame = predicted == expected;
  let next = 0;
  let madeExpected = 0;
  let expectedMade = 0;
  let paired = 0;
  let expectedIds = 0;
  memory.fill(callCounts, 0, 8 * distinct);
  for (let i = 0; i < expected; i++) {
    expectedIds = max(expectedIds, load<i32>(referenceCalls + CALL_BYTES * i + 20) + 1);
  }
  for (let i = 0; i < predicted; i++) {
    const id = load<i32>(predictedCalls + CALL_BYTES * i + 20);
    if (id < expectedIds) madeExpected++;
    const count = callCounts + 8 * id;
    store<u32>(count, load<u32>(count) + 1);
    store<u32>(count + 4, 1);
    if (next < expected && load<i32>(referenceCalls + CALL_BYTES * next + 20) == id) next++;
  }
  for (let i = 0; i < expected; i++) {
    const id = load<i32>(referenceCalls + CALL_BYTES * i + 20);
    if (isSame && load<i32>(predictedCalls + CALL_BYTES * i + 20) != id) isSame = false;
    const count = callCounts + 8 * id;
    expectedMade += load<i32>(count + 4);
    const left = load<u32>(count);
    if (left == 0) continue;
    store<u32>(count, left - 1);
    paired++;
  }
  store<u32>(to, (isSame ? SAME : 0) | (next == expected ? IN_ORDER : 0));
  store<u32>(to + 4, madeExpected);
  store<u32>(to + 8, expectedMade);
  store<u32>(to + 12, paired);
}

function writeCalls(to: usize, calls: usize, count: i32): usize {
  let at = to;
  for (let i = 0; i < count; i++) {
    const call = calls + CALL_BYTES * i;
    store<u32>(at, load<u32>(call + 20));
    store<u32>(at + 4, load<u32>(call + 8));
    store<u32>(at + 8, load<u32>(call + 12));
    store<u32>(at + 12, load<u32>(call + 16));
    at += 16;
  }
  return at;
}

// What differs between the two sides, in the same steps as `core/match/align.ts`.

const MISSING = 1;
const EXTRA = 2;
const MOVED = 3;
const CHANGED = 4;

/** Causes of the row, each with the place of its call in the reference and in the prediction; -1: not known. */
let rowCauseCount: i32 = 0;

function callId(calls: usize, place: i32): i32 {
  return load<i32>(calls + CALL_BYTES * place + 20);
}

function callTool(calls: usize, place: i32): i32 {
  return load<i32>(calls + CALL_BYTES * place + 8);
}

/** Aligns the calls of both sides. */
function findCauses(distinct: i32): void {
  rowCauseCount = 0;
  for (let k = 0; k < expected; k++) store<i32>(firstList + 4 * k, callId(referenceCalls, k));
  for (let k = 0; k < predicted; k++) store<i32>(secondList + 4 * k, callId(predictedCalls, k));
  const equal = commonSubsequence(expected, predicted, equalPlaces);
  if (equal < 0) {
    rowCauseCount = -1;
    return;
  }
  findMoved(equal, distinct);
  let i = 0;
  let j = 0;
  for (let k = 0; k < equal && rowCauseCount >= 0; k++) {
    const toReference = load<i32>(equalPlaces + 8 * k);
    const toPrediction = load<i32>(equalPlaces + 8 * k + 4);
    alignGap(i, toReference, j, toPrediction);
    i = toReference + 1;
    j = toPrediction + 1;
  }
  if (rowCauseCount >= 0) alignGap(i, expected, j, predicted);
}

/** Finds equal calls in another place: each the first that is left on the other side. */
function findMoved(equal: i32, distinct: i32): void {
  for (let i = 0; i < expected; i++) store<i32>(movedReferences + 4 * i, -1);
  for (let j = 0; j < predicted; j++) store<i32>(movedPredictions + 4 * j, -1);
  if (equal == min(expected, predicted)) return;
  // by number of a call, the first place left in the prediction, from 1; by place, the next one
  memory.fill(callCounts, 0, 8 * max(distinct, predicted));
  let matched = equal - 1;
  for (let j = predicted - 1; j >= 0; j--) {
    if (matched >= 0 && load<i32>(equalPlaces + 8 * matched + 4) == j) {
      matched--;
      continue;
    }
    const head = callCounts + 8 * callId(predictedCalls, j);
    store<i32>(callCounts + 8 * j + 4, load<i32>(head));
    store<i32>(head, j + 1);
  }
  matched = 0;
  for (let i = 0; i < expected; i++) {
    if (matched < equal && load<i32>(equalPlaces + 8 * matched) == i) {
      matched++;
      continue;
    }
    const head = callCounts + 8 * callId(referenceCalls, i);
    const j = load<i32>(head) - 1;
    if (j < 0) continue;
    store<i32>(head, load<i32>(callCounts + 8 * j + 4));
    store<i32>(movedReferences + 4 * i, j);
    store<i32>(movedPredictions + 4 * j, i);
  }
}

/** Pairs calls of the same tool between two calls that are equal. */
function alignGap(from: i32, referenceEnd: i32, made: i32, predictionEnd: i32): void {
  let i = from;
  let j = made;
  if (i < referenceEnd && j < predictionEnd) {
    let references = 0;
    for (let k = i; k < referenceEnd; k++) {
      if (load<i32>(movedReferences + 4 * k) >= 0) continue;
      store<i32>(firstPlaces + 4 * references, k);
      store<i32>(firstList + 4 * references++, callTool(referenceCalls, k));
    }
    let predictions = 0;
    for (let k = j; k < predictionEnd; k++) {
      if (load<i32>(movedPredictions + 4 * k) >= 0) continue;
      store<i32>(secondPlaces + 4 * predictions, k);
      store<i32>(secondList + 4 * predictions++, callTool(predictedCalls, k));
    }
    const changed = commonSubsequence(references, predictions, changedPlaces);
    if (changed < 0) {
      rowCauseCount = -1;
      return;
    }
    for (let k = 0; k < changed; k++) {
      const toReference = load<i32>(firstPlaces + 4 * load<i32>(changedPlaces + 8 * k));
      const toPrediction = load<i32>(secondPlaces + 4 * load<i32>(changedPlaces + 8 * k + 4));
      addUnpaired(i, toReference, j, toPrediction);
      addChanged(toReference, toPrediction);
      if (rowCauseCount < 0) return;
      i = toReference + 1;
      j = toPrediction + 1;
    }
  }
  addUnpaired(i, referenceEnd, j, predictionEnd);
}

function addUnpaired(i: i32, referenceEnd: i32, j: i32, predictionEnd: i32): void {
  for (; i < referenceEnd; i++) {
    const kind = load<i32>(movedReferences + 4 * i) < 0 ? MISSING : MOVED;
    addCause(join(kind, toolHash(referenceCalls, i)), kind, i, 0);
  }
  for (; j < predictionEnd; j++) {
    if (load<i32>(movedPredictions + 4 * j) < 0)
      addCause(join(EXTRA, toolHash(predictedCalls, j)), EXTRA, 0, j);
  }
}

function toolHash(calls: usize, place: i32): u64 {
  return load<u64>(toolNames + NAME_BYTES * callTool(calls, place));
}

function addChanged(i: i32, j: i32): void {
  const hash = differenceOf(
    load<u32>(referenceCalls + CALL_BYTES * i + 24),
    load<u32>(predictedCalls + CALL_BYTES * j + 24),
  );
  addCause(join(hash, toolHash(referenceCalls, i)), CHANGED, i, j);
}

function addCause(key: u64, kind: i32, i: i32, j: i32): void {
  if (rowCauseCount < 0) return;
  const id = nameId(key, 0, 0, causeTable, causeKeys, causeCount);
  if (id == causeCount) causeCount++;
  for (let k = 0; k < rowCauseCount; k++) if (load<i32>(rowCauses + 8 * k) == id) return;
  if (rowCauseCount == MAX_ROW_CAUSES) return;
  if (id < 0) {
    rowCauseCount = -1;
    return;
  }
  const at = rowCauses + 8 * rowCauseCount++;
  store<i32>(at, id);
  store<i32>(at + 4, (kind << 24) | (i << 12) | j);
}

/**
 * Finds a longest common subsequence of the two lists, the same as `common-subsequence.ts` of core.
 * @returns how many; -1 where the lists are too long
 */
function commonSubsequence(aTo: i32, bTo: i32, out: usize): i32 {
  let from = 0;
  let count = 0;
  while (from < aTo && from < bTo && itemsEqual(from, from)) {
    putPlaces(out, count++, from, from);
    from++;
  }
  let aEnd = aTo;
  let bEnd = bTo;
  while (from < aEnd && from < bEnd && itemsEqual(aEnd - 1, bEnd - 1)) {
    aEnd--;
    bEnd--;
  }
  if (from < aEnd && from < bEnd) {
    count = commonByTable(from, aEnd, bEnd, out, count);
    if (count < 0) return -1;
  }
  while (aEnd < aTo) putPlaces(out, count++, aEnd++, bEnd++);
  return count;
}

function itemsEqual(a: i32, b: i32): bool {
  return load<i32>(firstList + 4 * a) == load<i32>(secondList + 4 * b);
}

function putPlaces(out: usize, at: i32, a: i32, b: i32): void {
  store<i32>(out + 8 * at, a);
  store<i32>(out + 8 * at + 4, b);
}

const DIAGONAL: u8 = 1;
const DOWN: u8 = 2;

function commonByTable(from: i32, aEnd: i32, bEnd: i32, out: usize, count: i32): i32 {
  const width = bEnd - from;
  const height = aEnd - from;
  if (width * height > MAX_STEPS) return -1;
  let here = lengthsHere;
  let below = lengthsBelow;
  memory.fill(below, 0, 4 * (width + 1));
  store<i32>(here + 4 * width, 0);
  for (let a = height - 1; a >= 0; a--) {
    const item = load<i32>(firstList + 4 * (from + a));
    const stepsHere = steps + a * width;
    let right = 0;
    for (let b = width - 1; b >= 0; b--) {
      let step: u8 = 0;
      if (item == load<i32>(secondList + 4 * (from + b))) {
        right = load<i32>(below + 4 * b + 4) + 1;
        step = DIAGONAL;
      } else {
        const down = load<i32>(below + 4 * b);
        if (down > right) {
          right = down;
          step = DOWN;
        }
      }
      store<i32>(here + 4 * b, right);
      store<u8>(stepsHere + b, step);
    }
    const other = below;
    below = here;
    here = other;
  }
  let a = 0;
  let b = 0;
  while (a < height && b < width) {
    const step = load<u8>(steps + a * width + b);
    if (step == DIAGONAL) putPlaces(out, count++, from + a++, from + b++);
    else if (step == DOWN) a++;
    else b++;
  }
  return count;
}

/** How far the keys of arguments go. */
let argumentTop: i32 = 0;
const EQUAL: u64 = 7;
const ABSENT: u64 = 8;

/**
 * Hashes where two values differ and of which kinds they are there, but not the values: differences
 * of the same hash have the same signatures.
 * @param from the first byte of the value expected
 */
function differenceOf(from: usize, made: usize): u64 {
  const outside = p;
  const wasInCell = isInCell;
  argumentTop = 0;
  const hash = difference(from, made);
  // reading them again may be too much for the table of keys
  if (isDeclined) rowCauseCount = -1;
  isDeclined = false;
  p = outside;
  isInCell = wasInCell;
  return hash;
}

function difference(from: usize, made: usize): u64 {
  const c = load<u8>(from);
  if (c != load<u8>(made) || (c != OPEN_OBJECT && c != OPEN_LIST))
    return join(typeAt(from), typeAt(made));
  const bottom = argumentTop;
  const reference = readMembers(from, c == OPEN_OBJECT);
  const split = argumentTop;
  const prediction = readMembers(made, c == OPEN_OBJECT);
  let hash = join(c, bottom == split ? 1 : 2);
  if (reference < 0 || prediction < 0 || reference * prediction > MAX_STEPS) {
    rowCauseCount = -1;
    return 0;
  }
  // the key of a member of the prediction is taken away once its twin is found
  for (let i = 0; i < reference; i++) {
    const member = argumentKeys + KEY_BYTES * (bottom + i);
    const name = load<u64>(member);
    let twin: usize = 0;
    // most objects have their keys in the same order
    for (let k = 0; k < prediction; k++) {
      const other = argumentKeys + KEY_BYTES * (split + ((i + k) % prediction));
      if (load<u64>(other) != name || load<u32>(other + 20) != 0) continue;
      twin = other;
      break;
    }
    let found: u64 = ABSENT;
    if (twin != 0) {
      store<u32>(twin + 20, 1);
      found =
        load<u64>(twin + 8) == load<u64>(member + 8)
          ? EQUAL
          : difference(load<u32>(member + 16), load<u32>(twin + 16));
    } else found = join(ABSENT, typeAt(load<u32>(member + 16)));
    hash = join(join(hash, name), found);
  }
  for (let k = 0; k < prediction; k++) {
    const member = argumentKeys + KEY_BYTES * (split + k);
    if (load<u32>(member + 20) != 0) continue;
    hash = join(join(hash, load<u64>(member)), typeAt(load<u32>(member + 16)));
  }
  argumentTop = bottom;
  return hash;
}

/** Reads an object’s keys or a list’s places, each with the hash and the first byte of its value; -1: too many. */
function readMembers(from: usize, isObject: bool): i32 {
  let count = 0;
  p = from + 1;
  // a text within a cell has line ends
  isInCell = from >= cellTexts && from < cellTexts + CELL_TEXT_BYTES;
  space();
  const c = load<u8>(p);
  if (c == CLOSE_OBJECT || c == CLOSE_LIST) return 0;
  while (true) {
    if (argumentTop == MAX_ARGUMENTS) return -1;
    const member = argumentKeys + KEY_BYTES * argumentTop++;
    store<u64>(member, isObject ? key() : <u64>count);
    space();
    store<u32>(member + 16, <u32>p);
    store<u32>(member + 20, 0);
    store<u64>(member + 8, value<u64>(3));
    count++;
    if (!hasNext(isObject ? CLOSE_OBJECT : CLOSE_LIST)) return count;
  }
}

/** The kind of a value by its first byte. */
function typeAt(from: usize): u64 {
  const c = load<u8>(from);
  if (c == QUOTE || c == OPEN_OBJECT || c == OPEN_LIST || c == 110) return c;
  return c == 116 || c == 102 ? 116 : 48;
}
