import { Script } from 'node:vm';
import { expect, it } from 'vitest';
import { tablesOf } from '../../../tests/support/cases.ts';
import { writeProgram } from '../../../tests/support/write-program.ts';

const CASES = tablesOf<{
  programs: [string, string, string][];
}>('own-code');

const BEFORE = 'var one;\nvar two;';
const LINES_BEFORE = 2;

const write = (code: string, name = 'm'): string => writeProgram({ before: BEFORE, code, name });
/** What the program takes: the name of a function, `undefined`, or a function itself. */
const taken = (code: string, name?: string): string | undefined =>
  /__score\(\n?([^]*?)\n?\);\n$/.exec(write(code, name))?.[1];

it.each(CASES.programs)('a program of %j takes its function', (code, name, expected) => {
  expect(taken(code, name)).toBe(expected);
  expect(() => new Script(write(code, name))).not.toThrow();
});

it.each([
  ['let c = 0;function f(row) { return c++; }', 'f'],
  ['let c=0; const f = (row) => c; let d = 1', 'f'],
  ['const a = 1; async function f() {} function g() {}', 'g'],
  ['const a = 1; function m() {} function g() {}', 'm'],
  ['const a = () => 1; function f() { let b; function m() {} }', 'f'],
  ['function f(row) { const a = 1; function close() {} }', 'f'],
  ['var a = [function () { let b; function m() {} }];', undefined],
  ['let text = "a;function m() {}";', undefined],
])('a program of the one line %j takes its function', (code, expected) => {
  let name: unknown;
  const __score = (found?: () => unknown): void => void (name = found?.name);
  new Script(write(code)).runInNewContext({ __score });
  expect(name).toBe(expected);
});

it('a program keeps the lines of the code', () => {
  const lineOf = (code: string, part: string): number =>
    write(code)
      .split('\n')
      .findIndex((line) => line.includes(part)) -
    LINES_BEFORE +
    1;
  expect(lineOf('const a = 1;\nfunction m() {}', 'const a')).toBe(1);
  expect(lineOf('\n\nrow =>\n  row.x;', 'row =>')).toBe(3);
  expect(lineOf('row => row.x', 'row =>')).toBe(1);
});

it.each(['import("x")', '1;\n\nimport /* why */ ("x")', 'function m() { return import.meta; }'])(
  'a program of %j fails: nothing can be loaded',
  (code) => {
    const lines = write(code).split('\n');
    expect(lines.at(-1)).toMatch(/^throw new SyntaxError\('import/);
    const line = code.split('\n').findIndex((text) => text.includes('import'));
    expect(lines).toHaveLength(LINES_BEFORE + line + 1);
  },
);

it('a program may speak of imports', () => {
  const code = 'function important(row) { return "to import it"; } // import';
  expect(write(code)).toContain(code);
});

const long = 50_000;
it.each([
  ['comments before a function', `${'/* a */'.repeat(long / 7)} () => 1`],
  ['comments and breaks', `${'/*a*/\n'.repeat(long / 6)}x`],
  ['a comment that never ends', `/*${' */ /*'.repeat(long / 6)}`],
  ['line comments', `${'//\n'.repeat(long / 3)}x`],
  ['spaces after a word', `function${' '.repeat(long)}`],
  ['words and spaces', `${'async\n'.repeat(long / 6)}`],
  ['a name that is nothing', `const ${'a'.repeat(long)} `],
  ['names without values', `${'let a =\n'.repeat(long / 8)}`],
  ['words of imports', 'import/*'.repeat(long / 8)],
  ['words of imports in a comment', `${'import/*'.repeat(long / 8)}*/`],
  ['words of imports behind comments', `/**/${'import/*'.repeat(long / 8)}`],
  ['functions on one line', `let a;${'function a() {};'.repeat(long / 16)}`],
  ['semicolons', `x${';'.repeat(long)}x`],
  ['spaces', `${' '.repeat(long)}x`],
])('a program is written at once of %s', (_what, code) => {
  expect(write(code)).toContain(code.trimEnd().slice(0, 1000));
});
