import { checkSync } from 'recheck';
import { expect, it } from 'vitest';
import { BUILT_REGEXES } from '../fixtures/regexes/built-regexes.ts';
import { listRegexes } from '../support/list-regexes.ts';

/** The most a single one may take; the slowest took 20 s on a busy machine. */
const WITHIN_MS = 120_000;

/**
 * Proves that time grows with the length of the text and no faster: `linear` by an automaton,
 * `searched` where look-arounds leave only a search for texts that take long, which found none.
 */
function verdictOn(regex: string): string {
  const end = regex.lastIndexOf('/');
  const [source, flags] = [regex.slice(1, end), regex.slice(end + 1)];
  const found = checkSync(source, flags, { timeout: WITHIN_MS });
  if (found.status === 'safe') return found.checker === 'automaton' ? 'linear' : 'searched';
  if (found.status === 'unknown') return `unknown: ${found.error.kind}`;
  const { checker, complexity, attack } = found;
  if (checker === 'fuzz' && !takesLong(new RegExp(source, flags), attack.string)) return 'searched';
  return `vulnerable ${JSON.stringify({ complexity, attack: attack.pattern })}`;
}

/** Whether a text that the search suspects takes this engine long, too: the search counts steps. */
function takesLong(regex: RegExp, text: string): boolean {
  const timeOf = (part: string): number => {
    const startMs = performance.now();
    part.replace(regex, '');
    return performance.now() - startMs;
  };
  const half = timeOf(text.slice(0, text.length / 2));
  const whole = timeOf(text);
  return whole > 100 && whole > 3 * half;
}

const { literals } = listRegexes();
const verdicts = new Map(literals.map((regex) => [regex, verdictOn(regex)]));

it('finds the regular expressions that take long', () => {
  expect(verdictOn('/(?=x?)\\s+$/')).toMatch(/^vulnerable/);
});

it('takes time linear in the text it is matched with', async () => {
  const vulnerable = [...verdicts].filter(([, verdict]) => !/^(?:linear|searched)$/.test(verdict));
  expect(vulnerable).toEqual([]);
  const lines = literals.map((regex) => `${regex}\n`);
  await expect(lines.join('')).toMatchFileSnapshot('../fixtures/regexes/checked.txt');
});

it.each(Object.values(BUILT_REGEXES).flat())('an example of one put together: %s', (example) => {
  expect(verdictOn(example)).toMatch(/^(?:linear|searched)$/);
});
