import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { namedLines } from '#core/judge/render-prompt.ts';
import {
  loadJudgeMetric,
  loadJudgeSettings,
  loadKey,
  metricOfTemplate,
  randomLetters,
  readNamedLines,
  writeNamedLines,
  saveJudgeMetric,
  saveJudgeSettings,
  saveKey,
} from './judge-settings.ts';

const SETTINGS = 'trajectory-playground:judge';
const METRIC = 'trajectory-playground:judge-metric';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

describe('the settings of a judge', () => {
  it('are the usual ones at first, and are found again', () => {
    const usual = loadJudgeSettings();
    expect(usual).toMatchObject({ provider: 'gemini', concurrency: 4, maxCalls: 2000 });
    saveJudgeSettings({ ...usual, provider: 'openai', maxCost: 5, concurrency: 2 });
    expect(loadJudgeSettings()).toEqual({
      ...usual,
      ...{ provider: 'openai', maxCost: 5, concurrency: 2 },
    });
  });

  it('of another kind are passed over one by one', () => {
    const usual = loadJudgeSettings();
    const stored = {
      ...{ concurrency: '8', model: 7, maxCost: -1, maxTokens: 'all', perMinute: 30, key: 'x' },
    };
    localStorage.setItem(SETTINGS, JSON.stringify(stored));
    expect(loadJudgeSettings()).toEqual({ ...usual, perMinute: 30 });
    for (const text of ['null', '3', '{', '[]']) {
      localStorage.setItem(SETTINGS, text);
      expect(loadJudgeSettings()).toEqual(usual);
    }
  });

  it('last as long as the page where nothing can be kept', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('', 'SecurityError');
    });
    expect(() => saveJudgeSettings({ ...loadJudgeSettings(), concurrency: 1 })).not.toThrow();
    expect(loadJudgeSettings().concurrency).toBe(4);
    expect(loadKey('https://host')).toBe('');
  });
});

describe('the metric', () => {
  it('is kept, with the letters that mark its data', () => {
    const metric = metricOfTemplate('fluency');
    saveJudgeMetric(metric);
    expect(loadJudgeMetric()).toEqual(metric);
  });

  it('is made of the first template where what is kept is none', () => {
    const first = loadJudgeMetric();
    localStorage.setItem(METRIC, '{"id":"x"}');
    expect(loadJudgeMetric().id).toBe(first.id);
  });

  it('of an unknown template is the first of its kind', () => {
    expect(metricOfTemplate('none').baseline).toBeUndefined();
    expect(metricOfTemplate('pairwise_none').id).toMatch(/^pairwise_/);
  });

  it('has letters that nobody can guess', () => {
    const letters = Array.from({ length: 20 }, () => randomLetters());
    expect(new Set(letters).size).toBe(20);
    for (const each of letters) expect(each).toMatch(/^[0-9a-f]{16}$/);
  });
});

it('named texts are read from lines, and are the same lines again', () => {
  const text = 'Right: It is right: all of it.\nAs https://host says.\n\nKind: It is.';
  expect(readNamedLines(`${text}\n`)).toEqual([
    { name: 'Right', text: 'It is right: all of it.\nAs https://host says.\n' },
    { name: 'Kind', text: 'It is.' },
  ]);
  expect(namedLines(readNamedLines(text))).toBe(text);
  expect(readNamedLines('Nameless')).toEqual([{ name: 'Nameless', text: '' }]);
  expect(readNamedLines(' \n')).toEqual([]);
});

it('named texts of several lines are the same after they were written and read', () => {
  const name = fc.stringMatching(/^[^\s:][^\s:]{0,8}$/);
  const text = fc
    .array(fc.string({ unit: 'grapheme', maxLength: 12 }))
    .map((all) => all.join('\n'));
  fc.assert(
    fc.property(fc.array(fc.record({ name, text }), { maxLength: 4 }), (list) => {
      expect(readNamedLines(writeNamedLines(list))).toEqual(list);
    }),
    {
      examples: [
        [[{ name: 'Kind', text: '\u2028\r' }]],
        [[{ name: 'Kind', text: 'It thanks:\n  - In words: yes.\n\n- At the end: yes.\n' }]],
      ],
    },
  );
});

it('a key is kept for its address alone, in this tab alone, and forgotten', () => {
  saveKey({ baseUrl: 'https://one', key: 'canary' });
  expect(loadKey('https://one')).toBe('canary');
  expect(loadKey('https://two')).toBe('');
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('canary');
  saveKey(null);
  expect(loadKey('https://one')).toBe('');
  expect(sessionStorage).toHaveLength(0);
});
