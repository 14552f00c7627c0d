import { afterEach, describe, expect, it, vi } from 'vitest';
import { headOf } from '../../../../tests/support/read-text.ts';
import { frameworks } from './frameworks/frameworks.ts';
import { recogniseFormat } from './registry.ts';
import { mayBeWrapped, unwrap, mayBeFenced, unfence } from './unwrap.ts';

afterEach(() => vi.restoreAllMocks());

const ROW = '{"id": "1", "prompt": "a", "predicted_trajectory": []}';

describe('mayBeWrapped', () => {
  it.each([
    ['a log', `INFO ${ROW}\nINFO ${ROW}\n`, true],
    ['a log with times in brackets', `[10:00] ${ROW}\n`, true],
    ['a mail', `On Monday, he wrote:\n> ${ROW}\n`, true],
    ['JSON text without its quotes', String.raw`[{\"id\": 1}]`, true],
    ['rows', `${ROW}\n`, false],
    ['rows after a line of words', `Here:\n${ROW}\n`, false],
    ['a table of runs', 'id,prompt,x\n1,a,"{\'a\': 1}"\n', false],
    ['YAML', 'id: 1\nrow: {"id": 1, "prompt": "a"}\n', false],
  ])('%s: %#', (_, text, expected) => {
    const head = headOf(text);
    expect(mayBeWrapped(head, recogniseFormat(head))).toBe(expected);
  });
});

describe('unwrap', () => {
  it('keeps the lines of rows', () => {
    expect(unwrap(`> Here:\n> \n> ${ROW}\n\nBye\n`)).toEqual({
      text: `\n\n${ROW}\n\n\n`,
      line: 3,
      ignoredLines: 2,
      from: 'other_text',
    });
    expect(unwrap(`>>> rows\n[${ROW}]\n>>> `)).toMatchObject({ text: `\n[${ROW}]\n\n`, line: 2 });
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

describe('mayBeFenced', () => {
  it.each([
    ['words and a block', `Here:\n\`\`\`json\n${ROWS}\n\`\`\`\n`, true],
    ['a block with words that have commas', 'Well, there\n  ~~~\na,b\n~~~\n', true],
    ['a value', '["\n```\n"]', false],
    ['a row', '{"a":"```"}\n', false],
    ['a table with code in its cells', 'id,response\n1,"see\n```json\n{""a"": 1}\n```\n"\n', false],
    ['words only', 'some ``` words', false],
  ])('%s: %#', (_, text, expected) => {
    expect(mayBeFenced(headOf(text))).toBe(expected);
  });
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
