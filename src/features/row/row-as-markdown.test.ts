import { describe, expect, it } from 'vitest';
import { step } from '../../../tests/support/build.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { detailRow, type RowDetail } from '#core/explain/row/row-detail.ts';
import { rowAsMarkdown } from './row-as-markdown.ts';
import type { WordedScore } from './row-scores.ts';

const ROLES = { prompt: 'q', reference_trajectory: 'r', predicted_trajectory: 'p' };

function detail(reference: JsonValue, prediction: JsonValue, q = 'Warm it'): RowDetail {
  return detailRow({ q, r: reference, p: prediction }, ROLES);
}

const CHANGED = detail(
  [step('look'), step('set', { room: 'a', to: 21 }), step('end')],
  [step('look'), step('set', { room: 'a', to: '21' }), step('more')],
);

const word = (text: string, isCode = false) => ({ text, isCode });

describe('rowAsMarkdown', () => {
  const score: WordedScore = {
    ...{ id: 'x', title: 'Exact match', isCode: false, definition: '', score: '0' },
    verdict: undefined,
    isPassed: false,
    words: [word('Fails at '), word('set', true)],
    edit: [word('add '), word('end', true)],
  };

  it('tells prompt, scores with reasons, and the calls as a diff', () => {
    expect(rowAsMarkdown('row-1', CHANGED, [score], '')).toBe(
      [
        '### row-1',
        '',
        '> Warm it',
        '',
        '- Exact match **0**: Fails at `set`',
        '',
        '3 expected, 3 called: 1 equal, 1 changed, 1 missing, 1 extra. To pass: add `end`.',
        '',
        '```diff',
        '  look {}',
        '  set  # 1 equal argument',
        '-   to 21  # number',
        '+   to "21"  # string',
        '- end {}  # missing',
        '+ more {}  # extra',
        '```',
        '',
      ].join('\n'),
    );
  });

  it('tells of several edits the one for the metric that decides, else for the strictest, and for which it is', () => {
    const edit = [word('call t')];
    const lax: WordedScore = { ...score, id: 'y', title: 't', isCode: true, edit };
    const strict: WordedScore = { ...score, verdict: 'fail' };
    expect(rowAsMarkdown('row-1', CHANGED, [strict, lax], '')).toContain(
      '1 extra. To pass exact match: add `end`.\n',
    );
    expect(rowAsMarkdown('r', CHANGED, [strict, lax], 'y')).toContain('To pass `t`: call t.');
    expect(rowAsMarkdown('row-1', CHANGED, [lax], '')).toContain('1 extra. To pass: call t.\n');
  });

  it('says where a moved call went, on both places, and calls nothing missing beside an unknown side', () => {
    const moved = detail([step('a'), step('b'), step('c')], [step('c'), step('a'), step('b')]);
    const text = rowAsMarkdown('row-1', moved, [], '');
    expect(text).toContain('+ c {}  # moved, expected at position 3\n');
    expect(text).toContain('- c {}  # moved, called at position 1\n');
    const alone = detailRow({ p: [step('a')] }, ROLES);
    expect(rowAsMarkdown('row-1', alone, [], '')).toContain('+ a {}  # called\n');
  });

  it('lets nothing of the data out of its place', () => {
    const hostile = detail([step('a', { x: '```\n# out' })], [], '<img> [x](y)');
    const text = rowAsMarkdown('# <b>', hostile, [], '');
    expect(text).toContain('### &#35; &#60;b&#62;');
    expect(text).toContain('> &#60;img&#62; &#91;x&#93;(y)');
    expect(text).toContain('````diff\n');
    expect(text.split('\n').filter((line) => line.startsWith('````'))).toHaveLength(2);
  });

  it('says how much is not written', () => {
    const many = Array.from({ length: 300 }, (_, index) => step(`t${String(index)}`));
    expect(rowAsMarkdown('r', detail(many, many), [], '')).toContain('100 more lines left out.');
  });
});
