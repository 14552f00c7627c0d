// Build plugin: writes the types of the package into one file, api.d.ts.
import { build } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import type { Plugin } from 'vite';

/**
 * Writes the types of an entry as one file beside its code, with their docs.
 * @param tsconfig what its types are checked with
 */
export function declarations(entry: string, tsconfig: string): Plugin {
  return {
    name: 'declarations',
    apply: 'build',
    async writeBundle({ dir }) {
      await build({
        input: entry,
        plugins: [dts({ emitDtsOnly: true, tsconfig })],
        output: { ...(dir === undefined ? {} : { dir }) },
        logLevel: 'silent',
      });
    },
  };
}
