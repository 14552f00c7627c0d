// Build plugin: writes sw.js, which keeps the page for offline use.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

const TEMPLATE = new URL('./service-worker.template.js', import.meta.url);

/** Emits `sw.js`, which keeps every file of this build for use without a network. */
export function serviceWorker(): Plugin {
  let publicDir = '';
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      publicDir = config.publicDir;
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = publicFiles(publicDir);
        for (const file of Object.values(bundle)) {
          files.set(file.fileName, file.type === 'chunk' ? file.code : file.source);
        }
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: script(files) });
      },
    },
  };
}

type Files = Map<string, string | Uint8Array>;

function publicFiles(folder: string): Files {
  const files: Files = new Map();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(relative(folder, path).split(sep).join('/'), readFileSync(path));
  }
  return files;
}

/** The version is a hash of all content, so any change makes browsers see a new worker. */
function script(files: Files): string {
  const template = readFileSync(TEMPLATE, 'utf8');
  const version = createHash('sha256').update(template);
  const urls: string[] = [];
  for (const name of [...files.keys()].sort()) {
    version.update(name).update(files.get(name) ?? '');
    urls.push(name === 'index.html' ? './' : `./${name}`);
  }
  return template
    .replace('__VERSION__', JSON.stringify(version.digest('hex').slice(0, 16)))
    .replace('__FILES__', JSON.stringify(urls, null, 2));
}
