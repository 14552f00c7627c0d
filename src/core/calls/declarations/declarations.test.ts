import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import type { ToolCall } from '#core/calls/trajectory.ts';
import { checkCall } from './check-call.ts';
import { readDeclarations, readDeclarationsText } from './read-declarations.ts';

const CASES = tablesOf<{
  unreadable: [string, JsonValue, string, string][];
  faults: [JsonValue, string[]][];
  faultsUnderSchemas: [string, JsonObject, JsonValue, string][];
  letPass: [string, JsonObject, JsonValue][];
}>('declarations');

const SCHEMA = {
  type: 'object',
  properties: { city: { type: 'string' }, nights: { type: 'integer' } },
  required: ['city'],
};
const GEMINI_SCHEMA = {
  type: 'OBJECT',
  properties: { city: { type: 'STRING' }, nights: { type: 'INTEGER' } },
  required: ['city'],
};
const PLAIN = { ...SCHEMA, additionalProperties: false };

function call(tool_input: JsonValue, tool_name = 'book'): ToolCall {
  return { tool_name, tool_input, source: {} };
}

/** One tool as every form writes it. */
const FORMS: Readonly<Record<string, JsonValue>> = {
  'a list with parameters': [{ name: 'book', description: 'Books.', parameters: SCHEMA }],
  'OpenAI chat': [
    { type: 'function', function: { name: 'book', parameters: SCHEMA, strict: true } },
  ],
  'OpenAI responses': [{ type: 'function', name: 'book', parameters: SCHEMA, strict: true }],
  'a chat request': {
    model: 'm',
    messages: [],
    tools: [{ function: { name: 'book', parameters: SCHEMA } }],
  },
  Anthropic: [{ name: 'book', input_schema: SCHEMA }],
  'Gemini request': {
    tools: [{ functionDeclarations: [{ name: 'book', parameters: GEMINI_SCHEMA }] }],
  },
  'Gemini snake case': [{ function_declarations: [{ name: 'book', parameters: GEMINI_SCHEMA }] }],
  'MCP result': { tools: [{ name: 'book', inputSchema: SCHEMA }] },
  'MCP answer': {
    jsonrpc: '2.0',
    id: 1,
    result: { tools: [{ name: 'book', inputSchema: SCHEMA }] },
  },
  Bedrock: [{ toolSpec: { name: 'book', inputSchema: { json: SCHEMA } } }],
  'BFCL types': [{ name: 'book', parameters: { ...SCHEMA, type: 'dict' } }],
  'schemas by name': { book: SCHEMA },
  'tools by name': { book: { description: 'Books.', parameters: SCHEMA } },
  'one tool': { name: 'book', parameters: SCHEMA },
  'schema as text': [{ name: 'book', parameters: JSON.stringify(SCHEMA) }],
  'tools as texts': [JSON.stringify({ name: 'book', parameters: SCHEMA })],
};

describe('forms', () => {
  it.each(Object.entries(FORMS))('%s', (_, form) => {
    const { tools, issues } = readDeclarations(form);
    expect(issues).toEqual([]);
    expect([...tools.values()]).toEqual([{ name: 'book', schema: PLAIN }]);
    expect(readDeclarationsText(JSON.stringify(form)).tools).toEqual(tools);
  });

  it('names alone and tools of the model are declared without a schema', () => {
    const { tools, issues } = readDeclarations(['find', { type: 'web_search' }]);
    expect([...tools.values()]).toEqual([{ name: 'find' }, { name: 'web_search' }]);
    expect(issues).toEqual([]);
  });
});

describe('what cannot be read', () => {
  it.each(CASES.unreadable)('%s', (_, value, path, reason) => {
    const [issue] = readDeclarations(value).issues;
    expect(issue?.path).toBe(path);
    expect(issue?.reason).toMatch(new RegExp(reason));
  });

  it('a text that is no JSON has its column', () => {
    const { tools, issues } = readDeclarationsText('[{"name": }]');
    expect(tools.size).toBe(0);
    expect(issues[0]?.reason).toMatch(/not JSON, column 11/);
  });

  it('the other tools are read', () => {
    const { tools } = readDeclarations([7, { name: 'book', parameters: SCHEMA }]);
    expect([...tools.keys()]).toEqual(['book']);
  });
});

describe('calls', () => {
  const declared = readDeclarations([{ name: 'book', parameters: SCHEMA }]);
  const faultsOf = (input: JsonValue): readonly string[] =>
    checkCall(call(input), declared).map((fault) =>
      'path' in fault ? `${fault.kind} ${fault.path}` : fault.kind,
    );

  it.each(CASES.faults)('%j', (input, faults) => {
    expect(faultsOf(input)).toEqual(faults);
  });

  it('an integer beyond those of JavaScript is one', () => {
    expect(faultsOf({ city: 'Oslo', nights: 2n ** 60n })).toEqual([]);
  });

  it('a tool that is not declared', () => {
    expect(checkCall(call({}, 'cancel'), declared)).toEqual([{ kind: 'undeclared' }]);
  });

  it.each(CASES.faultsUnderSchemas)('%s', (_, parameters, input, expected) => {
    const [fault] = checkCall(call(input), readDeclarations([{ name: 'book', parameters }]));
    expect(fault && 'path' in fault && `${fault.kind} ${fault.path}`).toBe(expected);
  });

  it.each(CASES.letPass)('%s are let pass', (_, parameters, input) => {
    expect(checkCall(call(input), readDeclarations([{ name: 'book', parameters }]))).toEqual([]);
  });

  it.each<[string, JsonObject]>([
    ['to nothing', { $ref: '#/$defs/none' }],
    ['to itself', { $ref: '#' }],
  ])('a schema that refers %s cannot be used', (_, parameters) => {
    const found = checkCall(call({}), readDeclarations([{ name: 'book', parameters }]));
    expect(found[0]?.kind).toBe('unusable');
  });
});

const WORDS = [
  ...['type', 'properties', 'required', 'items', 'enum', 'anyOf', '$ref', 'name', 'parameters'],
  ...['tools', 'function', 'nullable', '__proto__', 'additionalProperties', 'x'],
];
const anything = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom<JsonValue>('string', 'object', 'ARRAY', '#', '#/properties/x', 'x'),
    fc.constantFrom<JsonValue>(null, true, false, 3, ''),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...WORDS), tie('value'), { maxKeys: 5 }),
  ),
})).value;

it('law: whatever is declared, reading and checking end with an answer, and change nothing', () => {
  fc.assert(
    fc.property(anything, anything, (declared, input) => {
      const before = JSON.stringify(declared);
      const read = readDeclarations(declared);
      expect(read.tools.size + read.issues.length).toBeGreaterThan(0);
      for (const name of read.tools.keys())
        expect(checkCall(call(input, name), read)).toBeInstanceOf(Array);
      expect(JSON.stringify(declared)).toBe(before);
    }),
    { numRuns: lawRuns(300) },
  );
});

it('law: a call with a value of the declared type for each parameter is as declared', () => {
  const values: Readonly<Record<string, fc.Arbitrary<JsonValue>>> = {
    string: fc.string(),
    integer: fc.integer(),
    boolean: fc.boolean(),
    array: fc.array(fc.integer(), { maxLength: 3 }),
  };
  const parameters = fc.dictionary(fc.string(), fc.constantFrom(...Object.keys(values)), {
    maxKeys: 5,
  });
  fc.assert(
    fc.property(
      parameters.chain((types) =>
        fc.record({
          types: fc.constant(types),
          input: fc.record(
            Object.fromEntries(Object.entries(types).map(([name, type]) => [name, values[type]!])),
          ),
        }),
      ),
      ({ types, input }) => {
        const properties = Object.fromEntries(
          Object.entries(types).map(([name, type]) => [name, { type }]),
        );
        const required = Object.keys(types);
        const declared = readDeclarations([
          { name: 'book', parameters: { type: 'object', properties, required } },
        ]);
        expect(checkCall(call(input as JsonObject), declared)).toEqual([]);
      },
    ),
    { numRuns: lawRuns(200) },
  );
});
