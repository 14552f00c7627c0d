// Build plugins: libraries that load where they are not made for.
import type { Plugin } from 'vite';

const LIBRARY = /@cfworker\/json-schema\/.*\/dereference\.js$/;
const BASE = /initialBaseURI = typeof self [^;]+;/;

/**
 * The validator of JSON Schema resolves references against the address of its worker, and throws
 * when loaded in a blob worker, whose address contains another one. Schemas of tools have no
 * outside references, so any base will do.
 */
export function schemaBase(): Plugin {
  return {
    name: 'schema-base',
    transform(code, id) {
      if (!LIBRARY.test(id)) return undefined;
      if (!BASE.test(code)) throw new Error('the validator of JSON Schema has no base to replace');
      return {
        code: code.replace(BASE, "initialBaseURI = new URL('https://schema.invalid');"),
        map: null,
      };
    },
  };
}

const NONE = '\0no-threads';

/** Leaves out what unzipit would start its own workers with: builds that run anywhere import nothing of Node. */
export const withoutThreads: Plugin = {
  name: 'without-threads',
  enforce: 'pre',
  apply: 'build',
  resolveId: (id, importer) =>
    id === 'node:worker_threads' && importer?.includes('/unzipit/') === true ? NONE : undefined,
  load: (id) => (id === NONE ? 'export const Worker = undefined;' : undefined),
};
