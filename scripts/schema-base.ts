// Build plugin: lets the validator of JSON Schema load inside a blob worker.
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
