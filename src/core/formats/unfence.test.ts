import { describe, expect, it } from 'vitest';
import { headOf } from '../../../tests/support/read-text.ts';
import { mayBeFenced, unfence } from './unfence.ts';

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
});
