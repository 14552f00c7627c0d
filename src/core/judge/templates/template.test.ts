import { describe, expect, it } from 'vitest';
import type { JudgeMetric } from '#core/score/metric/judge-metric.ts';
import { PAIR_TEMPLATES, TEMPLATES } from './registry.ts';
import { printTemplates, readTemplates } from './template.ts';

const ALL: JudgeMetric[] = [...TEMPLATES, ...PAIR_TEMPLATES].map((template) => ({
  ...template,
  columns: { prompt: 'question' },
  samples: 3,
  combine: 'majority',
  fence: 'abc123',
}));

describe('a file of templates', () => {
  it('is read back as it was written', () => {
    expect(readTemplates(printTemplates(ALL))).toEqual({ templates: ALL, problems: [] });
  });

  it('says what it cannot use and keeps the rest', () => {
    const text = printTemplates(ALL.slice(0, 2)).replace('"samples": 3', '"samples": 0');
    const { templates, problems } = readTemplates(text);
    expect(templates).toHaveLength(1);
    expect(problems).toEqual(['Template 1 is incomplete or not valid.']);
    for (const [other, message] of [
      ['{', /not valid JSON/],
      ['[]', /no judge templates/],
      ['{"kind":"trajectory-playground/judge-templates"}', /no judge templates/],
      [printTemplates([]).replace('"version": 1', '"version": 2'), /newer version/],
    ] as const) {
      expect(readTemplates(other).problems.join()).toMatch(message);
    }
  });
});
