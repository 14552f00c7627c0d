import fc from 'fast-check';
import { expect } from 'vitest';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import type { Metric } from '#core/score/metric/metric.ts';
import { DEFAULT_SETTINGS, METRICS } from '#core/score/metrics/registry.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { EXACT_RULES } from '#core/match/rules.ts';
import { scoreRecords } from '#workers/score-records.ts';
import { scoreLines, type ScoredPart, type ScoreJob } from '#workers/score-source.ts';

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
  { ...DEFAULT_SETTINGS, matching: { ...EXACT_RULES, optionalCalls: true } },
];

const from = (...texts: string[]): fc.Arbitrary<string> => fc.constantFrom(...texts);

const space = fc.oneof(
  { weight: 20, arbitrary: fc.constant('') },
  { weight: 2, arbitrary: from(' ', '  ', '\t') },
  { weight: 1, arbitrary: from('\r', '\u00a0', '\v') },
);

const number = from(
  ...['0', '1', '21', '-1', '1.0', '2.50', '0.1', '100', '1e2', '1E+2', '-1.5e-3', '-0', '-0.0'],
  ...['9007199254740991', '9007199254740992', '9007199254740993', '1000000000000000'],
  ...['10000000000000000000000', '123456789012345678', '0.12345678901234567', '1.5e300'],
  ...['1e22', '1e23', '5e-324', '1e-400', '1e400', '-1e400', '1.7976931348623157e308'],
  ...['01', '+1', '.5', '1.', '1e', '-', 'NaN', 'Infinity', '0x1'],
);

/** Texts of JSON without their quotes, escaped in more than one way. */
const characters = from(
  ...['a', 'b', '21', ' ', 'é', '日本', '😀', 'x'.repeat(40), 'ü'.repeat(20), '_', '0'],
  ...[
    '\\"',
    '\\\\',
    '\\/',
    '\\n',
    '\\t',
    '\\b',
    '\\f',
    '\\r',
    '\\u0061',
    '\\u00E9',
    '\\ud83d\\ude00',
  ],
  ...[
    '\\ud83d',
    '\\ude00',
    '\\u0000',
    '\\uFEFF',
    '\\u00a0',
    '\\u2028',
    '\u2028',
    '\ufeff',
    '\u00a0',
  ],
  ...['\\ufffd', '\ufffd', '\u007f', '\u0001', '\t', '\\x', '\\u12g4', '[', '{', ':', ',', "'"],
);

const text = fc.oneof(
  { weight: 3, arbitrary: from('', 'a', 'b', 'find', '21', 'true', 'null', ' ') },
  { weight: 2, arbitrary: fc.array(characters, { maxLength: 5 }).map((parts) => parts.join('')) },
);

const quoted = text.map((inner) => `"${inner}"`);
const word = from('true', 'false', 'null', 'True', 'nul', 'undefined');

const value: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { weight: 4, arbitrary: quoted },
    { weight: 3, arbitrary: number },
    { weight: 1, arbitrary: word },
    { weight: 1, arbitrary: listOf(tie('value')) },
    {
      weight: 3,
      arbitrary: objectOf(fc.tuple(from('"a"', '"b"', '"\\u0061"', '"ä"'), tie('value'))),
    },
  ),
})).value;

function listOf(item: fc.Arbitrary<string>, maxLength = 3): fc.Arbitrary<string> {
  return fc
    .tuple(space, fc.array(item, { maxLength }), space)
    .map(([before, items, after]) => `[${before}${items.join(`${after},${before}`)}${after}]`);
}

function objectOf(
  member: fc.Arbitrary<readonly [string, string]>,
  maxLength = 3,
): fc.Arbitrary<string> {
  return fc.tuple(space, fc.array(member, { maxLength }), space).map(([before, members, after]) => {
    const inner = members.map(([key, item]) => `${key}${before}:${after}${item}`);
    return `{${before}${inner.join(`${after},${before}`)}${after}}`;
  });
}

/** Objects that are often the same but for order, so that calls are equal now and then. */
const input = fc.oneof(
  from(
    '{}',
    '{"a":1,"b":"x"}',
    '{"b":"x","a":1.0}',
    '{"a":[1,2]}',
    '{"a":[2,1]}',
    '{"a":"1"}',
    '[]',
  ),
  objectOf(fc.tuple(from('"a"', '"b"', '"\\u0061"'), value)),
  value,
);

const tool = fc.oneof(
  {
    weight: 6,
    arbitrary: from('"find"', '"book"', '"b\\u00f6\\u00F6k"', '"böök"', '""', '"f\\u0069nd"'),
  },
  { weight: 1, arbitrary: value },
);

const call = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(tool, input, space)
      .map(([name, given, gap]) => `{"tool_name":${gap}${name},"tool_input":${given}${gap}}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        tool,
        input,
        fc.tuple(from('"optional"', '"accepted_values"', '"id"', '"tool_name"'), value),
      )
      .map(
        ([name, given, [key, more]]) =>
          `{${key}:${more},"tool_input":${given},"tool_name":${name}}`,
      ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(tool, input)
      .map(([name, given]) => `{"name":${name},"arguments":${given}}`),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(tool).map(([name]) => `{"tool\\u005fname":${name},"tool_input":{}}`),
  },
  { weight: 1, arbitrary: value },
);

const calls = fc.oneof(
  { weight: 8, arbitrary: listOf(call, 4) },
  // more than are compared one by one
  {
    weight: 1,
    arbitrary: fc.tuple(call, call, fc.integer({ min: 20, max: 60 })).map(([a, b, count]) => {
      const many = Array.from({ length: count }, (_, at) => (at % 3 === 0 ? b : a));
      return `[${many.join(',')}]`;
    }),
  },
  { weight: 1, arbitrary: value },
);

const trajectory = fc.oneof(
  { weight: 4, arbitrary: calls },
  { weight: 2, arbitrary: calls.map((list) => JSON.stringify(list)) },
  { weight: 1, arbitrary: calls.map((list) => JSON.stringify(`\n${list} `)) },
);

const CELLS: readonly (readonly [string, fc.Arbitrary<string>])[] = [
  ['"id"', fc.oneof(quoted, from('"row-1"', '7', 'null', '{"a":1}'))],
  ['"prompt"', fc.oneof(quoted, value)],
  ['"response"', fc.oneof(quoted, value)],
  ['"answer"', fc.oneof(quoted, value)],
  ['"predicted_trajectory"', trajectory],
  ['"expected"', trajectory],
  ['"all"', fc.oneof(listOf(calls, 2), value)],
  ['"seconds"', fc.oneof(number, from('"0.5"', '"1,5"', '" 2 "', 'true', '"n/a"'))],
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
  return { ...part, skipped: await skipped.text(), rows: rows && (await rows.text()) };
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
const BY_CALLS = idsOf(({ needs }) => needs.every((role) => role.endsWith('_trajectory')));
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

/** Records of a table, most of them with all cells. */
const record = (delimiter: string): fc.Arbitrary<string> =>
  fc.tuple(fields, fc.integer({ min: 1, max: 60 })).map(([cells, size]) => {
    const written = cells.map((write) => write(delimiter));
    if (size === 60) written.push('more');
    return written.slice(0, Math.max(size, size < 8 ? 1 : 9)).join(delimiter);
  });

const table = fc
  .tuple(from(',', ',', ';', '\t'), from('\n', '\n', '\r\n'), fc.boolean())
  .chain(([delimiter, end, isEnded]) =>
    fc.array(asBytes(record(delimiter)), { minLength: 3, ...most(30) }).map((records) => {
      const header = new TextEncoder().encode(NAMES.join(delimiter));
      const blob = joinBytes([header, ...records], end, isEnded);
      return { blob, delimiter, headerSize: header.length + end.length };
    }),
  );

/**
 * Law: whatever the bytes, scanned records of a table give what records that are read give; 15
 * records a file.
 */
export async function checkRecords(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(table, settings, share, ({ blob, headerSize, delimiter }, metrics, cut) =>
      compareRecords({ blob, headerSize, delimiter }, metrics, cut),
    ),
    { numRuns },
  );
}

/** A table whose columns are those of the law. */
interface LawTable {
  readonly blob: Blob;
  /** Bytes of the line with the names. */
  readonly headerSize: number;
  readonly delimiter: string;
}

/**
 * Scores the records of a table both ways.
 * @param cut the share of the file after which it is cut in two
 */
export async function compareRecords(
  { blob, headerSize, delimiter }: LawTable,
  metrics: MetricSettings = DEFAULT_SETTINGS,
  cut = 0,
): Promise<void> {
  const row = 'a'.concat(delimiter.repeat(NAMES.length - 1));
  const job: ScoreJob = {
    blob,
    head: { text: `${NAMES.join(delimiter)}\n${row}\n${row}\n`, isWhole: false, name: '' },
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
  }
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

const list = fc
  .tuple(
    fc.array(asBytes(item), most(30)),
    from(',', ',\n', ',\n  ', '\r\n,', ' , '),
    from('[', '[\n', '\ufeff[', ' [ '),
    from(']', '\n]\n', '', ']\n{"a":1}', ',]'),
  )
  .map(([rows, between, start, end]) => new Blob([start, joinBytes(rows, between, false), end]));

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
  const job: ScoreJob = {
    blob,
    // what is no list is not read in slices
    head: { text: /^\s*\[/.test(text) ? text : '[', isWhole: false, name: '' },
    formatId: 'json-rows',
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
