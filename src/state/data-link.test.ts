import { describe, expect, it } from 'vitest';
import { linkToData, readDataLink } from './data-link.ts';

const addressOf = (fragment: string): string | undefined => {
  const link = readDataLink(fragment);
  return link && 'url' in link ? link.url.href : undefined;
};

describe('readDataLink', () => {
  it.each([
    ['#data=https://example.org/a%20b.jsonl?x=1', 'https://example.org/a%20b.jsonl?x=1'],
    ['#data=https%3A%2F%2Fexample.org%2Frows.csv', 'https://example.org/rows.csv'],
    ['#data=http://127.0.0.1:8080/rows.jsonl', 'http://127.0.0.1:8080/rows.jsonl'],
    [
      '#data=https://github.com/o/r/blob/main/data/rows%20a.jsonl?plain=1#L3',
      'https://raw.githubusercontent.com/o/r/main/data/rows%20a.jsonl',
    ],
    ['#data=https://github.com/o/r/tree/main/data', 'https://github.com/o/r/tree/main/data'],
    ['#data=https://gist.github.com/o/0a1b', 'https://gist.githubusercontent.com/o/0a1b/raw'],
    [
      '#data=https://github.com.evil.org/o/r/blob/main/a',
      'https://github.com.evil.org/o/r/blob/main/a',
    ],
  ])('%s', (fragment, address) => {
    expect(addressOf(fragment)).toBe(address);
  });

  it.each([
    ['#data=', 'no address'],
    ['#data=rows.jsonl', 'no address'],
    ['#data=%E0%A4%A', 'no address'],
    ['#data=http://example.org/rows.jsonl', 'https only'],
    ['#data=file:///etc/passwd', 'https only'],
    ['#data=javascript:alert(1)', 'https only'],
    ['#data=https://me:secret@example.org/rows.jsonl', 'password'],
  ])('refuses %s', (fragment, why) => {
    expect(readDataLink(fragment)).toMatchObject({ problem: expect.stringContaining(why) });
  });

  it('reads the links that are written', () => {
    const address = 'https://example.org/a%20b%25.jsonl?x=1&y=%23#part';
    expect(addressOf(linkToData(address))).toBe(address);
  });

  it('passes over other links', () => {
    expect(readDataLink('#/runs?data=1')).toBeUndefined();
    expect(readDataLink('')).toBeUndefined();
  });
});
