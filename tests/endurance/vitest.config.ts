import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vitest/config';
import usual from '../../vite.config.ts';

/** So many times more data than usual. */
export const TIMES = 4;

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Unit tests that state laws: those that make up their own data. */
function testsOfLaws(): string[] {
  const paths = ['src', 'workers', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(root, folder, name),
    ),
  );
  return paths
    .filter((path) => path.endsWith('.test.ts') && !path.endsWith('.svelte.test.ts'))
    .filter((path) => readFileSync(path, 'utf8').includes("from 'fast-check'"))
    .map((path) => relative(root, path));
}

/** Has laws that say how often they are tried be tried more often. */
const moreRuns = {
  name: 'more-runs',
  enforce: 'pre',
  transform: (code: string, id: string) =>
    id.endsWith('.test.ts')
      ? code.replace(/\bnumRuns: (\d+)/g, (_, count) => `numRuns: ${String(Number(count) * TIMES)}`)
      : undefined,
} as const;

/** The same tests as `npm test` runs, with as much more data as is worth some minutes. */
const { test, ...rest } = usual({ mode: 'test', command: 'serve' });
const shared = { ...test, projects: undefined };

export default mergeConfig(rest, {
  root,
  plugins: [moreRuns],
  test: {
    ...shared,
    reporters: ['default', ['json', { outputFile: join(root, 'test-results/laws.json') }]],
    environment: 'node',
    isolate: false,
    include: [...testsOfLaws(), 'tests/endurance/*.check.ts'],
    env: { RECHECK_BACKEND: 'pure' },
    setupFiles: [join(root, 'tests/endurance/many-runs.ts')],
    testTimeout: 1_800_000,
  },
});
