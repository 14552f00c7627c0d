import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { readDeclarations } from './read-declarations.ts';
import { readPythonTools } from './python-tools.ts';

const CASES = tablesOf<{ types: [string, object][]; marked: [string, string[], string][] }>(
  'declarations',
);

/** The tools of a program. */
function toolsOf(...lines: readonly string[]): readonly JsonObject[] {
  return readPythonTools(lines.join('\n'))?.tools ?? [];
}

/** What one parameter with this annotation is declared to be. */
function typed(annotation: string, ...before: readonly string[]): unknown {
  const [tool] = toolsOf(...before, `def f(a: ${annotation}) -> None: ...`);
  return (tool?.['parameters'] as { properties: JsonObject } | undefined)?.properties['a'];
}

const WATER = `
from typing import Literal, Optional

MAX_LITRES = 40

def water_bed(
    bed: int,
    litres: float = 2.5,
    mode: Literal["drip", "spray"] = "drip",
    zones: Optional[list[str]] = None,
) -> dict:
    """Waters one bed of the garden.

    Opens the valve until the amount has run through.

    Args:
        bed: Number of the bed,
            counted from the gate.
        litres (float): How much.
        mode: How it is let out.

    Returns:
        dict: What was used.
    """
    return {"status": "ok"}
`;

const WATERED: JsonObject = {
  name: 'water_bed',
  description: 'Waters one bed of the garden.\n\nOpens the valve until the amount has run through.',
  parameters: {
    type: 'object',
    properties: {
      bed: { type: 'integer', description: 'Number of the bed, counted from the gate.' },
      litres: { type: 'number', description: 'How much.', default: 2.5 },
      mode: {
        type: 'string',
        enum: ['drip', 'spray'],
        description: 'How it is let out.',
        default: 'drip',
      },
      zones: {
        anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }],
        default: null,
      },
    },
    required: ['bed'],
  },
};

describe('functions of a program', () => {
  it('are declarations of tools', () => {
    expect(readPythonTools(WATER)).toEqual({ tools: [WATERED], areMarked: false, others: [] });
    const { tools, issues } = readDeclarations([WATERED]);
    expect([[...tools.keys()], issues]).toEqual([['water_bed'], []]);
  });

  it('are read in a notebook, indented, and with prose around them', () => {
    const cells = [
      { cell_type: 'markdown', source: ['Tools'] },
      { cell_type: 'code', source: ['%pip install x\n', ...WATER.split(/(?<=\n)/)] },
    ];
    const indented = WATER.replaceAll('\n', '\n    ');
    for (const text of [JSON.stringify({ cells }), indented, `Here they are:\n${WATER}\nThe end.`])
      expect(readPythonTools(text)?.tools).toEqual([WATERED]);
  });

  it('are none where there is no function', () => {
    for (const text of ['', '[1]', '{"name": "def f(a: int)"}', 'x = 1', 'a default of def '])
      expect(readPythonTools(text)).toBeUndefined();
  });

  it.each([
    ['NumPy', 'Does it.\n\n    Parameters\n    ----------\n    a : int\n        Which one.\n    '],
    ['reST', 'Does it.\n\n    :param a: Which one.\n    :type a: int\n    :return: Nothing.'],
    ['reST with types', 'Does it.\n\n    :param int a: Which\n        one.'],
    ['Google', 'Does it.\n\n    Args:\n      a (int, optional): Which one.\n    Note: none.'],
  ])('have what a docstring of %s says', (_, docstring) => {
    const [tool] = toolsOf('def f(a):', `    """${docstring}"""`);
    expect(tool).toEqual({
      name: 'f',
      description: 'Does it.',
      parameters: {
        type: 'object',
        properties: { a: { type: 'integer', description: 'Which one.' } },
        required: ['a'],
      },
    });
  });

  it('do not tell a model what a framework fills in', () => {
    const [tool] = toolsOf(
      'async def f(ctx: RunContextWrapper[User], q: str, *, tool_context, state: Annotated[dict, InjectedState], **more) -> str: ...',
    );
    const open = { additionalProperties: true };
    const properties = { q: { type: 'string' } };
    expect(tool?.['parameters']).toEqual({ type: 'object', properties, required: ['q'], ...open });
  });

  it('that are no tools are said with their lines', () => {
    const program = [
      'def book(city: str): ...',
      'def _price(city: str): ...',
      'def helper(x): return x',
      'def word_count(instance): "Counts."',
      'def main() -> None: ...',
      'class Desk:',
      '    def close(self, at: str): ...',
    ];
    const { tools, others } = readPythonTools(program.join('\n')) ?? {};
    expect(tools?.map(({ name }) => name)).toEqual(['book']);
    expect(others?.map(({ line, reason }) => `${String(line)} ${reason}`)).toEqual([
      '2 “_price” is private by its name.',
      '3 “helper” has neither type annotations nor a docstring.',
      '4 “word_count” is a metric by its parameter.',
      '5 “main” is where the program begins.',
      '7 “close” stands inside of another definition.',
    ]);
  });

  it.each(CASES.marked)('are all where some are %s', (_, program, name) => {
    expect(toolsOf(...program).map((tool) => tool['name'])).toEqual([name]);
  });
});

it.each(CASES.types)('the type %s', (annotation, schema) => {
  expect(typed(annotation)).toEqual(schema);
});

it('a type that the program names is what it stands for: an Enum its values', () => {
  expect(typed('Kind | None', 'Kind = Literal["seed", "bulb"]')).toEqual({
    anyOf: [{ type: 'string', enum: ['seed', 'bulb'] }, { type: 'null' }],
  });
  const before = ['class Room(str, Enum):', '    HALL = "hall"', '    ATTIC = "attic"'];
  expect(typed('Room', ...before)).toEqual({ type: 'string', enum: ['hall', 'attic'] });
  expect(typed('list[Place]', 'class Place(BaseModel):', '    name: str')).toEqual({
    type: 'array',
    items: { type: 'object' },
  });
});

it('law: whatever the text, reading ends, and what it gives can be declared', () => {
  const piece = fc.constantFrom(
    ...[
      'def f(',
      'a: int',
      ', b: list[',
      'str]',
      ' = 1',
      '):',
      '\n',
      '    """',
      'Args:',
      '\n  a: x',
    ],
    ...[
      '@tool',
      '(',
      ')',
      '[',
      '|',
      '"',
      "'",
      'class A(Enum):',
      'x = 1',
      '...',
      'async def _g():',
      ':',
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const read = readPythonTools(pieces.join(''));
      const { tools } = readDeclarations([...(read?.tools ?? [])]);
      expect(tools.size).toBe(read?.tools.length ?? 0);
    }),
    { numRuns: lawRuns(1000) },
  );
});
