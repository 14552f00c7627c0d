import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { unitsBySize } from './units-by-size.ts';

const ROLES = { predicted_trajectory: 'run', transcript: 'said' };
const call = (more: JsonObject): JsonObject => ({ tool_name: 'a', tool_input: {}, ...more });
const row = (...calls: JsonObject[]): JsonObject => ({ run: calls });

describe('unitsBySize', () => {
  it.each([
    ['a duration without a unit', [row(call({ latency: 320 }))], ['latency in ms']],
    [
      'of each size once',
      [row(call({ took: 2 }), call({ took: 250 }), call({ took: 3 }))],
      ['took in s', 'took in ms'],
    ],
    ['a time since the run began', [row(call({ start: 4 }))], ['start in s']],
    ['as text', [{ run: JSON.stringify([call({ latency: 320 })]) }], ['latency in ms']],
    [
      'of what was said',
      [{ said: [{ role: 'agent', text: 'x', before: 0, duration: 4 }] }],
      ['duration in s'],
    ],
    ['none where the name says it', [row(call({ latency_ms: 320, start_ms: 5 }))], []],
    [
      'none for a date',
      [row(call({ timestamp: 1_700_000_000, ended_at: '2024-01-01T00:00:00Z' }))],
      [],
    ],
    ['none for a duration with its unit', [row(call({ latency: '320ms' }))], []],
    ['none in another column', [{ other: [call({ latency: 320 })] }], []],
    ['none where nothing can be read', [{ run: '[{' }, {}], []],
  ])('%s', (_, rows, units) => {
    expect(unitsBySize(rows, ROLES)).toEqual(units);
  });

  it('looks at the first rows alone', () => {
    const rows = Array.from({ length: 51 }, (_, at) => row(call(at === 50 ? { latency: 1 } : {})));
    expect(unitsBySize(rows, ROLES)).toEqual([]);
    expect(unitsBySize(rows.slice(1), ROLES)).toEqual(['latency in s']);
  });
});
