import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DOCUMENTS = [
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'README.md',
  ...readdirSync(`${ROOT}docs`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** Where a path in a document may begin. */
const BASES = ['', 'src/', 'src/features/'];
const FOLDERS = ['src', 'workers', 'tests', 'scripts', 'docs'];
const PATHS = FOLDERS.flatMap((folder) =>
  readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' }).map(
    (path) => `${folder}/${path.replaceAll('\\', '/')}`,
  ),
);
const NAMES = new Set(PATHS.map((path) => basename(path)));

const CODE = /`([^`\n]+)`/g;
const IN_BLOCK = /(?<![\w/])(?:src|core|workers)\/[\w./<>-]+/g;
const LINK = /\]\(([^)\s#]+)[^)]*\)/g;
const IS_PATH = /^[\w.<>-]+(\/[\w.<>-]+)+\/?$|^[\w-]+[\w.-]*\.(ts|svelte|mjs|md)$/;
/** What a build or a person writes, and the columns of a table of results. */
const IS_ELSEWHERE = /^(dist|metric)\//;

/** How many words the pages of docs have together at most. */
const MAX_WORDS = 11_300;

const read = (document: string): string => readFileSync(ROOT + document, 'utf8');

/** Paths and names of files that a document has as code, in a line or in a block. */
function pathsIn(text: string): string[] {
  const blocks = [...text.matchAll(/^```\n([^]*?)^```/gm)].map(([, block]) => block!);
  const inBlocks = blocks.flatMap((block) => block.match(IN_BLOCK) ?? []);
  const inLines = [...text.replace(/^```[^]*?^```/gm, '').matchAll(CODE)].map(([, code]) => code!);
  return [...inBlocks, ...inLines.filter((code) => IS_PATH.test(code) && !IS_ELSEWHERE.test(code))];
}

/** Whether a path is there; `<name>` stands for any name, a name alone for a file anywhere. */
function isThere(path: string): boolean {
  if (!path.includes('/')) return NAMES.has(path) || existsSync(ROOT + path);
  if (!path.includes('<')) return BASES.some((base) => existsSync(ROOT + base + path));
  const pattern = path.replaceAll('.', '\\.').replace(/<[^>]*>/g, '[^/]+');
  return PATHS.some((known) => new RegExp(`^(src/)?${pattern}$`).test(known));
}

describe.each(DOCUMENTS)('%s', (document) => {
  it('names only files and folders that are there', () => {
    expect(pathsIn(read(document)).filter((path) => !isThere(path))).toEqual([]);
  });

  it('links only to files that are there', () => {
    const targets = [...read(document).matchAll(LINK)].map(([, target]) => target!);
    const files = targets.filter((target) => !/^[a-z]+:/.test(target));
    const missing = files.filter(
      (file) => !existsSync(ROOT + posix.join(posix.dirname(document), file)),
    );
    expect(missing).toEqual([]);
  });
});

const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** The ids that a forge gives to the headings of a document. */
function headingsOf(document: string): string[] {
  const titles = [...read(document).matchAll(/^#+ (.*)$/gm)].map(([, title]) => title!);
  return titles.map((title) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

it.each(DOCUMENTS)('%s links only to headings that are there', (document) => {
  const links = [...read(document).matchAll(/\]\(([\w./-]*)#([\w-]+)\)/g)];
  const missing = links.filter(([, file, heading]) => {
    const target = file === '' ? document : posix.join(posix.dirname(document), file!);
    return !headingsOf(target).includes(heading!);
  });
  expect(missing.map(([link]) => link)).toEqual([]);
});

it('the pages are short, and the first leads to all others', () => {
  const pages = DOCUMENTS.filter((document) => document.startsWith('docs/'));
  expect(wordsIn(pages.map(read).join('\n'))).toBeLessThanOrEqual(MAX_WORDS);
  expect(wordsIn(read('README.md'))).toBeLessThanOrEqual(700);
  const linked = [...read('docs/README.md').matchAll(/\]\(([\w-]+\.md)\)/g)].map(
    ([, page]) => page,
  );
  expect(new Set(linked)).toEqual(
    new Set(pages.map((page) => basename(page)).filter((page) => page !== 'README.md')),
  );
});

it('every picture is shown, and is small', () => {
  const all = DOCUMENTS.map(read).join('\n');
  const pictures = readdirSync(`${ROOT}docs/pictures`).filter((name) => name.endsWith('.png'));
  expect(pictures.filter((name) => !all.includes(`pictures/${name}`))).toEqual([]);
  for (const name of pictures)
    expect(statSync(`${ROOT}docs/pictures/${name}`).size).toBeLessThan(120_000);
});

it('the map of the code names many paths, in lines and in blocks', () => {
  const map = read('ARCHITECTURE.md');
  expect(wordsIn(map)).toBeLessThanOrEqual(1200);
  const paths = pathsIn(map);
  expect(paths.length).toBeGreaterThan(60);
  expect(paths).toContain('core/judge/render-prompt.ts');
  expect(paths).toContain('src/features/review/reviewer.ts');
  expect(['src/gone.ts', 'gone/gone.ts', 'gone.ts', 'src/<gone>/gone.ts'].filter(isThere)).toEqual(
    [],
  );
});

it.each(['README.md', 'docs/command.md', 'docs/gate.md', 'docs/package.md'])(
  '%s says how it is installed from what npm pack writes, and asks no registry for it',
  (document) => {
    const text = read(document);
    const { name, version } = JSON.parse(read('package.json')) as Record<string, string>;
    expect(text).toContain('npm pack');
    expect(text).toMatch(new RegExp(`^.*npm install .*\\./${name}-${version}\\.tgz$`, 'm'));
    expect(text).not.toMatch(
      new RegExp(`npx (--\\S+ )?${name}|npm exec ${name}|npm i(nstall)? ${name}`),
    );
  },
);
