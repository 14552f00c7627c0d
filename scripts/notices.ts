// Build plugin: collects the licences of all bundled packages.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const FILE = 'THIRD-PARTY-NOTICES.txt';
const RULE = `\n\n${'-'.repeat(72)}\n\n`;

/** A bundled package. */
interface Package {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/** The folders of the packages in the page or its workers. */
const folders = new Set<string>();

/** Notes the packages in a bundle; also for the bundles of workers. */
export function notePackages(): Plugin {
  return {
    name: 'note-packages',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'asset') continue;
        for (const id of chunk.moduleIds) {
          const folder = folderOf(id);
          if (folder !== undefined) folders.add(folder);
        }
      }
    },
  };
}

/** Writes the licences of all bundled packages beside the build, as they require. */
export function notices(file = FILE): Plugin[] {
  return [
    notePackages(),
    {
      name: 'notices',
      apply: 'build',
      writeBundle({ dir = 'dist' }) {
        writeFileSync(join(dir, file), noticesText());
      },
    },
  ];
}

/** The licences of all noted packages. */
export function noticesText(): string {
  const texts = [...folders].sort().map(noticeOf);
  return `${['The code of these packages is part of what is built here.', ...texts].join(RULE)}\n`;
}

/** The folder of the package that a module belongs to; undefined for one of our own. */
function folderOf(id: string): string | undefined {
  const file = id.replace(/[?\0].*$/s, '');
  if (!file.includes('/node_modules/')) return undefined;
  let folder = dirname(file);
  // a package.json within a package may only set the type of its modules
  while (readPackage(folder)?.version === undefined) {
    if (folder === dirname(folder)) return undefined;
    folder = dirname(folder);
  }
  return folder;
}

function readPackage(folder: string): Partial<Package> | undefined {
  const path = join(folder, 'package.json');
  return existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as Partial<Package>)
    : undefined;
}

/** Licences of packages that ship without them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  '@micropython/micropython-webassembly-pyscript': 'licences/micropython.txt',
};

function noticeOf(folder: string): string {
  const { name = '', version = '', license = '' } = readPackage(folder) ?? {};
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const elsewhere = ELSEWHERE[name];
  const paths = [
    ...files.map((file) => join(folder, file)),
    ...(elsewhere === undefined ? [] : [new URL(elsewhere, import.meta.url)]),
  ];
  const texts = paths.map((path) => readFileSync(path, 'utf8').trim());
  return [`${name} ${version} (${license})`, ...texts].join('\n\n');
}
