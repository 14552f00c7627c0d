import { expect, it } from 'vitest';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { EXACT } from './support/build.ts';
import { scoreText } from './support/score-text.ts';

const call = (tool_name: string, tool_input: JsonObject): JsonObject => ({ tool_name, tool_input });
const CALLED = [call('open_valve', { turns: 3, beds: ['a', 'b'] })];
const OTHER = [call('open_valve', { turns: 4, beds: ['a'] })];

it.each(['a', 'id', 'predicted_trajectory'])(
  'a table of pandas with its schema is called one, and all of it is used: %s',
  async (index) => {
    const row = { predicted_trajectory: CALLED, reference_trajectory: OTHER };
    const text = JSON.stringify({
      schema: { fields: [{ name: 'index' }], primaryKey: ['index'], pandas_version: '1.4.0' },
      data: [{ index: 0, ...row, [index]: CALLED }],
    });
    const file = await scoreText(text);
    expect(file.score(EXACT)).toEqual([0]);
    expect(file.notes).toEqual([{ code: 'file_converted', from: 'pandas_table' }]);
    expect(file.formatId).toBe('json-values');
  },
);
