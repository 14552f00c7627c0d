import { afterEach, describe, expect, it, vi } from 'vitest';
import { headOf } from '../../../../tests/support/read-text.ts';
import { frameworks } from './frameworks/frameworks.ts';
import { recogniseFormat } from './registry.ts';
import { findMarks, mayBeWrapped, unwrap, mayBeFenced, unfence } from './unwrap.ts';

afterEach(() => vi.restoreAllMocks());

function marksOf(text: string): ReturnType<typeof findMarks> {
  const head = headOf(text);
  return findMarks(head, recogniseFormat(head));
}

const ROW = '{"id": "1", "prompt": "a", "predicted_trajectory": []}';

it.each([
  ['a log', `INFO ${ROW}\nINFO ${ROW}\n`, true],
  ['a log with times in brackets', `[10:00] ${ROW}\n`, true],
  ['a mail', `On Monday, he wrote:\n> ${ROW}\n`, false],
  ['JSON text without its quotes', String.raw`[{\"id\": 1}]`, true],
  ['rows', `${ROW}\n`, false],
  ['rows after a line of words', `Here:\n${ROW}\n`, false],
  ['a table of runs', 'id,prompt,x\n1,a,"{\'a\': 1}"\n', false],
  ['YAML', 'id: 1\nrow: {"id": 1, "prompt": "a"}\n', false],
])('mayBeWrapped %s: %#', (_, text, expected) => {
  const head = headOf(text);
  expect(mayBeWrapped(head, recogniseFormat(head))).toBe(expected);
});

const LISTED = `[\n  ${ROW},\n  {"id": "2",\n   "prompt": "b"}\n]`;
const TABLE = 'id,prompt,predicted_trajectory\n1,a,[]\n2,b,[]';
const ASKED = '  {"role": "user", "content": "a"}';
const CHATS = `[\n {"messages": [\n${ASKED},\n${ASKED}\n ]}\n]`;

/** Puts something before each line. */
function mark(text: string, before: (line: number) => string): string {
  const lines = text.split('\n');
  return lines.map((line, at) => before(at + 1) + line).join('\n');
}

describe('what is before the lines of a text, so that it cannot be read', () => {
  const bodies = [`${ROW}\n${ROW}`, LISTED, CHATS, TABLE];

  it.each([
    ['as `cat -n` has them', (line: number) => `${String(line).padStart(6)}\t`],
    ['with an arrow', (line: number) => `${String(line + 40)}→`],
    ['with a colon', (line: number) => `${String(line)}: `],
    ['with a bar', (line: number) => `${String(line)} | `],
  ])('is found as numbers %s, among words, too', (_, before) => {
    for (const body of bodies) {
      const listing = mark(body, before);
      expect(marksOf(listing), body).toEqual({ mark: 'numbers', line: 1 });
      expect(marksOf(`Here:\n\n${listing}\n\nDone.\n`)).toEqual({ mark: 'numbers', line: 3 });
    }
  });

  it.each(['>', '> ', '> > ', '>>> '])('is found as quotation marks: %s', (before) => {
    const words = 'Some words.\n'.repeat(60);
    for (const body of bodies) {
      const mail = mark(body, () => before);
      expect(marksOf(mail.replaceAll('\n', '\r\n')), body).toEqual({ mark: 'quotes', line: 1 });
      expect(marksOf(words + mail), body).toEqual({ mark: 'quotes', line: 61 });
    }
  });

  it.each([
    ['hours of a log', `10:00 ${ROW}\n11:00 ${ROW}`],
    ['the prompt of a console', `>>> rows\n[${ROW}]\n>>> `],
    ['rows below a numbered list', `1. Do\n2. Do not\n${ROW}`],
    ['numbers that do not count on', `2| ${ROW}\n2| ${ROW}`],
    ['ids of a table', 'id\tprompt\tpredicted_trajectory\n1\ta\t[]\n2\tb\t[]'],
    ['a printed column', "0    [{'tool_name': 'a'}]\n1    []\nName: trajectory, dtype: object"],
    ['words', '1. Do\n2. Do not\n> Why?'],
  ])('is not found in %s', (_, text) => {
    expect(marksOf(text)).toBeUndefined();
  });
});

describe('backslashes that escape the quotes and delimiters of a table', () => {
  it.each([
    ['before quotes', 'a,b', String.raw`1,"say \"x, y\""`],
    ['below the name of the delimiter', 'sep=;\na;b', String.raw`1;"say \"x; y\""`],
    ['in the only column', 'messages', String.raw`"[{\"role\": \"user\", \"content\": \"a\"}]"`],
    ['before delimiters', 'a,b', String.raw`1\,5,x\\y`],
    ['before line ends', 'a,b', '1,x\\,y\\\nz'],
  ])('are found %s', (_, header, record) => {
    const line = header.split('\n').length + 1;
    expect(marksOf(`${header}\n${record}\n`)).toEqual({ mark: 'backslashes', line });
  });

  it.each([
    ['JSON in cells', `a,b\n1,${String.raw`"{""x"": ""say \""y\""""}"`}\n`],
    ['JSON in a log', `INFO {"id":"1","args":"${String.raw`{\"a\":1,\"b\":2}`}"}\n`.repeat(3)],
  ])('are not found in %s', (_, text) => {
    expect(marksOf(text)).toBeUndefined();
  });
});

describe('unwrap', () => {
  it('keeps the lines of rows', () => {
    expect(unwrap(`@@ -0,0 +3 @@\n+Here:\n+${ROW}\n+\nBye\n`)).toEqual({
      text: `\n\n${ROW}`,
      line: 3,
      ignoredLines: 4,
      from: 'other_text',
    });
    expect(unwrap(`>>> rows\n[${ROW}]\n>>> `)).toMatchObject({ text: `\n[${ROW}]`, line: 2 });
  });

  it('reads JSON text that lost its quotes', () => {
    expect(unwrap(String.raw`[\n  {\"id\": \"a\\nb\"}\n]`)).toEqual({
      text: String.raw`[   {"id": "a\nb"} ]`,
      line: 1,
      ignoredLines: 0,
      from: 'double_encoded',
    });
  });

  it('takes no other objects for rows, and no cells of a table', () => {
    expect(unwrap('config = use({"retries": 3});\n')).toBeUndefined();
    expect(unwrap(`a,b\n1,2\n3,4\n5,6\nx,y ${ROW}\n`)).toBeUndefined();
  });
});

const ROWS = '[{"prompt":"a"},{"prompt":"b"}]';

it.each([
  ['words and a block', `Here:\n\`\`\`json\n${ROWS}\n\`\`\`\n`, true],
  ['a block with words that have commas', 'Well, there\n  ~~~\na,b\n~~~\n', true],
  ['a value', '["\n```\n"]', false],
  ['a row', '{"a":"```"}\n', false],
  ['a table with code in its cells', 'id,response\n1,"see\n```json\n{""a"": 1}\n```\n"\n', false],
  ['words only', 'some ``` words', false],
])('mayBeFenced %s: %#', (_, text, expected) => {
  expect(mayBeFenced(headOf(text))).toBe(expected);
});

describe('unfence', () => {
  it('takes blocks that hold rows, in any format, and no others', () => {
    const text = `\`\`\`bash\npip install it\n\`\`\`\n\`\`\`csv\nprompt,response\na,b\n\`\`\`\n`;
    expect(unfence(text)).toEqual({
      text: '\n\n\n\nprompt,response\na,b\n',
      line: 5,
      ignoredLines: 1,
    });
    expect(unfence('```\nls -la\n```')).toBeUndefined();
  });

  it('asks a framework about no block that begins like rows', () => {
    const recognise = vi.spyOn(frameworks, 'recognise');
    const broken = '[{"messages":[{"role":"user","content":"a"},{"role":';
    const blocks = Array.from({ length: 50 }, () => `\`\`\`\n${broken}\n\`\`\`\n`).join('and\n');
    expect(
      unfence(blocks)
        ?.text.split('\n')
        .filter((line) => line === broken),
    ).toHaveLength(50);
    expect(recognise).not.toHaveBeenCalled();
  });

  it('behind a thousand blocks of no format finds rows and formats met before', () => {
    const recognise = vi.spyOn(frameworks, 'recognise');
    const fence = (block: string): string => `\`\`\`\n${block}\n\`\`\`\n`;
    const met = 'prompt,response\na,b';
    const commands = Array.from({ length: 3000 }, () => fence('ls -la'));
    const found = unfence([fence(met), ...commands, fence(ROWS), fence(met)].join(''));
    expect(found?.text.trim().split(/\n+/)).toEqual([...met.split('\n'), ROWS, ...met.split('\n')]);
    expect(recognise.mock.calls.length).toBeLessThanOrEqual(1001);
  });
});
