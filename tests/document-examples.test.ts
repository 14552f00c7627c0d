import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { columnsOf, DEFAULT_SETTINGS, findMetric, METRICS } from '#core/score/metrics/registry.ts';
import { rowOf } from './support/build.ts';
import { runInTest } from './support/test-terminal.ts';

const DOCS = fileURLToPath(new URL('../docs/', import.meta.url));
const PAGES = readdirSync(DOCS).filter((name) => name.endsWith('.md'));
const EXAMPLES = readdirSync(`${DOCS}examples`);

const read = (name: string): string => readFileSync(DOCS + name, 'utf8');

/** The blocks of code of a page in a language. */
function blocksOf(page: string, language: string): string[] {
  const pattern = new RegExp(`^\`\`\`${language}\\n([^]*?)\\n\`\`\`$`, 'gm');
  return [...read(page).matchAll(pattern)].map(([, code]) => code!);
}

/** The words of a line as a shell would part them. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);

/** Commands with what they are shown to print; undefined where nothing is shown. */
const COMMANDS = PAGES.flatMap((page) => [
  ...blocksOf(page, 'text').flatMap((block) => {
    const [, line, shown] = /^\$ trajectory-playground (.*)\n([^]*)/.exec(block) ?? [];
    return line === undefined ? [] : [{ page, line, shown }];
  }),
  ...blocksOf(page, 'sh')
    .flatMap((block) => block.split('\n'))
    .flatMap((text) => {
      const [, line] = /^trajectory-playground (.*)/.exec(text) ?? [];
      return line === undefined ? [] : [{ page, line, shown: undefined }];
    }),
]);

/** What a document shows, in which a line of `…` stands for any lines. */
function asPattern(shown: string): RegExp {
  const lines = shown
    .split('\n')
    .map((line) => (line === '…' ? '(?:.*\n)*?' : `${escape(line)}\n`));
  return new RegExp(`^${lines.join('')}$`);
}

const escape = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

describe('the commands of the pages', () => {
  const before = process.cwd();
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'examples-'));
    cpSync(`${DOCS}examples`, folder, { recursive: true });
    process.chdir(folder);
  });
  afterAll(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });

  it.each(COMMANDS)('$page: $line', async ({ line, shown }) => {
    const { exitCode, out, told } = await runInTest(wordsOf(line));
    if (shown === undefined) return expect([exitCode, told]).toEqual([0, told]);
    const printed = (out || told).replace(/ +$/gm, '').trimEnd();
    expect(`${printed}\n`).toMatch(asPattern(shown));
  });

  it('are many, and every file of examples is in one', () => {
    expect(COMMANDS.length).toBeGreaterThan(12);
    const named = new Set(COMMANDS.flatMap(({ line }) => wordsOf(line)));
    const unused = EXAMPLES.filter((name) => !named.has(name));
    expect(unused).toEqual(['trip.jsonl']); // scored below
  });

  it.each(PAGES)('%s links its examples, and has the words of none that is not there', (page) => {
    const linked = [...read(page).matchAll(/\]\(examples\/([^)]+)\)/g)].map(([, name]) => name!);
    for (const name of linked) expect(EXAMPLES).toContain(name);
    const commands = COMMANDS.filter((command) => command.page === page);
    const files = commands.flatMap(({ line }) =>
      wordsOf(line).filter((word) => EXAMPLES.includes(word)),
    );
    const [first] = files;
    if (first !== undefined) expect(linked).toContain(first);
  });
});

it('README shows of a command what its page shows', () => {
  const [, line] = /^> (.+)$/m.exec(read('../README.md'))!;
  expect(read('command.md')).toContain(line);
});

/** All values within a value, itself first. */
function* valuesIn(value: JsonValue): Generator<JsonValue> {
  yield value;
  if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) yield* valuesIn(part as JsonValue);
}

it.each(['failures.md', 'gate.md', 'matching.md', 'patterns.md', 'reading.md'])(
  'what %s shows to paste is in the file named last before it',
  (page) => {
    const [before, shown] = read(page).split(/```json\n|\n```\n/);
    const name = [...before!.matchAll(/\]\(examples\/([^)]+)\)/g)].at(-1)![1]!;
    const text = read(`examples/${name}`);
    const values = (name.endsWith('.jsonl') ? text.trim().split('\n') : [text]).map(
      (json) => JSON.parse(json) as JsonValue,
    );
    const parts = values
      .flatMap((value) => [...valuesIn(value)])
      .map((part) => JSON.stringify(part));
    expect(parts).toContain(JSON.stringify(JSON.parse(shown!)));
  },
);

describe('the tables of metrics', () => {
  const LINES = read('metrics.md').matchAll(/^\| `(\w+)` +\| [^|]+ \| ([^|]+?) +\|$/gm);
  const TABLE = [...LINES].map(([, id, here]) => [id!, here!] as const);
  const { expected, called, ...others } = JSON.parse(read('examples/trip.jsonl')) as JsonObject;
  const trip = {
    ...others,
    predicted_trajectory: called!,
    reference_trajectory: expected!,
  };
  const call = (args: JsonObject): string =>
    JSON.stringify({ content: '', tool_calls: [{ name: 'book_room', arguments: args }] });
  const answers = {
    response: call({ hotel: '7301', guests: 2 }),
    reference: call({ hotel: 7301, nights: 2 }),
  };
  const settings = { ...DEFAULT_SETTINGS, tools: ['book_room', 'pay'] };

  const scoreOf = (id: string, row: JsonObject): unknown => {
    const metric = findMetric(id)!;
    const [column] = columnsOf(metric, settings);
    return metric.score!(rowOf(row), settings, column!);
  };

  it('have every metric', () => {
    expect(TABLE.map(([id]) => id).sort()).toEqual(METRICS.map(({ id }) => id).sort());
  });

  it.each(TABLE)('%s is %s', (id, here) => {
    const score = scoreOf(id, trip);
    if (here === '–') return expect(score).not.toBeTypeOf('number');
    const [sum, result = sum] = here.split(' = ');
    expect(score).toBeCloseTo(Number(result), result!.includes('.') ? 2 : 9);
    expect(score).toBeCloseTo(evaluate(sum!), 9);
  });

  it('say what answers that are tool calls score', () => {
    const [, ...told] = /they are ([\d.]+), ([\d.]+) and ([\d.]+)\./.exec(read('metrics.md'))!;
    const ids = ['tool_name_match', 'tool_parameter_key_match', 'tool_parameter_kv_match'];
    expect(ids.map((id) => scoreOf(id, answers))).toEqual(told.map(Number));
  });
});

/** What a written sum comes to. */
function evaluate(sum: string): number {
  expect(sum).toMatch(/^[\d.+−×÷^() ]+$/);
  const code = sum.replaceAll('×', '*').replaceAll('÷', '/').replaceAll('−', '-');
  return (new Function(`return ${code.replaceAll('^', '**')}`) as () => number)();
}
