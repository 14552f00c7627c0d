import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { FORMATS, recogniseFormat } from '#core/read/formats/registry.ts';
import { headOf, readText, type ReadText } from './support/read-text.ts';

/** A text, its lines listed, and what the reader of a format makes of it. */
interface Case extends Partial<Omit<ReadText, 'rows'>> {
  readonly name: string;
  readonly text: readonly string[];
  /** As what it is recognised, where that is another format; empty for none. */
  readonly recognised?: string;
  readonly rows?: readonly JsonObject[];
}

const FOLDER = new URL('./fixtures/reading/', import.meta.url);

const readFixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'));

const GOLDEN = FORMATS.filter(({ id }) => readdirSync(FOLDER).includes(`${id}.json`));

describe.each(GOLDEN)('$id', (format) => {
  it.each(readFixture(`${format.id}.json`) as readonly Case[])('$name', (given) => {
    const { name: _, text, recognised = format.id, ...expected } = given;
    const whole = text.join('\n');
    expect(recogniseFormat(headOf(whole))?.id ?? '').toBe(recognised);
    const nothing: ReadText = { rows: [], lines: [], skips: [], skipped: [], notes: [], fails: [] };
    const pieces = format.kind === 'text' ? (whole.match(/[^]{1,7}/g) ?? []) : whole;
    for (const found of [readText(format, whole), readText(format, pieces)]) {
      expect(found).toEqual({ ...nothing, ...expected });
      // with the columns in their order
      expect(found.rows.map((row) => printJson(row))).toEqual(
        (expected.rows ?? []).map((row) => printJson(row)),
      );
    }
  });
});

/** Texts with the formats that would take them; they are read as the first. */
const RECOGNITION = Object.entries(readFixture('recognition.json') as Record<string, string>);

it.each(RECOGNITION)('%j is recognised as %s', (text, takers) => {
  const head = headOf(text);
  expect(FORMATS.flatMap((format) => (format.recognise(head) ? format.id : [])).join(' ')).toBe(
    takers,
  );
  expect(recogniseFormat(head)?.id ?? '').toBe(takers.split(' ')[0]);
});
