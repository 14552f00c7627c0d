import fc from 'fast-check';

export const from = (...texts: string[]): fc.Arbitrary<string> => fc.constantFrom(...texts);

export const space = fc.oneof(
  { weight: 20, arbitrary: fc.constant('') },
  { weight: 2, arbitrary: from(' ', '  ', '\t') },
  { weight: 1, arbitrary: from('\r', '\u00a0', '\v') },
);

export const number = from(
  ...['0', '1', '21', '-1', '1.0', '2.50', '0.1', '100', '1e2', '1E+2', '-1.5e-3', '-0', '-0.0'],
  ...['9007199254740991', '9007199254740992', '9007199254740993', '1000000000000000'],
  ...['10000000000000000000000', '123456789012345678', '0.12345678901234567', '1.5e300'],
  ...['1e22', '1e23', '5e-324', '1e-400', '1e400', '-1e400', '1.7976931348623157e308'],
  ...['01', '+1', '.5', '1.', '1e', '-', 'NaN', 'Infinity', '0x1'],
  ...[
    '9'.repeat(308),
    '9'.repeat(309),
    `0.${'0'.repeat(330)}1`,
    '1e00000000000000000001',
    '0e9999',
  ],
  ...[
    '9007199254740993.0',
    '18446744073709551616',
    '18446744073709551617',
    '2147483648',
    '-2147483649',
  ],
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
  ...[
    '\\uD83D\\uDE00',
    '\\ud83d\\ud83d\\ude00',
    '\\ude00\\ud83d',
    '\\ud83d\\u0061',
    '\\u005c\\u0022',
    'x'.repeat(15),
  ],
  ...['\\ufffd', '\ufffd', '\u007f', '\u0001', '\t', '\\x', '\\u12g4', '[', '{', ':', ',', "'"],
);

const text = fc.oneof(
  { weight: 3, arbitrary: from('', 'a', 'b', 'find', '21', 'true', 'null', ' ') },
  { weight: 2, arbitrary: fc.array(characters, { maxLength: 5 }).map((parts) => parts.join('')) },
);

export const quoted = text.map((inner) => `"${inner}"`);
/** Values within lists and objects up to, and beyond, what is scanned and what a row may have. */
const deep = fc
  .tuple(from('[', '{"a":', '[[],'), fc.constantFrom(1, 54, 58, 60, 62, 196, 200, 204), number)
  .map(([open, levels, inner]) => {
    const close = open.startsWith('[') ? ']' : '}';
    return `${open.repeat(levels)}${inner}${close.repeat(levels)}`;
  });
const word = from('true', 'false', 'null', 'True', 'nul', 'undefined');

export const value: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { weight: 4, arbitrary: quoted },
    { weight: 3, arbitrary: number },
    { weight: 1, arbitrary: word },
    { weight: 1, arbitrary: deep },
    { weight: 1, arbitrary: listOf(tie('value')) },
    {
      weight: 3,
      arbitrary: objectOf(fc.tuple(from('"a"', '"b"', '"\\u0061"', '"ä"'), tie('value'))),
    },
  ),
})).value;

export function listOf(item: fc.Arbitrary<string>, maxLength = 3): fc.Arbitrary<string> {
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
    '{"a":{"$any":[1,"1"]}}',
    '{"a":{"$var":"v"},"b":{"$optional":{"$type":"string"}}}',
    '{"$anything":true}',
    '{"\\u0024any":[{"a":1}]}',
    '{"$any":1}',
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

const FURTHER_KEYS = [
  ...['"optional"', '"id"', '"tool_name"', '"tool_output"', '"tool_error"', '"cost"'],
  ...['"input_tokens"', '"duration_ms"', '"amount"', '"payload"'],
];

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
      .tuple(tool, input, fc.tuple(from(...FURTHER_KEYS), value))
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
  {
    weight: 1,
    arbitrary: from(
      '{"tool_name":"find","tool_input":{"a":1},"$step":"s","$after":[]}',
      '{"$optional":[{"tool_name":"find","tool_input":{"$anything":true}}]}',
      '{"$inAnyOrder":[{"tool_name":"book","tool_input":{}},{"tool_name":"find","tool_input":{}}]}',
      '{"tool_name":{"$any":["find","book"]},"tool_input":{"a":{"$var":"v"}}}',
      '{"$inAnyorder":[]}',
    ),
  },
  { weight: 1, arbitrary: value },
);

export const calls = fc.oneof(
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

export const trajectory = fc.oneof(
  { weight: 4, arbitrary: calls },
  { weight: 2, arbitrary: calls.map((list) => JSON.stringify(list)) },
  { weight: 1, arbitrary: calls.map((list) => JSON.stringify(`\n${list} `)) },
);
