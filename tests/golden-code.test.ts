import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CODE_TARGETS } from '../src/core/code-export/registry.ts';
import { TEMPLATES } from '../src/core/judging/templates/registry.ts';
import { DEFAULT_SETTINGS, METRICS } from '../src/core/metrics/registry.ts';
import type { MetricSettings } from '../src/core/metrics/settings.ts';
import { printMetricSet, readMetricSet } from '../src/core/metric-sets/metric-set.ts';

const FOLDER = new URL('./fixtures/code-export/', import.meta.url);

const ALL: MetricSettings = {
  metrics: METRICS.map(({ id }) => id),
  tools: ['search', 'say "hi"\nimport os'],
  duplicates: 'multiset',
  emptyTrajectories: 'score',
  useEffectiveOrder: true,
  useStemmer: true,
  useStrictStringMatch: true,
  matching: {
    rule: { mode: 'superset' },
    tools: [{ tool: 'book', rule: { mode: 'keys', keys: ['to'] } }],
    optionalCalls: false,
  },
  thresholds: { rouge_1: 0.5 },
  judges: [{ ...TEMPLATES[0]!, columns: {}, samples: 1, fence: 'abcdef12' }],
  custom: [{ name: 'word_count', code: '() => 1', scale: 'number', better: 'none', isOn: true }],
};

const SETS: Readonly<Record<string, MetricSettings>> = {
  usual: { ...DEFAULT_SETTINGS, tools: ['search'] },
  all: ALL,
};

describe.each(CODE_TARGETS)('$id', (target) => {
  it.each(Object.entries(SETS))('writes the %s metrics', async (name, settings) => {
    const path = `./fixtures/code-export/${target.id}-${name}.txt`;
    await expect(target.write(settings)).toMatchFileSnapshot(path);
  });

  it('leaves no metric out without naming it', () => {
    const text = target.write(ALL);
    for (const id of ALL.metrics.filter(
      (one) => !['latency_in_seconds', 'failure'].includes(one),
    )) {
      const isService = target.id === 'vertex' || /rouge|bleu|exact_match$|single_tool/.test(id);
      if (!isService) expect(text).toContain(id);
    }
  });

  it('keeps names of tools inside their quotes', () => {
    expect(target.write(ALL)).not.toMatch(/^import os/m);
  });
});

it('every target has its files, and every file a target', () => {
  const names = CODE_TARGETS.flatMap(({ id }) =>
    Object.keys(SETS).map((set) => `${id}-${set}.txt`),
  );
  expect(readdirSync(FOLDER).sort()).toEqual([...names, 'SOURCES.md'].sort());
  expect(readFileSync(new URL('SOURCES.md', FOLDER), 'utf8')).toContain('source');
});

describe('metric sets', () => {
  it.each(Object.entries(SETS))('come back as they were: %s', (name, settings) => {
    expect(readMetricSet(printMetricSet({ name, settings }))).toEqual({
      ...{ ok: true, problems: [] },
      set: { name, settings },
    });
  });

  it('leave out and name what is unknown, and keep the rest', () => {
    const text = JSON.stringify({
      ...{ kind: 'trajectory-playground/metric-set', version: 1, name: ' mine ' },
      settings: {
        metrics: ['failure', 'vibes', 'failure', 1],
        duplicates: 'thrice',
        matching: { rule: { mode: 'nearly' }, tools: [], optionalCalls: false },
        judges: [{ id: 'helpful' }],
        custom: [{ name: 'a b' }, ALL.custom![0], ALL.custom![0]],
      },
    });
    const reading = readMetricSet(text);
    if (!reading.ok) throw new Error(reading.reason);
    expect(reading.set).toEqual({
      name: 'mine',
      settings: {
        ...{ metrics: ['failure'], tools: [], duplicates: 'membership' },
        ...{ emptyTrajectories: 'skip', custom: ALL.custom },
      },
    });
    expect(reading.problems).toEqual([
      'A metric of the set has no name: left out.',
      'The metric “failure” is chosen twice: computed once.',
      'The metric “vibes” is not known here: left out.',
      expect.stringContaining('rule.mode'),
      'A judged metric cannot be read: left out.',
      'A metric with code cannot be read: left out.',
      '“word_count” is the name of two metrics: the second is left out.',
      '“duplicates” is none of membership, multiset.',
    ]);
  });

  it('say so when they name no metric', () => {
    const text = printMetricSet({ name: 'none', settings: { ...DEFAULT_SETTINGS, metrics: [] } });
    expect(readMetricSet(text)).toMatchObject({ problems: ['The set names no built-in metric.'] });
  });

  it.each([
    ['{', /not JSON/],
    ['[]', /no set of metrics/],
    ['{"kind":"trajectory-playground/metric-set","version":2}', /newer version/],
    ['{"kind":"trajectory-playground/metric-set","version":1}', /no settings/],
  ])('are refused with a reason: %s', (text, reason) => {
    const reading = readMetricSet(text);
    expect(reading.ok || reading.reason).toMatch(reason);
  });
});
