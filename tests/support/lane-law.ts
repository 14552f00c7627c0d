import fc from 'fast-check';
import { expect } from 'vitest';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import type { Metric } from '#core/score/metric/metric.ts';
import { DEFAULT_SETTINGS, METRICS } from '#core/score/metrics/registry.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { EXACT_RULES } from '#core/match/rules.ts';
import { findFormat } from '#core/read/formats/registry.ts';
import { scoreRecords } from '#workers/score-records.ts';
import { scoreRowsAt } from '#workers/score-records.ts';
import type { ScoredPart, ScoreJob } from '#workers/score-job.ts';
import { scoreLines } from '#workers/score-source.ts';
import { calls, from, listOf, number, quoted, space, trajectory, value } from './lane-values.ts';

/** Columns as a file names them; two are only in some rows. */
const ROLES: ColumnRoles = {
  id: 'id',
  prompt: 'prompt',
  response: 'response',
  reference: 'answer',
  predicted_trajectory: 'predicted_trajectory',
  reference_trajectory: 'expected',
  reference_trajectories: 'all',
  latency_in_seconds: 'seconds',
  failure: 'failed',
};

const SETTINGS: readonly MetricSettings[] = [
  { ...DEFAULT_SETTINGS, tools: ['find', 'böök'] },
  {
    ...DEFAULT_SETTINGS,
    metrics: [
      ...DEFAULT_SETTINGS.metrics,
      'trajectory_f1',
      'trajectory_edit_distance',
      'trajectory_exact_match_names',
      'exact_match',
      'rouge_1',
      'tool_call_valid',
    ],
    duplicates: 'multiset',
    emptyTrajectories: 'score',
  },
  {
    ...DEFAULT_SETTINGS,
    matching: { ...EXACT_RULES, rule: { mode: 'exact', numbersAsText: true } },
  },
  {
    ...DEFAULT_SETTINGS,
    metrics: METRICS.filter(({ group }) => group === 'process').map(({ id }) => id),
    tools: ['find'],
  },
  { ...DEFAULT_SETTINGS, matching: { ...EXACT_RULES, optionalCalls: true } },
  { ...DEFAULT_SETTINGS, matching: { ...EXACT_RULES, patterns: true } },
  { ...DEFAULT_SETTINGS, matching: { ...EXACT_RULES, patterns: false } },
];

const CELLS: readonly (readonly [string, fc.Arbitrary<string>])[] = [
  ['"id"', fc.oneof(quoted, from('"row-1"', '7', 'null', '{"a":1}'))],
  ['"prompt"', fc.oneof(quoted, value)],
  ['"response"', fc.oneof(quoted, value)],
  ['"answer"', fc.oneof(quoted, value)],
  ['"predicted_trajectory"', trajectory],
  ['"expected"', trajectory],
  ['"all"', fc.oneof(listOf(calls, 2), value)],
  [
    '"seconds"',
    fc.oneof(number, from('"0.5"', '"1,5"', '" 2 "', 'true', '"n/a"', '1e100', '1.7e308')),
  ],
  ['"failed"', fc.oneof(from('0', '1', '0.0', '"1"', '"true"', 'false', '"wahr"'), value)],
  ['"other"', value],
  ['"0"', value],
  ['"__proto__"', value],
  ['"\\u006fther"', value],
];
const COMMON = 10;

/** A row: common columns are in most, odd ones and repeated ones in few. */
const row = fc
  .tuple(
    fc.tuple(
      ...CELLS.slice(0, COMMON).map(([name, cell]) =>
        fc.option(
          cell.map((found) => [name, found] as const),
          { freq: name === '"all"' ? 1 : 5 },
        ),
      ),
    ),
    fc.oneof(
      { weight: 8, arbitrary: fc.constant([]) },
      {
        weight: 1,
        arbitrary: fc.integer({ min: 0, max: CELLS.length - 1 }).chain((at) => {
          const [name, cell] = CELLS[at] as (typeof CELLS)[number];
          return cell.map((found) => [[name, found] as const]);
        }),
      },
    ),
    space,
  )
  .map(([cells, more, gap]) => {
    const members = [...cells.filter((cell) => cell !== null), ...more];
    return `${gap}{${members.map(([name, cell]) => `${name}:${gap}${cell}`).join(`,${gap}`)}}${gap}`;
  });

const line = fc.oneof(
  { weight: 12, arbitrary: row },
  { weight: 1, arbitrary: from('', ' ', '\t\t', ' '.repeat(90), '\u00a0') },
  { weight: 1, arbitrary: value },
  { weight: 1, arbitrary: fc.tuple(row, row).map((two) => two.join(' ')) },
  { weight: 1, arbitrary: from('[1]', '{"a":1},', '{"a":', "{'a': None}", '\ufeff{"a":1}', '{}') },
);

/** Bytes put in, taken out or changed. */
const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.integer({ min: 0, max: 3 }),
  added: fc.uint8Array({ maxLength: 2 }),
});

function changed(
  bytes: Uint8Array,
  changes: readonly { at: number; removed: number; added: Uint8Array }[],
): Uint8Array<ArrayBuffer> {
  let result = Uint8Array.from(bytes);
  for (const { at, removed, added } of changes) {
    const place = Math.floor(at * result.length);
    result = Uint8Array.from([
      ...result.subarray(0, place),
      ...added,
      ...result.subarray(place + removed),
    ]);
  }
  return result;
}

/** A line, now and then with some bytes changed. */
function asBytes(written: fc.Arbitrary<string>): fc.Arbitrary<Uint8Array> {
  const encoder = new TextEncoder();
  const whole = written.map((found) => encoder.encode(found));
  const broken = fc
    .tuple(whole, fc.array(change, { minLength: 1, maxLength: 2 }))
    .map(([bytes, changes]) => changed(bytes, changes));
  return fc.oneof({ weight: 12, arbitrary: whole }, { weight: 1, arbitrary: broken });
}

function joinBytes(parts: readonly Uint8Array[], end: string, isEnded: boolean): Blob {
  const blob = parts.flatMap((part) => [part as BlobPart, end]);
  return new Blob(isEnded ? blob : blob.slice(0, -1));
}

const most = (maxLength: number) => ({ maxLength, size: 'max' }) as const;

const lines = fc
  .tuple(fc.array(asBytes(line), most(30)), from('\n', '\n', '\r\n'), fc.boolean(), fc.boolean())
  .map(([rows, end, isEnded, isMarked]) =>
    joinBytes(isMarked ? [new TextEncoder().encode('\ufeff'), ...rows] : rows, end, isEnded),
  );

const settings = fc.constantFrom(...SETTINGS);
const share = fc.double({ min: 0, max: 1, noNaN: true });

/** All that can be seen of a part. */
async function seen({ skipped, rows, ...part }: ScoredPart): Promise<unknown> {
  return { ...part, skipped: skipped && (await skipped.text()), rows: rows && (await rows.text()) };
}

const ARGUMENTS = [
  ...['{"a":-0.0,"b":2147483648,"c":1e22}', '{"a":["é😀\\u00e9\\n",true,false,null,[],{}]}'],
  ...[
    '{}',
    '{"a":1}',
    '{"a":2}',
    '{"a":"1"}',
    '{"a":null}',
    '{"b":1,"a":1}',
    '{"a":1,"b":{"c":1}}',
  ],
  ...['{"a":1,"b":{"c":[1,2]}}', '{"b":{"c":[1,true,3],"d":0},"a":1}', '{"a":[{"x":1},{"x":2}]}'],
  ...['{"a":[{"x":"1"}]}', '{"a~b":1,"c/d":2}', '{"a~b":2,"c/d":"2"}', '[1,"2"]', '[1]', '[{}]'],
  `{${Array.from({ length: 40 }, (_, at) => `"k${String(at)}":${String(at)}`).join(',')}}`,
  `{${Array.from({ length: 40 }, (_, at) => `"k${String(at)}":"${String(at)}"`).join(',')}}`,
];
const TOOLS = ['find', 'book', 'send', 'x'.repeat(250), `${'x'.repeat(250)}y`];

const fewCalls = fc
  .tuple(fc.nat({ max: TOOLS.length - 1 }), fc.nat({ max: ARGUMENTS.length - 1 }))
  .map(
    ([name, given]) =>
      `{"tool_name":"${TOOLS[name] ?? ''}","tool_input":${ARGUMENTS[given] ?? ''}}`,
  );

/** Both sides of a row, from few calls, the prediction made from the reference by some edits. */
const twoSides = fc
  .tuple(
    fc.uniqueArray(fewCalls, { minLength: 1, maxLength: 12 }),
    fc.array(fc.nat(), { maxLength: 16, size: 'max' }),
    fc.array(fc.tuple(from('add', 'drop', 'change', 'move', 'turn'), fc.nat(), fc.nat()), {
      maxLength: 6,
    }),
    fc.boolean(),
  )
  .map(([pool, picks, edits, isText]) => {
    const callAt = (pick: number): string => pool[pick % pool.length] ?? '';
    const expected = picks.map(callAt);
    const made = [...expected];
    for (const [edit, at, pick] of edits) {
      const place = made.length === 0 ? 0 : at % made.length;
      if (edit === 'add') made.splice(place, 0, callAt(pick));
      else if (edit === 'drop') made.splice(place, 1);
      else if (edit === 'change') made.splice(place, 1, callAt(pick));
      else if (edit === 'move') made.splice(pick % (made.length + 1), 0, ...made.splice(place, 1));
      else made.reverse();
    }
    const written = `[${made.join(',')}]`;
    return {
      made: isText ? JSON.stringify(written) : written,
      expected: `[${expected.join(',')}]`,
    };
  });

const idsOf = (isWanted: (metric: Metric) => boolean): string[] =>
  METRICS.filter(isWanted).map(({ id }) => id);
const BY_COUNTS = idsOf(({ isCounted, isRecorded }) => isCounted === true || isRecorded === true);
const BY_CALLS = idsOf(
  ({ needs, readsCalls }) =>
    readsCalls !== true && needs.every((role) => role.endsWith('_trajectory')),
);
const COUNTED: MetricSettings = { ...DEFAULT_SETTINGS, metrics: BY_COUNTS };
const COUNTED_SETTINGS: readonly MetricSettings[] = [
  COUNTED,
  { ...COUNTED, duplicates: 'multiset', emptyTrajectories: 'score' },
  { ...COUNTED, metrics: BY_CALLS, tools: ['find', 'send'] },
];

/** Law: what differs between two sides is found as by aligning values; 15 rows a file. */
export async function checkCauses(numRuns: number): Promise<void> {
  const id = from('"a"', '"é"', '7', '-7', '0.5', '-0', '12345678901234567890', 'null', '" "');
  const prompt = from('', ',"prompt":"p é😀 \\u00e9\\n"', ',"prompt":" "', ',"prompt":{"a":1}');
  const more = from('', '', ',"x":1', ',"y":" "', ',"z":"\u00a0","seconds":2', ',"failed":"?"');
  const row = fc
    .tuple(id, twoSides, prompt, more)
    .map(
      ([name, { made, expected }, asked, other]) =>
        `{"id":${name},"predicted_trajectory":${made},"expected":${expected}${asked}${other}}`,
    );
  const rows = fc.array(row, { minLength: 1, ...most(30) });
  const chosen = fc.constantFrom(...COUNTED_SETTINGS);
  await fc.assert(
    fc.asyncProperty(rows, chosen, async (all, metrics) => {
      await compareLines(new Blob([all.join('\n')]), metrics);
      await compareItems(new Blob([`[${all.map(overLines).join()}]`]), metrics);
    }),
    { numRuns },
  );
}

/** Law: whatever the bytes, scanned lines give what lines that are read give; 15 lines a file. */
export async function checkLines(numRuns: number): Promise<void> {
  await fc.assert(fc.asyncProperty(lines, settings, share, compareLines), { numRuns });
}

/**
 * Scores lines both ways.
 * @param cut the share of the file after which it is cut in two
 */
export async function compareLines(
  blob: Blob,
  metrics: MetricSettings = DEFAULT_SETTINGS,
  cut = 0,
): Promise<void> {
  const job: ScoreJob = {
    blob,
    head: { text: '', isWhole: false, name: '' },
    formatId: 'jsonl',
    roles: ROLES,
    settings: metrics,
    notes: [],
  };
  const middle = Math.floor(cut * blob.size);
  for (const [start, end] of [
    [0, middle],
    [middle, blob.size],
  ] as const) {
    const scanned = await scoreLines({ job, start, end });
    const read = await scoreLines({ job, start, end, isLaneOff: true });
    expect(await seen(scanned)).toEqual(await seen(read));
  }
}

/** The columns of the tables of the law. */
export const NAMES = [
  'id',
  'prompt',
  'predicted_trajectory',
  'expected',
  'seconds',
  'a b',
  'ä',
  'failed',
];

/** A cell as it is, in quotes, or with a quote too many. */
const cell = (inner: fc.Arbitrary<string>): fc.Arbitrary<(delimiter: string) => string> =>
  fc.tuple(inner, fc.integer({ min: 0, max: 20 })).map(([content, how]) => (delimiter) => {
    const needsQuotes = content.includes(delimiter) || /["\r\n]/.test(content);
    if (how === 0) return content;
    return needsQuotes || how < 5 ? `"${content.replaceAll('"', '""')}"` : content;
  });

const plainText = fc.oneof(
  {
    weight: 3,
    arbitrary: from('', 'a', 'b', 'é', ' ', '\u00a0', '日本', 'x, y', 'say "hi"', '\ufeffa', '21'),
  },
  {
    weight: 1,
    arbitrary: from('a\nb', 'a\r\nb', '\t', 'a\\b', '\u0001', '\u007f', '\ufffd', '😀', "'=1"),
  },
);

const fields = fc.tuple(
  cell(fc.oneof(plainText, from('row-1', 'ä', '7'))),
  cell(plainText),
  cell(
    fc.oneof(
      calls,
      calls.map((list) => `${list}\n`),
      plainText,
    ),
  ),
  cell(fc.oneof(calls, plainText)),
  cell(fc.oneof(number, from('0.5', '1,5', ' 2', 'n/a', ''))),
  cell(fc.oneof(plainText, value)),
  cell(plainText),
  cell(from('0', '1', 'true', '', 'x')),
);

/** What a column without a name has: numbers of rows as a rule. */
const rowNumber = fc.oneof(
  { weight: 8, arbitrary: from('0', '1', '23', '"4"', '', '""') },
  { weight: 1, arbitrary: from(' 5', '"\n"', '\u00a0', '-1', '1.5', 'x', '6"', '٣') },
);

/** Records of a table, most of them with all cells. */
const record = (delimiter: string, hasNumber: boolean): fc.Arbitrary<string> =>
  fc.tuple(fields, fc.integer({ min: 1, max: 60 }), rowNumber).map(([cells, size, number]) => {
    const written = cells.map((write) => write(delimiter));
    if (hasNumber) written.unshift(number);
    if (size === 60) written.push('more');
    return written.slice(0, Math.max(size, size < 8 ? 1 : 9)).join(delimiter);
  });

const table = fc
  .tuple(from(',', ',', ';', '\t'), from('\n', '\n', '\r\n'), fc.boolean(), fc.nat({ max: 2 }))
  .chain(([delimiter, end, isEnded, odd]) => {
    const first = odd === 0 ? '' : undefined;
    const rows = fc.array(asBytes(record(delimiter, first !== undefined)), {
      minLength: 3,
      ...most(30),
    });
    return rows.map((records) => {
      const header = new TextEncoder().encode(headerOf(delimiter, first));
      // the first record tells whether the column is one of row numbers
      const before =
        first === undefined ? [] : [new TextEncoder().encode(plainRow(delimiter, first))];
      const blob = joinBytes([header, ...before, ...records], end, isEnded);
      return { blob, delimiter, first, headerSize: header.length + end.length };
    });
  });

/** A record with an id and nothing else but, where there is a column for it, a row’s number. */
function plainRow(delimiter: string, first: string | undefined): string {
  const cells = 'a'.concat(delimiter.repeat(NAMES.length - 1));
  return first === undefined ? cells : `0${delimiter}${cells}`;
}

function headerOf(delimiter: string, first: string | undefined): string {
  return (first === undefined ? NAMES : [first, ...NAMES]).join(delimiter);
}

/**
 * Law: whatever the bytes, scanned records of a table give what records that are read give; 15
 * records a file.
 */
export async function checkRecords(numRuns: number): Promise<void> {
  await fc.assert(fc.asyncProperty(table, settings, share, compareRecords), { numRuns });
}

/** A table whose columns are those of the law. */
interface LawTable {
  readonly blob: Blob;
  /** Bytes of the line with the names. */
  readonly headerSize: number;
  readonly delimiter: string;
  /** The name of a further column, before all others; undefined for none. */
  readonly first?: string | undefined;
}

/**
 * Scores the records of a table both ways.
 * @param cut the share of the file after which it is cut in two
 */
export async function compareRecords(
  { blob, headerSize, delimiter, first }: LawTable,
  metrics: MetricSettings = DEFAULT_SETTINGS,
  cut = 0,
): Promise<void> {
  const row = plainRow(delimiter, first);
  const job: ScoreJob = {
    blob,
    head: { text: `${headerOf(delimiter, first)}\n${row}\n${row}\n`, isWhole: false, name: '' },
    formatId: 'csv',
    roles: ROLES,
    settings: metrics,
    notes: [],
  };
  const middle = Math.max(headerSize, Math.floor(cut * blob.size));
  for (const slice of [
    { start: 0, end: middle },
    { start: middle, end: blob.size },
    { start: headerSize, end: blob.size, known: headerSize },
  ]) {
    await compareSlice({ job, ...slice });
    await comparePlaced({ job, ...slice });
  }
}

/** Scores the rows of a table again, from their places, both ways: the same as at first. */
async function comparePlaced(slice: Parameters<typeof scoreRecords>[0]): Promise<void> {
  const { job } = slice;
  const format = findFormat(job.formatId);
  const form = format?.kind === 'text' ? format.slice?.(job.head)?.table : undefined;
  const table = form && { ...form, bytes: job.blob.size };
  const first = (await scoreRecords(slice))?.part.columns;
  if (!first) return;
  const { scores, idKeys, contentKeys } = first;
  const [scanned, read] = await Promise.all(
    [false, true].map((isLaneOff) => scoreRowsAt({ job, table, places: first, isLaneOff })),
  );
  expect(scanned?.columns).toEqual(read?.columns);
  expect(read?.columns).toMatchObject({ scores, idKeys, contentKeys });
}

/** Rows of a list, some of them over several lines, some broken. */
const item = fc.oneof(
  { weight: 8, arbitrary: row },
  { weight: 4, arbitrary: row.map(overLines) },
  { weight: 1, arbitrary: value },
  { weight: 1, arbitrary: fc.tuple(row, row).map((two) => two.join(' ')) },
  {
    weight: 1,
    arbitrary: from('', '[1]', '{"a":', "{'a': None}", '\ufeff{"a":1}', '{}', ']', '\n'),
  },
);

/** Puts a line end behind each comma and bracket, wherever it is: in a text it breaks the row. */
function overLines(text: string): string {
  return text.replaceAll(/[,{[]/g, '$&\n  ');
}

const items = fc
  .tuple(fc.array(asBytes(item), most(30)), from(',', ',\n', ',\n  ', '\r\n,', ' , '))
  .map(([rows, between]) => joinBytes(rows, between, false));

const list = fc
  .tuple(items, from('[', '[\n', '\ufeff[', ' [ '), from(']', '\n]\n', '', ']\n{"a":1}', ',]'))
  .map(([rows, start, end]) => new Blob([start, rows, end]));

/** Law: whatever the bytes, scanned items of a list give what items that are read give; 15 a file. */
export async function checkItems(numRuns: number): Promise<void> {
  await fc.assert(fc.asyncProperty(list, settings, share, compareItems), { numRuns });
}

/**
 * Scores the items of a list both ways.
 * @param cut the share of the file after which it is cut in two
 */
export async function compareItems(
  blob: Blob,
  metrics: MetricSettings = DEFAULT_SETTINGS,
  cut = 0,
): Promise<void> {
  const text = (await blob.text()).slice(0, 60_000);
  // what is no list is not read in slices
  await compareList(blob, 'json-rows', /^\s*\[/.test(text) ? text : '[', metrics, cut);
}

/** An object that holds a list whose first two rows are plain; its head ends within the third. */
const held = fc
  .tuple(
    items,
    from('{"rows":[', '\ufeff {\n "version": 1, "é": {"a": [[]]},\n "runs": [\n', '{"a":[],"b":['),
    from(']}', '\n]\n}\n', '', '],"more":[1]}', ',],"c":[{"reference_trajectory":[]}]}', ']]}'),
  )
  .map(([rows, start, end]) => {
    const side = '[{"tool_name":"find","tool_input":{"a":1}}]';
    const first = `{"id":"a","predicted_trajectory":${side},"reference_trajectory":${side}}`;
    const opening = `${start}${first},${first},`;
    return { blob: new Blob([opening, rows, end]), head: `${opening.replace('\ufeff', '')}{` };
  });

/** Law: the same for the items of a list that is in an object. */
export async function checkHeldItems(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(held, settings, share, ({ blob, head }, metrics, cut) =>
      compareList(blob, 'frameworks', head, metrics, cut),
    ),
    { numRuns },
  );
}

async function compareList(
  blob: Blob,
  formatId: string,
  head: string,
  metrics: MetricSettings,
  cut: number,
): Promise<void> {
  const job: ScoreJob = {
    blob,
    head: { text: head, isWhole: false, name: '' },
    formatId,
    roles: ROLES,
    settings: metrics,
    notes: [],
  };
  const middle = Math.floor(cut * blob.size);
  const first = await compareSlice({ job, start: 0, end: middle });
  await compareSlice({ job, start: middle, end: blob.size });
  if (first !== undefined) await compareSlice({ job, start: middle, end: blob.size, known: first });
}

/** Scores a slice both ways; returns where it ends. */
async function compareSlice(
  slice: Parameters<typeof scoreRecords>[0],
): Promise<number | undefined> {
  const read = await outcomeOf(() => scoreRecords({ ...slice, isLaneOff: true }));
  const scanned = await outcomeOf(() => scoreRecords(slice));
  expect(scanned).toEqual(read);
  return (read as { to: number } | undefined)?.to;
}

async function outcomeOf(score: () => ReturnType<typeof scoreRecords>): Promise<unknown> {
  try {
    const found = await score();
    return found && { ...found, part: await seen(found.part) };
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}
