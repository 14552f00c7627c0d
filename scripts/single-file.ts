// Build plugin: builds the page as one HTML file that works from file://.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Plugin, PluginOption } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';
import { notePackages, noticesText } from './notices.ts';
import { hashSource, insertPolicy } from './csp.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ICON = new URL('../public/icon.svg', import.meta.url);

/** Builds the page as one HTML file that works from `file://`, with workers and icon inside. */
export function singleFile(fileName: string): PluginOption[] {
  return [notePackages(), replaceLinks(), viteSingleFile(), seal(fileName)];
}

/**
 * Adds the one-file page to the site: as a file, and as text in a module, from which reports are
 * written. Built beside the site, in its own process.
 */
export function singlePageInSite(fileName: string): Plugin {
  let page: Promise<string> | undefined;
  let folder = '';
  return {
    name: 'single-page-in-site',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    buildStart() {
      page = buildSinglePage(fileName);
      // a failure is thrown where the page is needed
      page.catch(() => undefined);
    },
    async transform(_code, id) {
      if (!id.endsWith('/src/kernel/single-page.ts')) return undefined;
      return { code: `export const SINGLE_PAGE = ${JSON.stringify(await page)};`, map: null };
    },
    writeBundle: async () => writeFileSync(join(folder, fileName), (await page) ?? ''),
  };
}

/** Runs `vite build --mode single` and returns the page. */
async function buildSinglePage(fileName: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'single-page-'));
  try {
    const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin');
    const args = [join(vite, 'vite.js'), 'build', '--mode', 'single', '--outDir', folder];
    await promisify(execFile)(process.execPath, args, { cwd: ROOT });
    return readFileSync(join(folder, fileName), 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A single file has no neighbours: the icon is inlined, the manifest removed. */
function replaceLinks(): Plugin {
  return {
    name: 'single-file-links',
    transformIndexHtml: {
      order: 'pre',
      handler(html) {
        const icon = `data:image/svg+xml;base64,${readFileSync(ICON).toString('base64')}`;
        return html
          .replace(/\s*<link rel="(manifest|apple-touch-icon)"[^>]*>/g, '')
          .replace(/(<link rel="icon"[^>]*href=")[^"]*(")/, `$1${icon}$2`);
      },
    },
  };
}

/** Allows exactly the inlined code by hash, and names the file. */
function seal(fileName: string): Plugin {
  return {
    name: 'single-file-seal',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('The build made no index.html');
        const html = Buffer.from(page.source).toString('utf8');
        // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- how a bundle drops a file
        delete bundle[page.fileName];

        const left = Object.keys(bundle);
        if (left.length > 0) throw new Error(`Not inlined: ${left.join(', ')}`);
        this.emitFile({ type: 'asset', fileName, source: withNotices(sealed(html)) });
      },
    },
  };
}

/** A single file has the licences at its end, where reports made of it keep them. */
function withNotices(html: string): string {
  const text = noticesText()
    .replaceAll('\r', '')
    .replaceAll(/--(!?)>/g, '-- $1>');
  const at = html.lastIndexOf('</body>');
  return `${html.slice(0, at)}<!--\n${text}-->\n${html.slice(at)}`;
}

function sealed(html: string): string {
  // The HTML parser would turn CR into LF and so change the hashes.
  if (html.includes('\r')) throw new Error('The built page contains a carriage return');
  const hashes = (pattern: RegExp): string[] =>
    [...html.matchAll(pattern)].map(([, text = '']) => hashSource(text));
  return insertPolicy(html, {
    scripts: hashes(/<script\b[^>]*>([\s\S]*?)<\/script>/g),
    styles: hashes(/<style\b[^>]*>([\s\S]*?)<\/style>/g),
  });
}
