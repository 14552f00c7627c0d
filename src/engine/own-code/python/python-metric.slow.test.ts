import { afterAll, beforeAll, expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import { useThreadFrames } from '../../../../tests/support/thread-frame.ts';
import { openProcess } from '#command/own-metrics/own-metrics.ts';
import type { CustomResult } from '#core/score/custom-metrics/read-result.ts';
import { CUSTOM_SAMPLES } from '#core/score/custom-metrics/samples.ts';
import { openFrame } from '#kernel/sandbox/frame-sandbox.ts';
import { MetricRunner } from '../custom-scorer.ts';
import type { OpenSandbox } from '../sandbox.ts';

const CASES = tablesOf<{
  scores: [what: string, code: string, row: string, score: number][];
  errors: [what: string, code: string, said: string, line: number | null][];
  syntax: [code: string, line: number, column: number][];
}>('own-code-python');

/** Scores rows, each as JSON. */
async function score(
  code: string,
  rows: readonly string[] = ['{}'],
  open: OpenSandbox = openFrame,
  name = 'm',
): Promise<readonly CustomResult[]> {
  const { signal } = new AbortController();
  const metric = { name, code, scale: 'number', language: 'python' } as const;
  const runner = new MetricRunner(metric, signal, open);
  try {
    const { buffer } = new TextEncoder().encode(rows.join('\n'));
    return await runner.score(buffer, rows.length);
  } finally {
    runner.close();
  }
}

let endFrames: () => void;
beforeAll(() => void (endFrames = useThreadFrames()));
afterAll(() => endFrames());

it.each(CASES.scores)(
  'a metric in Python takes %s as Python does',
  async (_what, code, row, value) => {
    expect(await score(code, [row])).toMatchObject([{ kind: 'score', value }]);
  },
);

it.each(CASES.errors)(
  'a metric in Python says what is wrong with %s',
  async (_what, code, said, line) => {
    const [result] = await score(code);
    expect(result).toMatchObject({ kind: 'error', message: expect.stringMatching(said) });
    expect(result).toMatchObject(line === null ? {} : { line });
  },
);

it.each(CASES.syntax)(
  'a metric in Python says where %j does not parse',
  async (code, line, column) => {
    expect(await score(code)).toMatchObject([
      { kind: 'error', message: expect.stringMatching(/^(Syntax|Indentation)Error/), line, column },
    ]);
  },
);

it('a metric in Python fails for the rows on which it fails, and shares nothing of another row', async () => {
  const code = [
    'import builtins',
    'seen = []',
    'def m(instance):',
    '    seen.append(instance)',
    '    for one in seen:',
    '        one["n"] += 1',
    '    builtins.isinstance = builtins.type = builtins.list = None',
    '    if instance["n"] == 3:',
    '        raise ValueError("three")',
    '    return instance["n"]',
  ].join('\n');
  expect(await score(code, ['{"n":1}', '{"n":2}', '{"n":5}'])).toMatchObject([
    { value: 2 },
    { kind: 'error', message: 'ValueError: three', line: 9 },
    { value: 6 },
  ]);
});

it.each([
  ['word_count', [{ response: 'two words' }, 2], [{ response: 'two  words' }, 3]],
  ['word_count', [{ response: '' }, 1], [{ response: ' one' }, 2]],
  [
    'essential_tools_present',
    [{ predicted_trajectory: [{ tool_name: 'set_device_info', tool_input: {} }] }, 0.5],
    [{ predicted_trajectory: null }, 0],
  ],
] as const)('a metric in Python %s counts as documented: %j, %j', async (name, ...rows) => {
  const { code } = CUSTOM_SAMPLES.find((sample) => sample.name === name)!;
  const results = await score(
    code,
    rows.map(([row]) => JSON.stringify(row)),
    openFrame,
    name,
  );
  expect(results).toMatchObject(rows.map(([, value]) => ({ kind: 'score', value })));
});

it('a metric in Python is whole without required tools', async () => {
  const { code, name } = CUSTOM_SAMPLES[0]!;
  const without = code.replace(/required_tools = .*/, 'required_tools = []');
  const results = await score(without, ['{"predicted_trajectory":[]}'], openFrame, name);
  expect(results).toMatchObject([{ kind: 'score', value: 1 }]);
});

it('a metric in Python runs in a process as in a frame', async () => {
  const code = 'import math\ndef m(instance):\n    return {"m": math.sqrt(len(instance["t"]))}';
  const rows = ['{"t":"😀234"}', '{"t":null}'];
  const [inFrame, inProcess] = await Promise.all([
    score(code, rows),
    score(code, rows, openProcess),
  ]);
  expect(inFrame).toMatchObject([{ value: 2 }, { kind: 'error', line: 3 }]);
  expect(inProcess).toEqual(inFrame);
});
