import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import { describe, expect, it } from 'vitest';
import { readReference } from '#core/match/patterns/reference-pattern.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { readTrajectory } from '#core/read/cells/read-trajectory.ts';

const ROOT = new URL('..', import.meta.url);
const SCHEMA = JSON.parse(
  readFileSync(new URL('docs/patterns.schema.json', ROOT), 'utf8'),
) as object;
const isValid = new Ajv().compile(SCHEMA);
const DOCUMENT = readFileSync(new URL('docs/patterns.md', ROOT), 'utf8');

/** Whether the playground can use a reference. */
function isRead(reference: JsonValue): boolean {
  const side = readTrajectory(reference);
  return side.state === 'calls' && readReference(side.calls)?.ok !== false;
}

/** The patterns of the tables, each in a step or in the place of one. */
function examples(): JsonValue[][] {
  const cells = [...DOCUMENT.matchAll(/^\| `(\{"\$\w+":.*?\})` +\|/gm)].map(
    ([, text]) => text ?? '',
  );
  return cells.map((text) => {
    const step = { tool_name: 'a', tool_input: {} };
    const json = text
      .replaceAll('[step, step]', JSON.stringify([step, step]))
      .replaceAll('[step]', JSON.stringify([step]));
    const value = JSON.parse(json) as JsonValue;
    return json === text ? [{ tool_name: 'a', tool_input: { x: value } }] : [value];
  });
}

describe('the schema of references with patterns', () => {
  it('takes every pattern of the document, as the playground does', () => {
    expect(examples()).toHaveLength(18);
    for (const reference of examples()) {
      expect(isValid(reference), JSON.stringify(reference)).toBe(true);
      expect(isRead(reference), JSON.stringify(reference)).toBe(true);
    }
    const blocks = [...DOCUMENT.matchAll(/(?<=```json\n)[^`]*/g)];
    expect(blocks).toHaveLength(2);
    for (const [text] of blocks) {
      expect(isValid(JSON.parse(text))).toBe(true);
      expect(isRead(JSON.parse(text) as JsonValue)).toBe(true);
    }
  });

  it.each<JsonValue>([
    { x: { $any: [] } },
    { x: { $any: 'a' } },
    { x: { $range: {} } },
    { x: { $near: { value: 1 } } },
    { x: { $type: 'str' } },
    { x: { $any: [1], y: 2 } },
    { x: [{ $nonEmpty: false }] },
    { x: { $text: { value: 'a', ignore: ['Case'] } } },
  ])('refuses %j, as the playground does', (tool_input) => {
    const reference = [{ tool_name: 'a', tool_input }];
    expect(isValid(reference)).toBe(false);
    expect(isRead(reference)).toBe(false);
  });
});
