import { describe, expect, it } from 'vitest';
import { headOf, readText, type ReadText } from '../../../../../tests/support/read-text.ts';
import { recogniseFormat } from '#core/read/formats/registry.ts';
import { python } from './python.ts';

const read = (text: string): ReadText => {
  expect(recogniseFormat(headOf(text))?.id).toBe('python');
  return readText(python, text);
};

const PASTE = `import pandas as pd

# what we expect
reference_trajectory = [
  [{"tool_name": "lock_door", "tool_input": {"door": "front"}}],  # row 1
  [],
]
predicted_trajectory = [
  [{'tool_name': 'lock_door', 'tool_input': {'door': 'back'}}],
  [],
]
data = pd.DataFrame({
    "predicted_trajectory": predicted_trajectory,
    "reference_trajectory": reference_trajectory,
})
print(data)
`;

describe('assignments', () => {
  it('are read into the table that uses them', () => {
    const { rows, notes, fails } = read(PASTE);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toEqual({
      predicted_trajectory: [{ tool_name: 'lock_door', tool_input: { door: 'back' } }],
      reference_trajectory: [{ tool_name: 'lock_door', tool_input: { door: 'front' } }],
    });
    expect(notes).toMatchObject([
      { code: 'file_converted', from: 'python', facts: { name: 'data', fromLine: 12 } },
      { code: 'lines_ignored', line: 1, count: 2 },
    ]);
    expect(fails).toEqual([]);
  });

  it('are rows where they make test cases, one by one or in a list', () => {
    const made = (name: string, args: string): string =>
      `LLMTestCase(input="${name}", tools_called=[ToolCall(name="f", input_parameters={"x": 1})], expected_tools=[${args}])`;
    const named = made('b', 'ToolCall(name="f"), ToolCall(name="g")');
    const rows = [
      {
        input: 'a',
        tools_called: [{ __class__: 'ToolCall', name: 'f', input_parameters: { x: 1 } }],
        expected_tools: [],
      },
      { input: 'b', expected_tools: ['f', 'g'] },
    ];
    const head = 'from deepeval.test_case import LLMTestCase, ToolCall\n\n';
    const first = made('a', '');
    const single = `${head}first = ${first}\nmetric = Metric(threshold=0.5)\nsecond = ${named}\n`;
    expect(read(single).rows).toMatchObject(rows);
    const listed = read(`${head}cases = [${first}, ${named}]\n`).rows;
    expect(listed).toMatchObject(rows);
    expect(Object.keys(listed[0]!)).toEqual(['input', 'tools_called', 'expected_tools']);
  });

  it('are columns by their names where there is no table', () => {
    const text = PASTE.slice(0, PASTE.indexOf('data ='));
    expect(Object.keys(read(text).rows[0]!)).toEqual([
      'reference_trajectory',
      'predicted_trajectory',
    ]);
  });

  it.each([
    ['rows', 'rows = [{"prompt": "a"}, {"prompt": "b"}]', ['a', 'b']],
    ['columns', "d = {'prompt': ['a', 'b'], 'response': [1, 2]}", ['a', 'b']],
    ['a table without a name', "pd.DataFrame([{'prompt': 'a'}])", ['a']],
    ['with a type', 'rows: list[dict] = [\n {"prompt": "a"}]', ['a']],
  ])('may be %s', (_name, text, prompts) => {
    expect(read(text).rows.map((row) => row['prompt'])).toEqual(prompts);
  });

  it('are looked for in the cells of a notebook', () => {
    const cells = [
      { cell_type: 'markdown', source: ['x = [1]'] },
      {
        cell_type: 'code',
        source: ['%pip install x\n', 'rows = [{"prompt": "a"}]\n'],
        outputs: [],
      },
    ];
    const found = read(JSON.stringify({ cells, nbformat: 4 }, null, 1));
    expect(found.rows).toEqual([{ prompt: 'a' }]);
    expect(found.notes[0]).toEqual({ code: 'file_converted', from: 'notebook' });
  });

  it('that are programs are never run', () => {
    const found = readText(python, 'rows = [f(x) for x in y]\nrows2 = open("/etc/passwd")\n');
    expect(found.rows).toEqual([]);
    expect(found.fails).toEqual([{ code: 'shape_unknown' }]);
  });
});
