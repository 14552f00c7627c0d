// Build plugin: builds the workers' answers about the first sample into the page.
import { fileURLToPath } from 'node:url';
import { uneval } from 'devalue';
import { runnerImport, type Plugin } from 'vite';
import type { OpenedRun } from '#workers/open-file.ts';
import { assembly, compileScanner } from './assembly.ts';
import { schemaBase } from './patched-libraries.ts';

const ENTRY = fileURLToPath(new URL('prepare-answers.ts', import.meta.url));

/**
 * Builds the workers' answers about the first sample into `first-sample-answers.ts`, computed by
 * the page's own code: a first visit shows the sample before any worker has started. Tests ask the
 * workers.
 */
export function sampleAnswers(): Plugin {
  return {
    name: 'sample-answers',
    apply: (_, { mode }) => mode !== 'test',
    async load(id) {
      if (!id.endsWith('/run/first-sample-answers.ts')) return undefined;
      await compileScanner();
      const { module, dependencies } = await runnerImport<{ ANSWERS: OpenedRun }>(ENTRY, {
        configFile: false,
        plugins: [assembly(), schemaBase()],
      });
      for (const file of dependencies) this.addWatchFile(file);
      return `export const FIRST_SAMPLE_ANSWERS = ${uneval(module.ANSWERS)};`;
    },
  };
}
