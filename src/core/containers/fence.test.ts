import { describe, expect, it } from 'vitest';
import { takeFenced } from './fence.ts';

const all = (): boolean => true;

describe('takeFenced', () => {
  it('takes a block, at its line, and counts the lines around it', () => {
    expect(takeFenced('Here:\n\n```json\n[1]\n```\nBye.\n', all)).toEqual({
      text: '\n\n\n[1]\n',
      line: 4,
      ignoredLines: 2,
    });
  });

  it('takes several blocks, each at its line, and leaves out what is no data', () => {
    const text = '```bash\nrun\n```\nFirst:\n~~~\na\n~~~\nand\n````json\n```\nb\n````\n';
    expect(takeFenced(text, (block) => block !== 'run\n')).toEqual({
      text: '\n\n\n\n\na\n\n\n\n```\nb\n',
      line: 6,
      ignoredLines: 3,
    });
  });

  it('runs to the end where a fence is not closed, and closes a fence before a line end of Windows', () => {
    expect(takeFenced('x\n```\n{"a":1}\n', all)?.text).toBe('\n\n{"a":1}\n');
    expect(takeFenced('```\r\n1\r\n```\r\nx\r\n', all)).toEqual({
      text: '\n1\r\n',
      line: 2,
      ignoredLines: 1,
    });
  });

  it('finds nothing without a block that is wanted', () => {
    expect(takeFenced('no ``` fence', all)).toBeUndefined();
    expect(takeFenced('```\nx\n```', () => false)).toBeUndefined();
    expect(takeFenced('', all)).toBeUndefined();
  });
});
