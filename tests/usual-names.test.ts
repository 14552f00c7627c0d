import fc from 'fast-check';
import { expect, it } from 'vitest';
import { COLUMN_NAMES, namesCallsOnly } from '#core/read/names/column-names.ts';
import { lawRuns } from './support/law-runs.ts';
import { scoreText } from './support/score-text.ts';

const CALLS = [
  { tool_name: 'find_book', tool_input: { title: 'Emma', year: 1815 } },
  { tool_name: 'renew', tool_input: { days: 14 } },
];

/** Calls in the words of several programs. */
const WORDS: readonly ((call: (typeof CALLS)[number]) => object)[] = [
  (call) => call,
  ({ tool_name, tool_input }) => ({ name: tool_name, args: tool_input }),
  ({ tool_name, tool_input }) => ({ name: tool_name, arguments: JSON.stringify(tool_input) }),
  ({ tool_name, tool_input }) => ({ function: { name: tool_name, arguments: tool_input } }),
];

/** The calls of both sides of each row, and whether they match exactly. */
const SIDES = [
  [CALLS, CALLS, 1],
  [CALLS.toReversed(), CALLS, 0],
  [CALLS, [], 0],
  [[], CALLS, 0],
  [[], [], 1],
] as const;
const SCORES = SIDES.map(([, , score]) => score).join();

/** Names that hold an answer's text in most files, and a list of calls in some. */
const PREDICTED = [...COLUMN_NAMES.predicted_trajectory, 'prediction', 'generated'];
const REFERENCE = [...COLUMN_NAMES.reference_trajectory, 'expected', 'reference_outputs'];

type Rows = readonly Readonly<Record<string, unknown>>[];

interface Names {
  readonly prompt: string;
  readonly predicted: string;
  readonly reference: string;
  readonly id: string;
}

function rowsOf({ prompt, predicted, reference, id }: Names, write: (typeof WORDS)[number]): Rows {
  return SIDES.map(([called, expected], index) => ({
    [id]: `case-${index}`,
    [prompt]: `Renew my ${index + 1} books`,
    [predicted]: called.map(write),
    [reference]: expected.map(write),
  }));
}

function csvField(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `"${text.replaceAll('"', '""')}"`;
}

const CONTAINERS: Readonly<Record<string, (rows: Rows) => string>> = {
  jsonl: (rows) => rows.map((row) => JSON.stringify(row)).join('\n'),
  json: (rows) => JSON.stringify(rows, null, 2),
  wrapped: (rows) => JSON.stringify({ version: 2, results: rows }),
  csv: (rows) =>
    [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))]
      .map((fields) => fields.map(csvField).join(','))
      .join('\n'),
};

/** What went wrong with a file; undefined where all rows are read and scored. */
async function faultOf(rows: Rows, container: string): Promise<string | undefined> {
  try {
    const read = await scoreText(CONTAINERS[container]!(rows));
    if (read.rows.length !== rows.length) return `${read.rows.length} rows`;
    const scores = read.score('trajectory_exact_match');
    if (scores.join() !== SCORES) return `scores ${scores.join()} of ${read.formatId}`;
    const prompts = read.rows.map((row) => row[read.roles.prompt ?? '']);
    if (!prompts.every((prompt, index) => prompt === `Renew my ${index + 1} books`))
      return 'no prompt';
    return undefined;
  } catch (error) {
    return String(error);
  }
}

it('usual names of columns are read in all combinations', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...COLUMN_NAMES.prompt),
      fc.constantFrom(...PREDICTED),
      fc.constantFrom(...REFERENCE),
      fc.constantFrom(...COLUMN_NAMES.id),
      fc.constantFrom(...Object.keys(CONTAINERS)),
      fc.constantFrom(...WORDS),
      async (prompt, predicted, reference, id, container, write) => {
        fc.pre(new Set([prompt, predicted, reference, id]).size === 4);
        const rows = rowsOf({ prompt, predicted, reference, id }, write);
        expect(await faultOf(rows, container)).toBeUndefined();
      },
    ),
    {
      numRuns: lawRuns(100),
      // no other name of expected calls stands beside names that may be of either side
      examples: [['prompt', 'steps', 'tool_names', 'id', 'jsonl', WORDS[0]!]],
    },
  );
});

it('are taken where the steps expected are in groups, which are patterns and never left out', async () => {
  const [first, second] = CALLS;
  const rows = [
    { question: 'Renew it', called: CALLS, expected: [{ $inAnyOrder: [second, first] }] },
    { question: 'Renew it', called: CALLS, expected: CALLS },
  ];
  const read = await scoreText(CONTAINERS['jsonl']!(rows));
  expect(read.roles).toMatchObject({ predicted_trajectory: 'called' });
  expect(read.score('trajectory_exact_match')).toEqual(['reference_unreadable', 1]);
});

it('are calls where response and reference are written as such, and stay the texts that metrics compare', async () => {
  const written = JSON.stringify({ content: '', tool_calls: [{ name: 'renew', arguments: {} }] });
  const read = await scoreText(
    JSON.stringify({ prompt: 'Renew it', response: written, reference: written }),
  );
  expect(read.rows).toMatchObject([{ response: written, reference: written }]);
  expect(read.score('trajectory_exact_match')).toEqual([1]);
  expect(JSON.stringify(read.notes)).not.toContain('calls_unread');
});

const RIGHT = [
  { name: 'find_book', args: { title: 'Emma' } },
  { name: 'renew', args: { days: 14 } },
];
const TALK = [
  { role: 'user', content: 'Renew it' },
  {
    role: 'assistant',
    tool_calls: RIGHT.map(({ name, args }, at) => ({
      id: `c${at}`,
      function: { name, arguments: JSON.stringify(args) },
    })),
  },
  ...RIGHT.map((_, at) => ({ role: 'tool', tool_call_id: `c${at}`, content: 'done' })),
];
/** The calls expected, in the forms in which a column beside the one of the agent's calls may have them. */
const BESIDE: Readonly<Record<string, unknown>> = {
  list: RIGHT,
  text: JSON.stringify(RIGHT),
  tags: RIGHT.map(
    ({ name, args }) => `<tool_call>${JSON.stringify({ name, arguments: args })}</tool_call>`,
  ).join(''),
  steps: RIGHT.map(
    ({ name, args }) => `Action: ${name}\nAction Input: ${JSON.stringify(args)}`,
  ).join('\n'),
  talk: TALK,
  one: RIGHT[1],
  'one as text': JSON.stringify(RIGHT[1]),
  runs: [{ calls: RIGHT }],
  nested: { calls: RIGHT },
};
const BESIDE_NAMES =
  'actual actual_calls agent_calls predicted prediction trajectory steps actions plan notes output outputs result response answer completion messages history attempts examples tools events'.split(
    ' ',
  );
const MADE = [RIGHT.slice(0, 1), []];

it.each(['called', 'predicted_trajectory'])(
  '%s is the only source of calls, whatever is beside it, which stays a column',
  async (column) => {
    const wrong: string[] = [];
    for (const name of BESIDE_NAMES) {
      const cases = Object.entries(BESIDE).flatMap(([form, cell], at) =>
        MADE.map((called) => ({ form, cell, called, isFirst: at % 2 === 0 })),
      );
      const rows = cases.map(({ cell, called, isFirst }, at) => {
        const row = { prompt: `Renew ${at}`, expected: RIGHT, [column]: called };
        const beside = { [name]: cell };
        return { id: `case-${at}`, ...(isFirst ? { ...beside, ...row } : { ...row, ...beside }) };
      });
      const read = await scoreText(CONTAINERS['jsonl']!(rows));
      expect(read.rows).toHaveLength(rows.length);
      for (const [at, { form, cell, called, isFirst }] of cases.entries()) {
        const row = read.rows[at]!;
        const calls = row[read.roles.predicted_trajectory ?? ''] as readonly object[];
        const names = calls.map((call) => Object.values(call)[0] as string);
        const isKept = Object.values(row).some(
          (kept) => JSON.stringify(kept) === JSON.stringify(cell),
        );
        if (names.join() !== called.map((call) => call.name).join() || !isKept)
          wrong.push(`${name}, ${form}, ${isFirst ? 'first' : 'last'}: ${names.join()}`);
      }
    }
    expect(wrong).toEqual([]);
  },
);

it.each(['tool_calls', 'actual_calls', 'tools_used', 'steps'])(
  '%s is the only source beside an answer that is written as calls, and where it says nothing none is',
  async (column) => {
    for (const answer of [BESIDE['text'], BESIDE['tags'], BESIDE['steps'], BESIDE['one as text']]) {
      const rows = MADE.map((called) => ({
        prompt: 'Q',
        expected: RIGHT,
        [column]: called,
        answer,
      }));
      expect((await scoreText(CONTAINERS['jsonl']!(rows))).score('trajectory_exact_match')).toEqual(
        [0, 0],
      );
    }
    const unknown = [null, '', 'None', 'nan', 'NULL', 'N/A'].map((called) => ({
      ...{ prompt: 'Q', expected: RIGHT, called, response: BESIDE['text'] },
    }));
    for (const container of ['jsonl', 'json', 'csv']) {
      const read = await scoreText(CONTAINERS[container]!(unknown));
      expect(new Set(read.score('trajectory_exact_match'))).toEqual(
        new Set(['prediction_missing']),
      );
    }
  },
);

it.each([
  ['expected', 'called'],
  ['reference_trajectory', 'tool_calls'],
  ['reference_trajectory', 'predicted_trajectory'],
  ['note', 'called'],
])('lists of expected calls beside %s are as right, %s', async (expected, called) => {
  const [first, second] = RIGHT;
  const row = { prompt: 'Q', [expected]: [second], [called]: [first] };
  const rows = [
    { ...row, reference_trajectories: [[first]] },
    { ...row, reference_trajectories: [RIGHT] },
    { ...row, reference_trajectories: [RIGHT, [first]] },
  ];
  for (const container of ['jsonl', 'json', 'csv']) {
    const read = await scoreText(CONTAINERS[container]!(rows));
    expect(read.score('trajectory_exact_match')).toEqual([1, 0, 1]);
  }
});

it('a talk that makes the same calls tells their results; what makes others is named', async () => {
  const row = { prompt: 'Q', expected: RIGHT, called: RIGHT, messages: TALK };
  const same = await scoreText(JSON.stringify(row));
  expect(same.rows[0]!['predicted_trajectory']).toMatchObject([
    { tool_name: 'find_book', tool_output: 'done' },
    { tool_name: 'renew', tool_output: 'done' },
  ]);
  expect(same.notes.map(({ code }) => code)).not.toContain('columns_disagree');
  const other = await scoreText(JSON.stringify({ ...row, called: RIGHT.slice(1), actual: RIGHT }));
  expect(other.notes).toContainEqual({
    code: 'columns_disagree',
    role: 'predicted_trajectory',
    column: 'called',
    others: ['messages', 'actual'],
  });
});

it.each<[name: string, cell: unknown]>([
  ['actual_output', null],
  ['actual_output', { city: 'Rome' }],
  ['observed_state', null],
  ['made_by', { name: 'b' }],
])('a talk tells the calls beside %s, in some row %j', async (name, cell) => {
  const row = { input: 'Q', expected_tools: RIGHT, messages: TALK };
  const rows = [1, 2, 3, 4].map((at) => ({ ...row, [name]: at === 4 ? cell : 'Done' }));
  const read = await scoreText(CONTAINERS['jsonl']!(rows));
  expect(read.score('trajectory_exact_match')).toEqual([1, 1, 1, 1]);
});

/** Names that hold expected calls and nothing else. */
const EXPECTED = COLUMN_NAMES.reference_trajectory.filter(
  (name) => namesCallsOnly(name) && name !== 'tool_names',
);

/** A list of calls as it comes, as text of JSON or Python, and encoded twice. */
const SPELLINGS: readonly ((calls: readonly object[]) => unknown)[] = [
  (calls) => calls,
  (calls) => JSON.stringify(calls),
  (calls) => JSON.stringify(calls).replaceAll('"', "'"),
  (calls) => JSON.stringify(JSON.stringify(calls)),
];

it('calls are read however each row writes them', { timeout: 120_000 }, async () => {
  const spelling = fc.constantFrom(...SPELLINGS);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...COLUMN_NAMES.predicted_trajectory.filter(namesCallsOnly)),
      fc.constantFrom(...EXPECTED),
      fc.array(fc.tuple(spelling, spelling), { minLength: SIDES.length, maxLength: SIDES.length }),
      fc.constantFrom(...Object.keys(CONTAINERS)),
      fc.constantFrom(WORDS[0]!, WORDS[1]!, WORDS[3]!),
      async (predicted, reference, spelled, container, write) => {
        // the last row has calls of both sides as they come, so that it is told what they are
        const sides = [...SIDES, [CALLS, CALLS, 1] as const];
        const rows = sides.map(([called, expected], at) => {
          const [made, right] = spelled[at] ?? [SPELLINGS[0]!, SPELLINGS[0]!];
          return {
            id: `case-${at}`,
            prompt: `Renew my ${at + 1} books`,
            [predicted]: made(called.map(write)),
            [reference]: right(expected.map(write)),
          };
        });
        const read = await scoreText(CONTAINERS[container]!(rows));
        expect(read.score('trajectory_exact_match').join()).toBe(`${SCORES},1`);
      },
    ),
    { numRuns: lawRuns(200) },
  );
});

it('what a column expects is not hidden by another that expects nothing, or names tools alone', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...EXPECTED.slice(1)),
      fc.constantFrom(...EXPECTED.slice(1)),
      fc.constantFrom<unknown>([], '[]', ['find_book', 'renew'], 'find_book|renew', null),
      fc.constantFrom(...Object.keys(CONTAINERS)),
      fc.constantFrom(...WORDS),
      fc.boolean(),
      async (full, other, less, container, write, isFirst) => {
        fc.pre(full !== other);
        const right = CALLS.map(write);
        const wrong = CALLS.map((call) =>
          write({ ...call, tool_input: { title: 'Emma', year: 1900 } }),
        );
        const rows = [right, wrong, []].map((called, at) => {
          const expected = { [full]: right };
          const beside = { [other]: less };
          const columns = isFirst ? { ...beside, ...expected } : { ...expected, ...beside };
          return { id: `case-${at}`, prompt: `Renew ${at}`, called, ...columns };
        });
        const read = await scoreText(CONTAINERS[container]!(rows));
        expect(read.score('trajectory_exact_match')).toEqual([1, 0, 0]);
      },
    ),
    { numRuns: lawRuns(200) },
  );
});

it('names of expected tools are not hidden by a column that expects nothing', async () => {
  const names = ['find_book', 'renew'];
  for (const write of WORDS) {
    const rows = [CALLS, []].map((calls, at) => ({
      ...{ prompt: `Renew ${at}`, expected_tools: [], gold_tools: names },
      called: calls.map(write),
    }));
    for (const container of Object.values(CONTAINERS))
      expect((await scoreText(container(rows))).score('trajectory_exact_match')).toEqual([1, 0]);
  }
});

it('where two columns expect other calls in some row, that is said', async () => {
  const row = { prompt: 'Q', called: CALLS, expected_tools: CALLS, gold_calls: CALLS };
  for (const container of ['jsonl', 'json', 'csv']) {
    const same = await scoreText(CONTAINERS[container]!([row, row]));
    expect(same.notes.map(({ code }) => code)).not.toContain('columns_disagree');
    const other = await scoreText(CONTAINERS[container]!([row, { ...row, expected_tools: [] }]));
    expect(other.notes).toContainEqual({
      code: 'columns_disagree',
      role: 'reference_trajectory',
      column: 'expected_tools',
      others: ['gold_calls'],
    });
  }
});

it('a column named after calls is theirs where the first rows have nothing in it', async () => {
  const answer = JSON.stringify(CALLS);
  for (const [name, cell] of [
    ['called', null],
    ['actual_calls', ''],
    ['Tools Called', null],
  ] as const) {
    for (const beside of ['response', 'output', 'answer', 'notes', 'plan']) {
      const rows = Array.from({ length: 800 }, (_, at) => ({
        id: `case-${at}`,
        prompt: `Renew my ${at} books, please`,
        expected: CALLS,
        [name]: at < 700 ? cell : CALLS.slice(1),
        [beside]: answer,
      }));
      for (const container of ['jsonl', 'csv']) {
        const read = await scoreText(CONTAINERS[container]!(rows));
        const scores = read.score('trajectory_exact_match');
        expect([beside, container, ...new Set(scores)]).toEqual([
          beside,
          container,
          'prediction_missing',
          0,
        ]);
      }
    }
  }
});
