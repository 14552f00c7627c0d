import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'svelte/compiler';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The regular expressions of the page's own code. */
export interface RegexesInUse {
  /** As they are written, `/…/flags`: sorted, each once. */
  readonly literals: readonly string[];
  /** What is put together when it runs: the text of each `new RegExp(…)`, white space folded. */
  readonly built: readonly string[];
}

/** Finds them in the sources of the page and of its workers, tests left out. */
export function listRegexes(): RegexesInUse {
  const literals = new Set<string>();
  const built = new Set<string>();
  for (const path of sources()) {
    const text = readFileSync(path, 'utf8');
    for (const code of path.endsWith('.svelte') ? expressionsOf(text) : [text]) {
      const file = ts.createSourceFile('', code, ts.ScriptTarget.Latest, false, ts.ScriptKind.TS);
      const visit = (node: ts.Node): void => {
        if (ts.isRegularExpressionLiteral(node)) literals.add(node.text);
        const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
        if (isCall && node.expression.getText(file) === 'RegExp')
          built.add(node.getText(file).replace(/\s+/g, ' '));
        ts.forEachChild(node, visit);
      };
      visit(file);
    }
  }
  return { literals: [...literals].sort(), built: [...built].sort() };
}

function sources(): readonly string[] {
  return ['src', 'workers'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|js|svelte)$/.test(name) && !/\.(?:test|d)\.ts$/.test(name))
      .map((name) => join(ROOT, folder, name)),
  );
}

/** The script of a component, and every expression of its markup that has a regular expression. */
function expressionsOf(component: string): readonly string[] {
  const { instance, module, fragment } = parse(component, { modern: true });
  const found: string[] = [];
  JSON.stringify(fragment, (_key, value: unknown) => {
    if (isRegexNode(value)) found.push(component.slice(value.start, value.end));
    return typeof value === 'bigint' ? String(value) : value;
  });
  for (const script of [instance, module]) {
    const { start, end } = (script?.content ?? { start: 0, end: 0 }) as unknown as Span;
    found.push(component.slice(start, end));
  }
  return found;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function isRegexNode(value: unknown): value is Span {
  return typeof value === 'object' && value !== null && 'regex' in value;
}
