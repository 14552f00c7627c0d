import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vitest/config';
import usual from '../../vite.config.ts';

/** Laws are tried so many times as often. */
const TIMES = '4';

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

/** The same tests as `npm test` runs, with as much more data as is worth some minutes. */
const { test, ...rest } = usual({ mode: 'test', command: 'serve' });
const shared = { ...test, projects: undefined };

export default mergeConfig(rest, {
  root,
  test: {
    ...shared,
    reporters: ['default', ['json', { outputFile: join(root, 'test-results/laws.json') }]],
    environment: 'node',
    isolate: false,
    include: [...testsOfLaws(), 'tests/endurance/*.check.ts'],
    env: { RECHECK_BACKEND: 'pure', LAWS: TIMES },
    setupFiles: [join(root, 'tests/support/law-runs.ts')],
    testTimeout: 1_800_000,
  },
});
