import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AgentError } from './agent-error.ts';
import { faultsOfBody, fillAddress, fillJson, placeholdersOf } from './fill-template.ts';

const ofPrompt = (value: string) => (name: string) => (name === 'prompt' ? value : undefined);

describe('a body', () => {
  it('holds any text whole, within quotes and outside them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        fc.pre(text.trim() !== '');
        const body = fillJson('{"in": "a {prompt} \\" b", "bare": {prompt}}', ofPrompt(text));
        expect(JSON.parse(body)).toEqual({ in: `a ${text} " b`, bare: text });
      }),
    );
  });

  it('takes lists and numbers as JSON, and as its text within quotes', () => {
    const cells = (name: string) => (name === 'tags' ? ['a', 1] : undefined);
    expect(fillJson('{"t": {tags}, "s": "{tags}"}', cells)).toBe(
      '{"t": ["a",1], "s": "[\\"a\\",1]"}',
    );
  });

  it('leaves JSON’s own braces alone and knows names with spaces', () => {
    expect(placeholdersOf('{"a": {}, "b": {"c": "{my column}"}, "d": {prompt}}')).toEqual([
      'my column',
      'prompt',
    ]);
  });

  it('is not sent for a row without the value', () => {
    expect(() => fillJson('{"in": "{prompt}"}', ofPrompt(' '))).toThrow(AgentError);
  });

  it('is found fault with', () => {
    expect(faultsOfBody('{"in": "{prompt}"}', ['prompt'])).toEqual([]);
    expect(faultsOfBody('', ['prompt'])).toEqual([]);
    expect(faultsOfBody('{"in": "{promt}"}', ['prompt'])[0]).toContain('{promt}');
    expect(faultsOfBody('{"in": {prompt}', ['prompt'])[0]).toContain('not JSON');
    expect(faultsOfBody('{prompt}', ['prompt'])[0]).toContain('neither');
  });
});

it('an address holds any text percent-encoded', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      fc.pre(text.trim() !== '');
      const url = new URL(fillAddress('https://a.example/{prompt}/x?q={prompt}', ofPrompt(text)));
      expect(url.searchParams.get('q')).toBe(text);
      expect(url.host).toBe('a.example');
    }),
  );
  expect(fillAddress('https://a.example/{prompt}', ofPrompt('\ud800'))).toContain('%EF%BF%BD');
});
