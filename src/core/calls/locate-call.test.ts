import { describe, expect, it } from 'vitest';
import { isCallLike } from './locate-call.ts';

describe('isCallLike', () => {
  it.each([
    [{ name: 'f', input: { a: 1 } }],
    [{ id: 'c1', name: 'f', arguments: '{}', output: 'ok' }],
    [{ type: 'function', function: { name: 'f', arguments: '{}' } }],
  ])('takes %j', (value) => {
    expect(isCallLike(value)).toBe(true);
  });

  it.each([
    ['a row', { name: 'case 1', input: { q: 'hi' }, expected_output: 'yo' }],
    ['a trace of Langfuse', { id: 't', name: 'agent', input: { q: 'hi' }, observations: ['o'] }],
    ['a trace of Opik', { id: 't', name: 'agent', input: { q: 'hi' }, span_count: 3 }],
    ['a tool', { name: 'f', parameters: { type: 'object', properties: {} } }],
  ])('does not take %s', (_, value) => {
    expect(isCallLike(value)).toBe(false);
  });
});
