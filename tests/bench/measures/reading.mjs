import { loadCore } from '../load-core.mjs';
import { RowMaker, ROW_STYLES } from '../rows.mjs';
import { timePerRow } from '../time-per-row.mjs';

const ROWS = 2000;

/**
 * What forgiving costs, in this process: lines through the reader of JSONL, which notes what is odd
 * about them, and texts that only the lenient readers can read.
 *
 * @type {import('../score-file.mjs').Measure}
 */
export const reading = {
  name: 'reading',
  async run() {
    const core = await loadCore();
    const maker = new RowMaker(1, ROW_STYLES.ascii);
    const rows = Array.from({ length: ROWS }, () => maker.next());
    const strict = rows.map((row) => JSON.stringify(row));
    const relaxed = strict.map((text) => `/* a row */ ${text.slice(0, -1)}, }`);
    const python = rows.map(printPython);
    const [plain = NaN, full = NaN, json = NaN, literal = NaN] = await timePerRow(ROWS, [
      () => scoreLines(core, strict, (line, add) => add(asObject(JSON.parse(line)))),
      () => scoreLines(core, strict, readerOf(core)),
      () => readAll(core, relaxed),
      () => readAll(core, python),
    ]);
    return [
      {
        what: 'JSONL through its reader ÷ JSON.parse of its lines',
        value: full / plain,
        unit: '×',
        goal: { limit: 1.3, of: 'value' },
        note: `read and scored, µs a row: ${full.toFixed(1)} and ${plain.toFixed(1)}`,
      },
      speedLine('JSON with comments and trailing commas', relaxed, json),
      speedLine('Python literals', python, literal),
    ];
  },
};

/** @typedef {typeof import('../scoring-core.ts')} Core */
/** @typedef {import('#core/base/json/json-value.ts').JsonObject} JsonObject */

/**
 * @param {unknown} value
 * @returns {JsonObject}
 */
function asObject(value) {
  return /** @type {JsonObject} */ (value);
}

/** @param {Core} core */
function readerOf(core) {
  /**
   * @param {string} line
   * @param {(record: JsonObject) => void} add
   */
  return (line, add) => {
    const unexpected = () => {
      throw new Error('the bench writes rows that need no notes');
    };
    core.jsonl.readLine(line, 1, {
      row: add,
      skip: unexpected,
      note: unexpected,
      fail: unexpected,
    });
  };
}

/**
 * @param {Core} core
 * @param {readonly string[]} lines
 * @param {(line: string, add: (record: JsonObject) => void) => void} read
 */
function scoreLines(core, lines, read) {
  const first = asObject(JSON.parse(lines[0] ?? '{}'));
  const builder = new core.ChunkBuilder(
    core.DEFAULT_SETTINGS,
    core.assignRoles(Object.keys(first)),
  );
  for (const [line, text] of lines.entries()) {
    read(text, (record) => builder.add(record, { offset: 0, length: 0, line }));
  }
  return builder.finish();
}

/**
 * @param {Core} core
 * @param {readonly string[]} texts
 */
function readAll(core, texts) {
  for (const text of texts) {
    if (!core.readLiteral(text).ok) throw new Error('the bench writes texts that can be read');
  }
}

/**
 * @param {unknown} value
 * @returns {string} as Python's repr would
 */
function printPython(value) {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return `'${value.replaceAll("'", "\\'")}'`;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object') throw new TypeError('a row holds JSON only');
  if (Array.isArray(value)) return `[${value.map(printPython).join(', ')}]`;
  const entries = Object.entries(value).map(([key, inner]) => `'${key}': ${printPython(inner)}`);
  return `{${entries.join(', ')}}`;
}

/**
 * @param {string} what
 * @param {readonly string[]} texts
 * @param {number} perRow µs
 * @returns {import('../report.mjs').Line}
 */
function speedLine(what, texts, perRow) {
  const bytes = texts.reduce((total, text) => total + text.length, 0);
  return {
    what: `${what}, read`,
    value: bytes / texts.length / perRow,
    unit: 'MB/s',
    goal: { limit: 20, of: 'value', isLeast: true },
  };
}
