import { parseJson, printJson } from '#core/base/json/parse-json.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';

/** Rewrites the scalars of a JSON text, each with its key; '' for none. */
export interface TokenRewriting {
  readonly text: (value: string, key: string) => string;
  readonly key: (key: string) => string;
  readonly number: (value: number | bigint, key: string) => JsonValue;
}

const NUMBER = /-?\d[\d.eE+-]*/y;

/** Rewrites texts, keys and numbers of strict JSON in place; everything else is kept. */
export function rewriteTokens(
  text: string,
  { text: rewrite, key: rename, number }: TokenRewriting,
): string {
  const out: string[] = [];
  /** By depth: the key of the next value. */
  const keys = [''];
  let end = 0;
  const put = (from: number, to: number, token: string): void => {
    out.push(text.slice(end, from), token);
    end = to;
  };
  for (let at = 0; at < text.length;) {
    const char = text.charAt(at);
    if (char === '"') {
      const to = endOfText(text, at);
      const value = JSON.parse(text.slice(at, to)) as string;
      const isKey = isColonAt(text, to);
      if (isKey) keys[keys.length - 1] = value;
      const rewritten = isKey ? rename(value) : rewrite(value, keys.at(-1) ?? '');
      if (rewritten !== value) put(at, to, JSON.stringify(rewritten));
      at = to;
    } else if (char === '-' || (char >= '0' && char <= '9')) {
      NUMBER.lastIndex = at;
      const token = NUMBER.exec(text)?.[0] ?? char;
      const value = parseJson(token) as number | bigint;
      const rewritten = number(value, keys.at(-1) ?? '');
      if (rewritten !== value) put(at, at + token.length, printJson(rewritten));
      at += token.length;
    } else {
      if (char === '{') keys.push('');
      else if (char === '[') keys.push(keys.at(-1) ?? '');
      else if (char === '}' || char === ']') keys.pop();
      at++;
    }
  }
  out.push(text.slice(end));
  return out.join('');
}

function endOfText(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
  return at + 1;
}

function isColonAt(text: string, from: number): boolean {
  let at = from;
  while (/\s/.test(text.charAt(at))) at++;
  return text.charAt(at) === ':';
}
