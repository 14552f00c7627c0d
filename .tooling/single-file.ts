import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, PluginOption } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';
import { hashSource, insertPolicy, policy } from './csp.ts';

const ICON = new URL('../public/icon.svg', import.meta.url);

/** Builds the page as one HTML file that works from `file://`, with workers and icon inside. */
export function singleFile(fileName: string): PluginOption[] {
  return [replaceLinks(), viteSingleFile(), seal(fileName)];
}

/**
 * Adds the one-file page to the site: as a file, and as text in a module of its own, from which
 * reports are written. The site's policy lets it load scripts and nothing else.
 */
export function singlePageInSite(fileName: string, folder: string): Plugin {
  const path = join(folder, fileName);
  let html = '';
  return {
    name: 'single-page-in-site',
    apply: 'build',
    buildStart() {
      if (!existsSync(path))
        throw new Error(`${path} is missing: vite build --mode single makes it`);
      html = readFileSync(path, 'utf8');
    },
    transform(_code, id) {
      if (!id.endsWith('/src/state/single-page.ts')) return undefined;
      return { code: `export const SINGLE_PAGE = ${JSON.stringify(html)};`, map: null };
    },
    // the folder was emptied meanwhile
    writeBundle: () => writeFileSync(path, html),
  };
}

/** A lone file has no neighbours: the icon moves in, the manifest goes. */
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
        this.emitFile({ type: 'asset', fileName, source: sealed(html) });
      },
    },
  };
}

function sealed(html: string): string {
  // The HTML parser would turn CR into LF and so change the hashes.
  if (html.includes('\r')) throw new Error('The built page contains a carriage return');
  const hashes = (pattern: RegExp): string[] =>
    [...html.matchAll(pattern)].map(([, text = '']) => hashSource(text));
  return insertPolicy(
    html,
    policy({
      scripts: hashes(/<script\b[^>]*>([\s\S]*?)<\/script>/g),
      styles: hashes(/<style\b[^>]*>([\s\S]*?)<\/style>/g),
    }),
  );
}
