import { expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import { constantOf, type Expression } from './expression.ts';
import { freeNames, readPythonProgram, type Statement } from './program.ts';

const CASES = tablesOf<{ programs: [string, string[]][] }>('base');

/** A statement in few words. */
function brief(statement: Statement): string {
  const place = [...statement.within, ''].join('>');
  switch (statement.kind) {
    case 'assignment':
      return `${place}${statement.targets.join('=')}${statement.operator}${show(statement.value)}`;
    case 'expression':
      return place + show(statement.value);
    case 'import':
      return `${place}import ${statement.module} ${statement.names.map(({ name, as }) => `${name}:${as}`).join()}`;
    case 'class':
      return `${place}class ${statement.name}(${statement.bases.map(show).join()})`;
    case 'function':
      return `${place}def ${statement.name}(${statement.parameters
        .map(
          ({ star, name, annotation, defaultValue }) =>
            `${star}${name}:${annotation}${defaultValue ? `=${show(defaultValue)}` : ''}`,
        )
        .join()})${statement.returns}`;
  }
}

function show(one: Expression): string {
  switch (one.kind) {
    case 'constant':
      return typeof one.value === 'bigint' ? String(one.value) : JSON.stringify(one.value);
    case 'name':
      return one.name;
    case 'call': {
      const named = one.keywords.map(({ name, value }) => `${name}=${show(value)}`);
      return `${one.callee === '' ? show(one.target) : one.callee}(${[...one.args.map(show), ...named].join()})`;
    }
    case 'list':
      return `[${one.items.map(show).join()}]`;
    case 'dict':
      return `{${one.entries.map(({ key, value }) => `${show(key)}:${show(value)}`).join()}}`;
    case 'sum':
      return one.terms.map(show).join('+');
    case 'spread':
      return `*${show(one.of)}`;
    case 'f_string':
      return 'f';
    case 'other':
      return `?(${one.parts.map(show).join()})`;
  }
}

const read = (text: string): string[] => readPythonProgram(text).map(brief);

it.each(CASES.programs)('a program of Python %j', (text, expected) => {
  expect(read(text)).toEqual(expected);
});

it('a program of Python is read with its functions and classes, and what is in them', () => {
  const text = [
    '  @tool("x")',
    '  @other',
    '  async def f(a, b: list[str] = ["x"], *args: int, c=None, **kw) -> dict[str, int]:',
    '    # why',
    "    '''What it",
    "  does.'''",
    '    x = 1',
    '',
    '    def g(): return h(1)',
    '  # outside',
    '',
    '  class A(B):',
    '    y = 2',
    '  z = 3',
  ].join('\n');
  expect(read(text)).toEqual([
    'def f(a:,b:list[str]=["x"],*args:int,c:=null,**kw:)dict[str, int]',
    'f>x=1',
    'f>def g()',
    'class A(B)',
    'A>y=2',
    'z=3',
  ]);
  const [f] = readPythonProgram(text);
  expect(f).toMatchObject({
    line: 1,
    decorators: ['tool("x")', 'other'],
    docstring: 'What it\n  does.',
    source: text.split('\n').slice(0, 9).join('\n').replace(/^ {2}/gm, ''),
  });
  expect(text.slice(f!.from, f!.to)).toBe(text.slice(2, text.indexOf('\n  # outside')));
});

it('a program of Python is found in prose, in any language and at any indentation', () => {
  const text = `Don't do this (yet, it's
a "draft: use 評估 (即 x = [])

  * first
      m.append("a")

    m.append(
      B(c="d")
    )
  Values (of three's list):
m.append("e")
broken(["f",
end = 1
`;
  expect(read(text)).toEqual([
    'm.append("a")',
    'm.append(B(c="d"))',
    'm.append("e")',
    'broken(["f"])',
    'end=1',
  ]);
  const statements = readPythonProgram(text);
  expect(statements.map(({ line }) => line)).toContain(13);
  for (const { from, to } of statements) expect(text.slice(from, to)).toMatch(/^\S[^]*\S$/);
});

it('a program of Python is bounded, however it is written', () => {
  expect(read(`x = ${'['.repeat(5000)}`)).toHaveLength(1);
  expect(read('f(\n'.repeat(2000))).toHaveLength(2000);
  expect(read(`x = [${'1,'.repeat(150_000)}]`)).toEqual([]);
});

it.each([
  [
    'def f(a, b=C, *d: E) -> G:\n  h, i = j.k(l=m)\n  return [n for n in h if "o" and a]',
    'C E G j m',
  ],
  ['x = y  # z\nwith open(w) as v:\n  v.read("""u""")', 'y open w'],
  ['import a.b as c\ndef g(s): return c(re.sub(s))', 're'],
])('a program of Python uses names that it does not bind: %j', (source, names) => {
  expect([...freeNames(source)].join(' ')).toBe(names);
});

it('a program of Python gives the value of what is written out, and of nothing else', () => {
  const valueOf = (text: string) => {
    const [one] = readPythonProgram(`x = ${text}`);
    return one?.kind === 'assignment' ? constantOf(one.value) : undefined;
  };
  expect(valueOf('{"a": ["b" + "c", (1,)], 2: None}')).toEqual({ a: ['bc', [1]], 2: null });
  for (const text of ['f"{x}"', 'x', '["a", f()]', '{**x}', '{x: 1}', 'b"x"', 'not x'])
    expect(valueOf(text), text).toBeUndefined();
});
