// Build plugin: loads the texts of a screen with that screen.
import type { Plugin } from 'vite';

const IMPORT = /import\s*\{([^}]*)\}\s*from\s*(["'])([^"']*\/texts\.ts)\2/g;

/**
 * Loads the texts of a screen with that screen. A feature has all its texts in one texts.ts, which
 * would otherwise be loaded with the first screen that uses any of them: each export becomes its
 * own module, from which the bundler drops all others.
 */
export function textsPerScreen(): Plugin {
  return {
    name: 'texts-per-screen',
    apply: 'build',
    enforce: 'post',
    transform(code) {
      if (!code.includes('/texts.ts')) return null;
      return code.replace(IMPORT, (_, names: string, quote: string, path: string) =>
        names
          .split(',')
          .filter((name) => name.trim() !== '')
          .map((name) => {
            const [exported = ''] = name.trim().split(/\s/);
            return `import {${name}} from ${quote}${path}?only=${exported}${quote}`;
          })
          .join(';'),
      );
    },
  };
}
