import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { METRICS } from '#core/score/metrics/registry.ts';
import { EXTRA_PACKAGES, LAYERS, ORDERS, QUESTIONS } from '../scripts/layers.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CODE = /\.(ts|svelte)$/;
const TEST_CODE = /\.(test|bench)\.ts$/;

/** An import with its `type`, where it has that, and what it names. */
const IMPORT_LINE = /^(?:import|export) (type )?[^;]*?from '([^']+)';/gm;

/** Paths of all files below the given folders, relative to the repository. */
function filesBelow(...folders: string[]): string[] {
  return folders
    .filter((folder) => existsSync(ROOT + folder))
    .flatMap((folder) =>
      readdirSync(ROOT + folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => `${entry.parentPath}/${entry.name}`.slice(ROOT.length)),
    )
    .map((path) => path.replaceAll('\\', '/'));
}

/** What a module names in its static and dynamic imports and re-exports. */
function importsOf(file: string): string[] {
  const text = readFileSync(ROOT + file, 'utf8');
  const pattern = /(?:\bfrom\s+|\bimport\s*\(?\s*)(['"])([^'"\n]+)\1/g;
  return [...text.matchAll(pattern)].map((match) => match[2]!.replace(/\?.*$/, ''));
}

/** The files that a module names in imports that run with it. */
function staticImportsOf(file: string): string[] {
  const text = readFileSync(ROOT + file, 'utf8');
  return [...text.matchAll(/(?:\bfrom|\bimport)\s+'([^'\n]+)'/g)].flatMap(
    ([, specifier]) => targetOf(file, specifier!.replace(/\?.*$/, '')) ?? [],
  );
}

/** What the questions of features import from their own folders: workers and page share it. */
const SHARED = new Set(filesBelow('src/features').filter((file) => QUESTIONS.test(file)));
for (const file of SHARED)
  for (const target of staticImportsOf(file))
    if (target.startsWith(`${file.split('/', 3).join('/')}/`)) SHARED.add(target);

/** The innermost layer that holds a path. */
function layerOf(path: string): string | undefined {
  if (QUESTIONS.test(path)) return 'workers';
  if (SHARED.has(path)) return 'core';
  const isInside = ([, layer]: [string, { folder: string }]) => path.startsWith(`${layer.folder}/`);
  const bySpecificity = Object.entries(LAYERS).sort(
    ([, a], [, b]) => b.folder.length - a.folder.length,
  );
  return bySpecificity.find(isInside)?.[0];
}

/** The repository path an import names; undefined for a package. */
function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#workers/')) return specifier.slice(1);
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`;
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
  return undefined;
}

function isAllowed(file: string, specifier: string): boolean {
  const layer = LAYERS[layerOf(file)!]!;
  const target = targetOf(file, specifier);
  if (target === undefined) {
    const extra = Object.entries(EXTRA_PACKAGES).filter(([folder]) =>
      file.startsWith(`${folder}/`),
    );
    const packages = [...layer.packages, ...extra.flatMap(([, names]) => names)];
    const isListed = packages.some((name) => `${specifier}/`.startsWith(`${name}/`));
    return isListed;
  }
  const isShared = SHARED.has(target) && !QUESTIONS.test(target);
  const other = isShared && !SHARED.has(file) ? 'features' : layerOf(target);
  if (other === undefined) return false;
  return other === layerOf(file) || layer.layers.includes(other);
}

describe('layers', () => {
  const files = filesBelow('src', 'workers').filter(
    (file) => CODE.test(file) && !TEST_CODE.test(file),
  );

  it('import only what their layer may', () => {
    const forbidden = files.flatMap((file) =>
      importsOf(file)
        .filter((specifier) => !isAllowed(file, specifier))
        .map((specifier) => `${file} imports ${specifier}`),
    );
    expect(files.length).toBeGreaterThan(0);
    expect(forbidden).toEqual([]);
  });

  it('leave the answers of features to the workers: the page imports their types alone', () => {
    const questions = files.filter((file) => QUESTIONS.test(file));
    // the package and the command have threads of their own
    const offPage = ['workers', 'package', 'command'];
    const page = files.filter((file) => !offPage.includes(layerOf(file)!));
    const loaded = page.flatMap((file) =>
      [...readFileSync(ROOT + file, 'utf8').matchAll(IMPORT_LINE)]
        .filter(([, type, specifier]) => {
          const target = targetOf(file, specifier!) ?? '';
          return type === undefined && layerOf(target) === 'workers';
        })
        .map(([, , specifier]) => `${file} imports ${specifier!}`),
    );
    expect(questions.length).toBeGreaterThan(0);
    expect(loaded).toEqual([]);
  });
});

describe('orders', () => {
  it.each(Object.entries(ORDERS))('%s: a folder imports only those before it', (parent, order) => {
    const prefix = `${parent}/`;
    const folderIn = (path: string): string | undefined =>
      path.startsWith(prefix) ? path.slice(prefix.length).split('/')[0] : undefined;
    const files = filesBelow(parent).filter((file) => CODE.test(file) && !TEST_CODE.test(file));
    const folders = new Set(files.map((file) => folderIn(file)!));
    expect([...folders].sort(), 'ORDERS of scripts/layers.mjs').toEqual([...order].sort());
    const backwards = files.flatMap((file) =>
      importsOf(file)
        .filter((specifier) => {
          const target = folderIn(targetOf(file, specifier) ?? '');
          return target !== undefined && order.indexOf(target) > order.indexOf(folderIn(file)!);
        })
        .map((specifier) => `${file} imports ${specifier}`),
    );
    expect(backwards).toEqual([]);
  });
});

it('no file leads back to itself by imports, types counted; an import() loads a part of its own', () => {
  const files = filesBelow('src', 'workers').filter(
    (file) => CODE.test(file) && !TEST_CODE.test(file),
  );
  const left = new Map(files.map((file) => [file, staticImportsOf(file)]));
  // what imports nothing of the rest is in no circle
  for (let before = 0; before !== left.size;) {
    before = left.size;
    for (const [file, targets] of left)
      if (!targets.some((target) => left.has(target))) left.delete(file);
  }
  // nor is what leads to a circle without being in it
  for (let before = 0; before !== left.size;) {
    before = left.size;
    const named = new Set([...left.values()].flat());
    for (const file of left.keys()) if (!named.has(file)) left.delete(file);
  }
  expect([...left.keys()]).toEqual([]);
});

describe('names', () => {
  const files = filesBelow('src', 'workers', 'tests', 'scripts');

  it('has no barrels', () => {
    expect(files.filter((file) => /(^|\/)index\.[a-z]+$/.test(file))).toEqual([]);
  });

  it('has no folders without a subject', () => {
    const vague = /(^|\/)(utils?|helpers?|common|types|lib|misc|shared)\//;
    expect(files.filter((file) => vague.test(file))).toEqual([]);
  });

  it('gives no name twice, but for what each folder has', () => {
    const ofFolders = ['questions.ts', 'registry.ts', 'texts.ts'];
    const names = files
      .filter((file) => /^(src|workers)\//.test(file) && CODE.test(file) && !TEST_CODE.test(file))
      .map((file) => basename(file))
      .filter((name) => !ofFolders.includes(name));
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it('writes components in PascalCase and other code in kebab-case', () => {
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)+$/;
    const pascal = /^[A-Z][A-Za-z0-9]*\.svelte$/;
    const code = files.filter((file) => /\.(ts|mjs|js|css|svelte)$/.test(file));
    const isWell = (name: string) => (name.endsWith('.svelte') ? pascal : kebab).test(name);
    expect(code.filter((file) => !isWell(basename(file)))).toEqual([]);
  });
});

describe('registries', () => {
  it('src/core/score/metrics registers every metric under its name', async () => {
    const folder = `${ROOT}src/core/score/metrics/`;
    const files = readdirSync(folder).filter(
      (name) => !name.endsWith('.test.ts') && name !== 'registry.ts',
    );
    const modules = await Promise.all(
      files.map((file) => import(/* @vite-ignore */ folder + file) as Promise<object>),
    );
    const exported = Object.fromEntries(
      modules
        .flatMap((module) => Object.entries(module))
        .filter(([, value]) => typeof value === 'object'),
    );
    const own = METRICS.filter(({ id, group }) => group !== 'process' && !id.endsWith('_names'));
    const named = own.map((metric) => [
      metric.id.replace(/_(.)/g, (_, char: string) => char.toUpperCase()),
      metric,
    ]);
    expect(exported).toEqual(Object.fromEntries(named));
  });

  it.each([
    ['src/core/read/formats', 'FORMATS'],
    ['src/features/results/charts', 'CHARTS'],
  ])('%s registers each of its folders under its own name', async (folder, exportName) => {
    const registry = `${ROOT}${folder}/registry.ts`;
    if (!existsSync(registry)) return;
    const module = (await import(/* @vite-ignore */ registry)) as Record<string, unknown>;
    const entries = module[exportName] as readonly { readonly id: string }[];
    const ids = entries.map(({ id }) => id.replaceAll('_', '-'));
    const folders = readdirSync(ROOT + folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
    expect(ids.sort()).toEqual(folders.sort());
  });
});
