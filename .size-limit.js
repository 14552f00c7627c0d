import { existsSync, readFileSync } from 'node:fs';

/**
 * The scripts that index.html names, in two parts:
 *
 * - shell: its script tag with all that it imports, which is what draws the top bar;
 * - playground: what it has fetched beside it, which is all else until the grid and a row can be used.
 */
function partsOf() {
  if (!existsSync('dist/index.html'))
    throw new Error('Nothing is built: npm run build comes first');
  const html = readFileSync('dist/index.html', 'utf8');
  const shell = withImports(scriptsIn(html, /<script [^>]*src="\.\/([^"]+\.js)"/g));
  const playground = withImports(
    scriptsIn(html, /<link rel="modulepreload"[^>]*href="\.\/([^"]+)"/g),
  );
  return { shell, playground: playground.filter((file) => !shell.includes(file)) };
}

/** @param {string} text @param {RegExp} pattern @param {string} folder */
function scriptsIn(text, pattern, folder = 'dist/') {
  return [...text.matchAll(pattern)].map(([, file]) => folder + file);
}

/** Files with all that they import statically. @param {readonly string[]} files */
function withImports(files) {
  const found = new Set(files);
  for (const file of found)
    for (const imported of scriptsIn(
      readFileSync(file, 'utf8'),
      /\b(?:from|import)\s*["']\.\/([^"']+\.js)["']/g,
      'dist/assets/',
    ))
      found.add(imported);
  return [...found];
}

const { shell, playground } = partsOf();

export default [
  { name: 'shell', path: shell, limit: '45 kB', gzip: true },
  { name: 'playground', path: playground, limit: '170 kB', gzip: true },
];
