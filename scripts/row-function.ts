// Build plugin: bundles the scorer of one row for scripts of a warehouse, cut into its declarations.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { build, parseSync, type ESTree, type Plugin, type Rolldown } from 'vite';
import type { FunctionParts } from '#core/warehouse/function-parts.ts';

const CORE = fileURLToPath(new URL('../src/core/', import.meta.url)).replaceAll('\\', '/');
const ENTRY = 'row-function-entry';

/** The globals of JavaScript itself, which every warehouse has. */
const OF_THE_LANGUAGE = new Set(
  (runInNewContext('Object.getOwnPropertyNames(globalThis)') as string[]).filter(
    (name) => name !== 'console' && name !== 'WebAssembly',
  ),
);

/** The texts of a metric, and its columns; scoring a row needs none of these. */
const WORDS = new Set([
  ...['title', 'short', 'letter', 'definition', 'formula', 'source', 'origin', 'group', 'needs'],
  ...['explain', 'edits', 'missingTools', 'deed', 'headline', 'example', 'exports', 'byNames'],
  ...['options', 'scale', 'better', 'columns', 'blames'],
  ...['isPerTool', 'isCounted', 'isRecorded', 'records', 'readsCalls'],
]);

/**
 * Modules replaced by `strict.ts`: readers of notations other than JSON, patterns in references,
 * which scripts do not support, differences, and recorded results of calls, which scores do not
 * need.
 */
const STAND_INS = [
  'base/literals/read-json.ts',
  'base/literals/parse-tolerant.ts',
  'base/literals/read-literal.ts',
  'calls/arguments-beside.ts',
  'calls/call-names.ts',
  'calls/step-record.ts',
  'calls/transcript.ts',
  'match/diff-calls.ts',
  'match/patterns/order-search.ts',
  'match/patterns/with-patterns.ts',
  'read/cells/conversation-cell.ts',
  'read/cells/read-steps.ts',
  'read/transcripts/read-message.ts',
];

/**
 * Builds the parts of a warehouse function into `function-parts.ts`: everything that any set of
 * metrics needs in one scope, minified and cut into statements with their dependencies. Page and
 * command assemble functions from them without a bundler.
 */
export function rowFunction(): Plugin {
  let parts: Promise<string> | undefined;
  return {
    name: 'row-function',
    watchChange() {
      parts = undefined;
    },
    load(id) {
      if (!id.endsWith('/warehouse/function-parts.ts')) return undefined;
      for (const file of filesOfCore()) this.addWatchFile(file);
      return (parts ??= writeParts());
    },
  };
}

async function writeParts(): Promise<string> {
  const parts = JSON.stringify(cut(await bundle()));
  return `export const FUNCTION_PARTS = JSON.parse(${JSON.stringify(parts)});`;
}

function filesOfCore(): string[] {
  return readdirSync(CORE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => CORE + file.replaceAll('\\', '/'));
}

/** Bundles everything in one scope, whose names are kept; all other names are shortened. */
async function bundle(): Promise<string> {
  const result = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [entry(), standIns(), withoutWords()],
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      lib: { entry: ENTRY, formats: ['es'] },
      rolldownOptions: {
        treeshake: { moduleSideEffects: false },
        output: {
          minify: {
            compress: true,
            mangle: { toplevel: false },
            codegen: { removeWhitespace: true },
          },
        },
      },
    },
  })) as Rolldown.RolldownOutput[];
  const [output] = result;
  if (output?.output.length !== 1) throw new Error('The function for warehouses is not one file');
  return output.output[0].code;
}

/** Exports the parts of functions: the scorer of rows, the matchers, and every metric. */
function entry(): Plugin {
  const metrics = filesOfCore()
    .filter((file) => file.includes('/score/metrics/') && !file.endsWith('registry.ts'))
    .map((file) => `export * from ${JSON.stringify(file)};`);
  const own = [
    `export { rowScorer } from ${JSON.stringify(`${CORE}warehouse/row-scorer.ts`)};`,
    `export { createMatcher, EXACT_MATCHER } from ${JSON.stringify(`${CORE}match/match-calls.ts`)};`,
  ];
  return {
    name: 'row-function-entry',
    resolveId: (id) => (id.endsWith(ENTRY) ? ENTRY : undefined),
    load: (id) => (id === ENTRY ? [...own, ...metrics].join('\n') : undefined),
  };
}

function standIns(): Plugin {
  return {
    name: 'row-function-stand-ins',
    enforce: 'pre',
    async resolveId(specifier, importer) {
      const found = await this.resolve(specifier, importer, { skipSelf: true });
      const path = found?.id.replaceAll('\\', '/') ?? '';
      const isStoodIn = STAND_INS.some((file) => path === CORE + file);
      return isStoodIn ? `${CORE}warehouse/strict.ts` : undefined;
    },
  };
}

/** Removes the texts of metrics, with all that only they need. */
function withoutWords(): Plugin {
  return {
    name: 'row-function-without-words',
    enforce: 'post',
    transform(code, id) {
      if (!id.replaceAll('\\', '/').startsWith(`${CORE}score/`)) return undefined;
      const cuts: [number, number][] = [];
      walk(parseSync('metric.js', code).program, (node) => {
        if (node.type !== 'ObjectExpression') return;
        node.properties.forEach((property, index) => {
          if (property.type !== 'Property' || property.key.type !== 'Identifier') return;
          if (!WORDS.has(property.key.name)) return;
          cuts.push([property.start, node.properties[index + 1]?.start ?? node.end - 1]);
        });
      });
      return {
        code: replace(
          code,
          cuts.filter(isOutermost).map((at) => [...at, '']),
        ),
        map: null,
      };
    },
  };
}

function isOutermost([from, to]: readonly [number, number], _: number, all: [number, number][]) {
  return !all.some(([a, b]) => a <= from && to <= b && b - a > to - from);
}

/** A declaration of the scope. */
interface Statement {
  /** The keyword it begins with, where the node lacks it. */
  readonly kind: string;
  readonly node: ESTree.Node;
  readonly name: string;
}

/**
 * Cuts a module into declarations. Their names are shortened, without clashes with local variables.
 */
function cut(code: string): FunctionParts {
  const { program, errors } = parseSync('function.js', code);
  if (errors.length > 0) throw new Error(errors[0]?.message);
  const exported = new Map<string, string>();
  const statements: Statement[] = [];
  for (const node of program.body) {
    if (node.type === 'ExportNamedDeclaration' && !node.declaration) {
      for (const { local, exported: name } of node.specifiers)
        exported.set(nameOf(name), nameOf(local));
    } else statements.push(...declarationsOf(node));
  }
  const taken = new Set<string>();
  walk(program, (node) => {
    if (node.type === 'Identifier') taken.add(node.name);
  });
  const named = new Map(
    statements.map(({ name }, part) => [name, { name: `_${part.toString(36)}`, part }]),
  );
  // local names are short already: other long names are globals
  for (const name of statements.flatMap(({ node }) => usesIn(node).map((use) => use.name)))
    if (name.length > 2 && !named.has(name) && !OF_THE_LANGUAGE.has(name))
      throw new Error(`${name} is no part of the language`);
  for (const [long, { name }] of named)
    if (taken.has(name) || long.length < 3) throw new Error(`${long} may be a local variable too`);
  const parts = statements.map(({ kind, node }, at) => {
    const needs = new Set<number>();
    const edits: [number, number, string][] = [];
    for (const { name, start, end, isShorthand } of usesIn(node)) {
      const used = named.get(name);
      if (!used) continue;
      if (used.part !== at) needs.add(used.part);
      edits.push([start, end, `${isShorthand ? `${name}:` : ''}${used.name}`]);
    }
    const text = inAscii(
      replace(
        code.slice(node.start, node.end),
        edits.map(([from, to, name]) => [from - node.start, to - node.start, name]),
      ),
    );
    const plain = text.replaceAll('/* @__PURE__ */ ', '');
    return { text: kind === '' ? plain : `${kind} ${plain};`, needs: [...needs] };
  });
  for (const { text } of parts)
    if (/\$\$|"""/.test(text)) throw new Error(`SQL cannot quote this: ${text}`);
  const exports: Record<string, { name: string; part: number }> = {};
  for (const [name, local] of exported) {
    const found = named.get(local);
    if (found) exports[name] = found;
  }
  return { parts, exports };
}

function declarationsOf(node: ESTree.Node): Statement[] {
  if ((node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') && node.id)
    return [{ kind: '', node, name: node.id.name }];
  // the remains of unused declarations
  if (node.type === 'ExpressionStatement') return [];
  if (node.type !== 'VariableDeclaration')
    throw new Error(`A function for warehouses has declarations only, not ${node.type}`);
  return node.declarations.map((declarator) => {
    if (declarator.id.type !== 'Identifier') throw new Error('A pattern cannot be cut');
    return { kind: node.kind, node: declarator, name: declarator.id.name };
  });
}

interface Use {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly isShorthand: boolean;
}

/** Lists names of variables, without keys and properties. */
function usesIn(node: ESTree.Node): Use[] {
  const uses: Use[] = [];
  walk(node, (inner, parent) => {
    if (inner.type !== 'Identifier') return;
    const { name, start, end } = inner;
    if (isKey(inner, parent)) return;
    const isShorthand = parent?.type === 'Property' && parent.shorthand;
    uses.push({ name, start, end, isShorthand });
  });
  return uses;
}

function isKey(node: ESTree.Node, parent: ESTree.Node | undefined): boolean {
  if (parent?.type === 'MemberExpression') return parent.property === node && !parent.computed;
  const hasKey =
    parent?.type === 'Property' ||
    parent?.type === 'MethodDefinition' ||
    parent?.type === 'PropertyDefinition';
  return hasKey && parent.key === node && !parent.computed;
}

function nameOf(node: ESTree.ModuleExportName): string {
  return node.type === 'Literal' ? node.value : node.name;
}

type Visit = (node: ESTree.Node, parent: ESTree.Node | undefined) => void;

function walk(node: ESTree.Node, visit: Visit, parent?: ESTree.Node): void {
  visit(node, parent);
  for (const value of Object.values(node) as unknown[]) {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value])
      if (isNode(item)) walk(item, visit, node);
  }
}

function isNode(value: unknown): value is ESTree.Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** Escapes other characters, which occur only in texts and patterns; limits count bytes. */
function inAscii(code: string): string {
  return code.replace(
    /[^\x20-\x7e\n]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Replaces ranges of a text. */
function replace(text: string, edits: readonly (readonly [number, number, string])[]): string {
  let result = '';
  let at = 0;
  for (const [from, to, by] of [...edits].sort(([a], [b]) => a - b)) {
    result += text.slice(at, from) + by;
    at = to;
  }
  return result + text.slice(at);
}
