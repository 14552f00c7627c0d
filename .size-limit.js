import { existsSync, readFileSync } from 'node:fs';

/** The scripts index.html names, so all that load before the first interaction. */
function firstScripts() {
  if (!existsSync('dist/index.html'))
    throw new Error('Nothing is built: npm run build comes first');
  const html = readFileSync('dist/index.html', 'utf8');
  // the worker's code runs in a thread of its own
  return [...html.matchAll(/(?:src|href)="\.\/(assets\/(?!evaluation\.worker)[^"]+\.js)"/g)].map(
    ([, file]) => `dist/${file}`,
  );
}

export default [
  { name: 'scripts before interaction', path: firstScripts(), limit: '56 kB', gzip: true },
];
