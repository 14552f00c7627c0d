import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { EXACT } from './support/build.ts';
import { lawRuns } from './support/law-runs.ts';
import { scoreText, type ScoredText } from './support/score-text.ts';

// source: follows the forms of data in the documentation of agent evaluation; words and data are our own

const EXPECTED = `reference_trajectory = [
    # run 1
    [
        {
            "tool_name": "water_plants",
            "tool_input": {"bed": "north", "zones": {"drip": "ON"}}
        }
    ],
    # run 2
    [
        {"tool_name": "read_gauge", "tool_input": {"gauge": "rain"}},
        {"tool_name": "open_valve", "tool_input": {"turns": 3}},
    ]
]
`;
const CALLED = EXPECTED.replace('reference', 'predicted').replace('"turns": 3', '"turns": 4');
const TABLE = `eval_dataset = pd.DataFrame({
    "predicted_trajectory": predicted_trajectory,
    "reference_trajectory": reference_trajectory,
})
`;
const EVALUATION = `single_tool = TrajectorySingleToolUse(tool_name='open_valve')

eval_task = EvalTask(
    dataset=eval_dataset,
    metrics=[
        "rouge_l_sum",
        "trajectory_exact_match",
        single_tool,
        own_metric  # computed
    ],
)
eval_result = eval_task.evaluate(
    runnable=agent,
)
`;
const BESIDE = `import pandas as pd

dataset = "on-device"  # or another one
!gcloud storage cp gs://a-bucket/{dataset}/tools.py .
eval_dataset_of_file = json.loads(open('eval_dataset.json').read())

def word_count(instance):
  score = len(instance["response"].split(" "))
  return {"word_count": score}

metrics.append(
  metrics.CustomMetric(name="word_count", metric_function=word_count)
)
template = PointwiseMetricPromptTemplate(
    criteria={
        "Follows": (
            "Does the answer follow?\\n"
            "  - Is it = [what] was asked?\\n"
        )
    },
    rating_rubric={"1": "Follows", "0": "Does not"},
    input_variables=["prompt", "predicted_trajectory"],
)
`;

/** What both trajectories of a file are, whatever their columns are called. */
function sidesOf({ rows, roles }: ScoredText): readonly (readonly unknown[])[] {
  const sides = [roles.predicted_trajectory, roles.reference_trajectory];
  return rows.map((row) => sides.map((name) => row[name ?? '']));
}

const call = (tool_name: string, tool_input: JsonObject): JsonObject => ({ tool_name, tool_input });
const WATER = [call('water_plants', { bed: 'north', zones: { drip: 'ON' } })];
const valve = (turns: number): JsonObject[] => [
  call('read_gauge', { gauge: 'rain' }),
  call('open_valve', { turns }),
];
const SIDES = [
  [WATER, WATER],
  [valve(4), valve(3)],
];

function indent(text: string, by: string): string {
  return text.replace(/^(?=.)/gm, by);
}

const PROSE = `Getting your data ready

Don't forget: a list (of calls) for each run. {It's} what “expected” means, e.g. metrics = []:

  • predicted_trajectory: what was called.
  • reference_trajectory: what is expected.

`;

const INDENTS = ['', '  ', '    ', '        ', '\t', '\u00a0\u00a0'];

/** Ways in which a page, a notebook, an editor or a mail puts text around a program. */
const SURROUNDINGS: Readonly<Record<string, (blocks: readonly string[], by: string) => string>> = {
  nothing: (blocks, by) => indent(blocks.join('\n'), by),
  'words before and after': (blocks, by) => `${PROSE}${indent(blocks.join('\n'), by)}\n${PROSE}`,
  'words between': (blocks, by) => blocks.map((block) => `${PROSE}${indent(block, by)}`).join('\n'),
  'a list item': (blocks, by) => `1. First:\n\n${indent(blocks.join('\n'), `   ${by}`)}\n2. Then\n`,
  'a function': (blocks, by) => `def build():\n${indent(blocks.join('\n'), `    ${by}`)}`,
  'cells by their marks': (blocks, by) =>
    blocks.map((block) => `# %% A cell\n${indent(block, by)}`).join('\n'),
  'cells by their numbers': (blocks, by) =>
    blocks.map((block, at) => `In [${String(at + 3)}]:\n${indent(block, by)}`).join('\n'),
  'fences for each block': (blocks, by) =>
    blocks.map((block) => `Then:\n${indent(`\`\`\`python\n${block}\`\`\``, by)}\n`).join('\n'),
  'one fence': (blocks, by) => `So:\n\`\`\`\n${indent(blocks.join('\n'), by)}\n\`\`\`\nDone.`,
  'a notebook': (blocks, by) =>
    JSON.stringify({
      cells: blocks.map((block) => ({
        cell_type: 'code',
        outputs: [],
        source: indent(block, by).split(/(?<=\n)/),
      })),
      nbformat: 4,
    }),
};

describe('a program with data gives the same rows', () => {
  const blocks = [EXPECTED, CALLED, TABLE, EVALUATION, BESIDE];

  it.each(Object.keys(SURROUNDINGS))('at any indentation: %s', async (name) => {
    for (const by of INDENTS) {
      const file = await scoreText(SURROUNDINGS[name]!(blocks, by));
      expect(sidesOf(file), by).toEqual(SIDES);
      expect(file.score(EXACT)).toEqual([1, 0]);
    }
  });

  it('whatever is around its blocks, and in whatever order they are', async () => {
    const shown = fc.shuffledSubarray(blocks, { minLength: 2 }).filter((some) => {
      return some.includes(EXPECTED) && some.includes(CALLED);
    });
    await fc.assert(
      fc.asyncProperty(
        shown,
        fc.constantFrom(...INDENTS),
        fc.constantFrom(...Object.keys(SURROUNDINGS)),
        async (some, by, name) => {
          const file = await scoreText(SURROUNDINGS[name]!(some, by));
          expect(sidesOf(file)).toEqual(SIDES);
        },
      ),
      { numRuns: lawRuns(1000) },
    );
  });
});

const A = '{"tool_name": "a", "tool_input": {}}';
const B = '{"tool_name": "b", "tool_input": {}}';
const PAIR = [[[call('a', {})], [call('b', {})]]];
const NOT_READ = 'x = load("file")\n';

describe('a list is taken for what its name says', () => {
  it.each([
    ['predicted_trajectory', 'reference_trajectory'],
    ['predicted', 'expected'],
    ['predictions', 'references'],
    ['actual', 'expected_calls'],
    ['predicted_trajectories', 'reference_trajectories'],
    ['actual_tool_calls', 'ground_truth'],
    ['my_agent_trajectory', 'my_golden_trajectory'],
    ['preds', 'refs'],
    ['tool_calls', 'expected_tools'],
  ])('%s, %s', async (called, expected) => {
    for (const by of INDENTS) {
      for (const [first, second] of [
        [`${called} = [[${A}]]`, `${expected} = [[${B}]]`],
        [`${expected} = [[${B}]]`, `${called} = [[${A}]]`],
        [`${expected} = [${B}]`, `${called} = [${A}]`],
      ]) {
        const file = await scoreText(indent(`${first!}\n\nThen:\n${second!}\n`, by));
        expect(sidesOf(file), first).toEqual(PAIR);
      }
    }
  });

  it.each(['reference_trajectory', 'expected', 'golden', 'ground_truth_calls'])(
    '%s alone is no prediction',
    async (name) => {
      for (const by of ['', '    ', 'const ']) {
        const file = await scoreText(`${by}${name} = [[${B}], [${A}]];\n`);
        expect(sidesOf(file)).toEqual([
          [undefined, [call('b', {})]],
          [undefined, [call('a', {})]],
        ]);
      }
    },
  );
});

const ROW = `{"prompt": "p", "predicted_trajectory": [${A}], "reference_trajectory": [${B}]}`;

describe('data is found where a program', () => {
  it.each([
    [
      'appends lists',
      `called = []\nexpected = []\ncalled.append([${A}])\nexpected.append([${B}])\n`,
    ],
    ['appends rows', `rows = []\nrows.append(${ROW})\n`],
    ['appends rows that it named', `rows = list()\nrow = ${ROW}\nrows.append(row)\n`],
    ['adds lists', `rows = []\nrows += [${ROW}]\n`],
    ['extends lists', `rows = []\nrows.extend([\n${ROW},\n])\ndf = pd.DataFrame(rows)\n`],
    [
      'appends to the lists of a dict',
      `data = {"predicted_trajectory": [], "reference_trajectory": []}\n` +
        `data["predicted_trajectory"].append([${A}])\n` +
        `data["reference_trajectory"].append([${B}])\ndf = pd.DataFrame(data)\n`,
    ],
    [
      'sets columns',
      `df = pd.DataFrame({"predicted_trajectory": [[${A}]]})\n` +
        `df["reference_trajectory"] = [[${B}]]\n`,
    ],
    ['has a dict of columns', `d = {"predicted": [[${A}]], "reference": [[${B}]]}\n`],
    ['has a dict of one run', `case = ${ROW}\n`],
    ['has a list of dicts', `cases = [${ROW}]\n`],
    ['returns a table', `def f():\n    return pd.DataFrame([${ROW}])\n`],
    ['shows a table', `display(pd.DataFrame([${ROW}]))\n`],
    [
      'gives a table to an evaluation',
      `task = EvalTask(\n  dataset=pd.DataFrame([${ROW}]),\n  metrics=[own],\n)\n`,
    ],
    ['gives it on one line', `task = EvalTask(metrics=[own], dataset=pd.DataFrame([${ROW}]))\n`],
    ['makes a dataset', `data = Dataset.from_list([${ROW}])\n`],
    [
      'names columns',
      `df = pd.DataFrame([[[${A}], [${B}]]], columns=["predicted_trajectory", "reference_trajectory"])\n`,
    ],
    [
      'has the table above its lists',
      `df = pd.DataFrame({"predicted_trajectory": p, "reference_trajectory": r})\np = [[${A}]]\nr = [[${B}]]\n`,
    ],
    ['shows what was typed', `>>> called = [\n...     [${A}],\n... ]\n>>> expected = [[${B}]]\n`],
    ['begins behind words', `Given called = [[${A}]]\nand expected = [[${B}]]\n`],
    ['has other tables', `df = pd.DataFrame([${ROW}])\nscores = pd.DataFrame([{"mean": 1}])\n`],
    ['assigns much else', `${NOT_READ.repeat(500)}rows = [${ROW}]\n`],
  ])('%s', async (_, program) => {
    for (const by of ['', '    '])
      expect(sidesOf(await scoreText(indent(program, by)))).toEqual(PAIR);
  });

  it('prints it, and its cells have no other', async () => {
    const cell = (source: string, text: string): object => ({
      cell_type: 'code',
      source,
      outputs: [{ output_type: 'stream', text: [text] }],
    });
    const shown = ROW.replaceAll('"a"', '"z"');
    const notebook = (...cells: object[]): string => JSON.stringify({ cells, nbformat: 4 });
    const printed = await scoreText(notebook(cell('print(rows)', `[${ROW}]\n`)), 'a.ipynb');
    expect(sidesOf(printed)).toEqual(PAIR);
    const both = notebook(cell('print(rows)', `[${shown}]\n`), cell(`rows = [${ROW}]`, ''));
    expect(sidesOf(await scoreText(both, 'a.ipynb'))).toEqual(PAIR);
  });
});

describe('evaluation code leaves the rows', () => {
  const rows = `${ROW}\n`.repeat(2);
  it.each([
    ['in words', `Rows:\n\n${rows}\nThen:\n${EVALUATION}`],
    ['in words far above', `Then:\n${EVALUATION}${PROSE.repeat(400)}\n${rows}`],
    ['in a list on lines', `Rows:\n[\n  ${ROW},\n  ${ROW}\n]\n${EVALUATION}`],
    ['in fences', `Rows:\n\`\`\`json\n${rows}\`\`\`\n\nThen:\n\`\`\`\n${EVALUATION}\`\`\`\n`],
    ['in fences below', `Then:\n\`\`\`\n${EVALUATION}\`\`\`\n\`\`\`\n${rows}\`\`\`\n`],
    [
      'named in other fences',
      `\`\`\`\np = [[${A}], [${A}]]\n\`\`\`\n\`\`\`\nr = [[${B}], [${B}]]\n\`\`\`\n` +
        `\`\`\`\ndf = pd.DataFrame({"predicted_trajectory": p, "reference_trajectory": r})\n\`\`\`\n`,
    ],
  ])('%s', async (_, text) => {
    expect(sidesOf(await scoreText(text))).toEqual([...PAIR, ...PAIR]);
  });
});

it.each([
  (text: string) => text,
  (text: string) => indent(text, '    '),
  (text: string) => `Here:\n\`\`\`\n${text}\`\`\`\n`,
  (text: string) => JSON.stringify({ cells: [{ cell_type: 'code', source: text, outputs: [] }] }),
])('code that fetches a public dataset leads to the sample: %#', async (around) => {
  const code = `dataset = "on-device" # or another
!gcloud storage cp gs://a-bucket/agent-eval-datasets/{dataset}/eval_dataset.json .
import json

eval_dataset = json.loads(open('eval_dataset.json').read())
%run -i tools.py
`;
  for (const text of [code, code + EVALUATION])
    await expect(scoreText(around(text))).rejects.toThrow('"fetched":["on-device"]');
});

describe('what was not understood', () => {
  it.each([
    ['a name in it', `called = [[${A}, LAST_CALL]]\nexpected = [[${B}]]\n`],
    ['it being added to', `called = [[${A}]] + more\nexpected = [[${B}]]\n`],
    [
      'a function',
      `called = [[{"tool_name": task.get("a"), "tool_input": {}}]]\nexpected = [[${B}]]\n`,
    ],
    ['a loop that adds', `called.append(made)\nexpected = [[${B}]]\n`],
    ['a loop', `called = [[${A}] for _ in range(3)]\nexpected = [[${B}]]\n`],
  ])('is said, with its line: %s', async (_, program) => {
    const { rows, roles, notes } = await scoreText(`\n${indent(program, '  ')}`);
    expect(rows.map((row) => row[roles.predicted_trajectory ?? ''])).toEqual([undefined]);
    expect(notes).toContainEqual(
      expect.objectContaining({ code: 'list_unread', line: 2, name: 'called' }),
    );
  });

  it('are expected calls in a call: they are no calls made', async () => {
    const program = `LLMTestCase(\n  input=asked,\n  tools_called=[${A}, ${B}],\n  expected_tools=[${A}]\n)\n`;
    const { rows, roles } = await scoreText(program);
    expect(rows.map((row) => row[roles.predicted_trajectory ?? ''])).toEqual([PAIR[0]!.flat()]);
  });

  it('is no code in the cells of a table', async () => {
    const cell = `"def f():\n    rows = [\n${ROW.replaceAll('"', '""')}\n]"`;
    const { formatId } = await scoreText(`id,prompt,response\n1,p,${cell}\n`);
    expect(formatId).toBe('csv');
  });
});
