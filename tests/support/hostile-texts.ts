/** Texts made to keep a reader busy: pieces of every format repeated, alone or inside good data. */
// source: written for this repository

/** What a reader looks for, by the format it belongs to. */
const TOKENS: readonly (readonly string[])[] = [
  ['[', ']', '{', '}', '(', ')', '[]', '{}', '()', '[[', ']]', '{"a":', '[1,', '{"":'],
  ['"', "'", '`', '""', "''", '"""', "'''", '\\"', "\\'", '“', '”', '‘', '«'],
  ['//', '/*', '*/', '#', '# ', '/* a */', '//\n', '#\n', '<!--', '-->', '--'],
  ['```', '~~~', '````', '```json\n', '```\n', '~~~\n', '``', '`'],
  ['|', '| ', '|-', '|---', '+', '+-', '+=', ':-', '-:', '|:-:|', '---|', '\\|'],
  ['a = ', 'b = [', 'a: int = ', 'a=', '==', 'pd.DataFrame(', 'f(', 'A(a=', 'x.y', 'def ', 'None'],
  [
    'a.append(',
    'a.extend(',
    'a["b"] = ',
    'a += ',
    '  a = ',
    'f(a=[',
    'const a = ',
    'In [1]: ',
    '\n# %%\n',
  ],
  [',', ';', '\t', '|', '->', '→', ' -> ', ' | ', '\n|\n', ' ; ', 'a;', 'a,', 'a->'],
  ['\\', '\\\\', '\\n', '\\t', '\\u', '\\u0000', '\\x', '\\"', '\\\n', '\\N{', '\\/'],
  ['INFO ', '[10:00] ', '2024-01-01 ', '> ', '>> ', '+ ', '- ', '1: ', '1| ', '$ ', '>>> ', '... '],
  ['---\n', '- ', 'a: ', 'a:\n', '  a: ', '? ', '&a ', '*a ', '%YAML\n', 'a: |\n', '0  '],
  ['<', '>', '<a ', '</a>', '<think>', '</think>', '<!doctype', '<?xml', '<tool_call>', '&lt;'],
  ['<table>', '<tr>', '<th>id</th>', '<td>', '</td>', '<td a="', '<br>', '&#', '<th>prompt'],
  [
    'data: ',
    'data:\n\n',
    'event: a\n',
    'id: ',
    'retry: ',
    'data: {"a":',
    '\r\n\r\n',
    'data: [DONE]',
  ],
  ['0', '1', '9'.repeat(16), '1e', '1_', '0x', '.', '-', '+', '1.', '-.', '1,', '1e999', 'j'],
  [
    ' ',
    '\n',
    '\r',
    '\r\n',
    '\t',
    ' \n',
    '\n ',
    '\u00a0',
    '\u2028',
    '\ufeff',
    '\u0000',
    '\u001e',
    '  ',
  ],
  ['a', 'é', '😀', '\ud800', 'tool', 'a_b', 'A', 'true', 'null', 'NaN', 'undefined', '…', '...'],
  ['"id":', '"predicted_trajectory":', '"tool_name":"a"', 'prompt', 'id', '__proto__', 'messages'],
  ['{"role":"user"}', '{"a":1}', '["a"]', '{"tool_name":"a","tool_input":{}}', "{'a': 1}", '{a:1}'],
  ['"a",', '"a,', '"a"\n', 'a,"b', '""",', '"\n', 'sep=', '=1+1', "'=", 'Unnamed: 0'],
];

const CALL = '{"tool_name":"a","tool_input":{"x":1}}';
const ROW = `{"id":"1","prompt":"p","predicted_trajectory":[${CALL}],"reference_trajectory":[${CALL}]}`;
const CSV_HEAD = 'id,prompt,predicted_trajectory,reference_trajectory\n';
const CSV_ROW = `1,p,"[${CALL.replaceAll('"', '""')}]",[]\n`;

/** Good data around the text, so that a reader is well on its way before it. */
const FRAMES: readonly (readonly [before: string, after: string])[] = [
  ['', ''],
  ['', ''],
  ['', 'x'],
  ['', '!'],
  ['', `\n${ROW}\n`],
  [`${ROW}\n`, ''],
  [`${ROW}\n`, `\n${ROW}\n`],
  [`[${ROW},`, ''],
  [`[${ROW},`, `,${ROW}]`],
  [`[\n  ${ROW},\n  `, `\n]`],
  ['{"rows":[', ']}'],
  ['{"messages":[{"role":"user","content":"', '"}]}'],
  [CSV_HEAD + CSV_ROW, ''],
  [CSV_HEAD + CSV_ROW, `\n${CSV_ROW}`],
  [`${CSV_HEAD}1,p,"`, `",[]\n${CSV_ROW}`],
  [`${CSV_HEAD}"`, ''],
  ['', `,b\n${CSV_ROW}`],
  ['a = [', ']'],
  [`rows = [${ROW}]\n`, '\n'],
  [`a = [${CALL}]\nb = "`, '"\n'],
  ['```json\n', '\n```\n'],
  [`Look:\n\`\`\`json\n${ROW}\n\`\`\`\n`, ''],
  ['| id | prompt |\n|----|----|\n| ', ' |\n'],
  ['| id | prompt |\n', '\n'],
  [`INFO ${ROW}\nINFO `, `\nINFO ${ROW}\n`],
  [`On Monday he wrote:\n> ${ROW}\n> `, '\n'],
  ['<think>', `</think>${ROW}`],
  ['data: ', '\n\n'],
  ['- id: 1\n  prompt: ', '\n'],
];

/** Fields of a row; the text becomes one of them, properly quoted. */
const FIELDS = ['predicted_trajectory', 'reference_trajectory', 'prompt', 'id', 'latency', 'tool'];

/** Numbers in [0,1) that a seed decides; the same seed, the same numbers. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A text to read. */
export interface HostileText {
  /** What it is made of, to find it again by. */
  readonly name: string;
  readonly text: string;
}

/**
 * Makes one text.
 * @param seed decides which
 * @param length so many characters, within a tenth or so
 * @returns the text; one of twice the length is made of the same pieces
 */
export function hostileText(seed: number, length: number): HostileText {
  const random = randomFrom(seed * 7919 + 17);
  const below = (count: number): number => Math.floor(random() * count);
  const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const token = (): string => oneOf(oneOf(TOKENS));
  const tokens = (most: number): string => Array.from({ length: 1 + below(most) }, token).join('');

  const fill = (unit: string, size: number): string =>
    unit.repeat(Math.max(1, Math.floor(size / unit.length)));
  const numbered = (size: number, line: (at: number) => string): string => {
    const lines: string[] = [];
    for (let at = 0, sum = 0; sum < size; at++) {
      const next = line(at);
      lines.push(next);
      sum += next.length;
    }
    return lines.join('');
  };

  const MAKERS: readonly (() => readonly [string, (size: number) => string])[] = [
    // one piece again and again
    () => {
      const unit = token();
      return [`(${unit})*`, (size) => fill(unit, size)];
    },
    // several pieces again and again
    () => {
      const unit = tokens(4);
      return [`(${unit})*`, (size) => fill(unit, size)];
    },
    // as many of the one as of the other
    () => {
      const [open, close] = [tokens(2), tokens(2)];
      return [`(${open})*(${close})*`, (size) => fill(open, size / 2) + fill(close, size / 2)];
    },
    // lines
    () => {
      const unit = tokens(3);
      return [`(${unit} \\n)*`, (size) => fill(`${unit}\n`, size)];
    },
    // a line that goes further in each time, up to a width
    () => {
      const unit = tokens(2);
      return [
        `indented (${unit})`,
        (size) => numbered(size, (at) => `${' '.repeat(at % 200)}${unit}\n`),
      ];
    },
    // names made of names
    () => {
      const wide = 2 + below(3);
      const list = (name: string): string => `[${Array<string>(wide).fill(name).join(', ')}]`;
      return [
        `names in names (${String(wide)})`,
        (size) =>
          `a0 = [1]\n${numbered(size, (at) => `a${String(at + 1)} = ${list(`a${String(at)}`)}\n`)}`,
      ];
    },
    // keys and columns that are all different
    () => {
      const [before, after] = [
        oneOf(['"', 'k', '', "'"]),
        oneOf(['": 1, ', ',', ';', ': 1\n', '=1, ', '|']),
      ];
      return [
        `numbered (${before}n${after})`,
        (size) =>
          oneOf(['{', '', '[{']) + numbered(size, (at) => `${before}k${String(at)}${after}`),
      ];
    },
    // no order at all
    () => {
      const pool = Array.from({ length: 2 + below(5) }, token);
      return [`any of ${pool.join(' ')}`, (size) => numbered(size, () => oneOf(pool))];
    },
    // a long run, and something that does not belong there
    () => {
      const [unit, odd] = [token(), token()];
      return [`(${unit})*${odd}`, (size) => fill(unit, size) + odd];
    },
    // words apart by a long gap, again and again
    () => {
      const [unit, gap] = [token(), oneOf([' ', '\n', '\t', '\\n', ' \n'])];
      const wide = 10 ** (1 + below(4));
      return [
        `(${unit} gap of ${String(wide)})*`,
        (size) => fill(unit + fill(gap, Math.min(wide, size / 2)), size),
      ];
    },
  ];

  const [inner, make] = oneOf(MAKERS)();
  const isCell = random() < 0.2;
  if (isCell) {
    const field = oneOf(FIELDS);
    const cell = JSON.stringify(make(length));
    const rows = 1 + below(3);
    const text = `${ROW}\n`.repeat(rows) + `${ROW.slice(0, -1)},"${field}":${cell}}\n`;
    return { name: `cell ${field}: ${inner}`, text };
  }
  const [before, after] = oneOf(FRAMES);
  return {
    name: `${before.slice(0, 40)} … ${inner} … ${after.slice(0, 20)}`,
    text: before + make(length) + after,
  };
}
