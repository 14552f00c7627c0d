// Build plugins: divide the page's own code into three parts, have the second fetched in time, and
// give each the texts of its own screens.
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/**
 * The shell, the playground, and the rest: each with everything it imports that no earlier part
 * has. Workers, samples and Python, which are imported on demand, are chunks of their own.
 */
export const PARTS: Rolldown.CodeSplittingGroup[] = [
  { name: 'shell', test: /\/src\/main\.ts$/, priority: 3 },
  { name: 'playground', test: /\/src\/(app\/playground|kernel\/work)\.ts$/, priority: 2 },
  {
    name: 'rest',
    test: /\/src\/(app\/rest|engine\/read-files|features\/data\/rare-files)\.ts$/,
    priority: 1,
  },
];

/** Writes links to the playground into index.html: it is fetched along with the shell. */
export function fetchPlayground(): Plugin {
  return {
    name: 'fetch-playground',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) => linksToPlayground(bundle),
    },
  };
}

function linksToPlayground(bundle: Rolldown.OutputBundle): HtmlTagDescriptor[] {
  const chunk = Object.values(bundle).find((file) => nameOf(file) === 'playground');
  if (chunk?.type !== 'chunk') throw new Error('The build made no playground');
  const others = chunk.imports.filter(
    (file) => !PARTS.some((part) => part.name === nameOf(bundle[file])),
  );
  const scripts = [chunk.fileName, ...others];
  const styles = [...(chunk.viteMetadata?.importedCss ?? [])];
  return [
    ...scripts.map((file) => linkTo(file, { rel: 'modulepreload' })),
    ...styles.map((file) => linkTo(file, { rel: 'preload', as: 'style' })),
  ];
}

const nameOf = (file: Rolldown.OutputBundle[string] | undefined): string =>
  file?.type === 'chunk' ? file.name : '';

const linkTo = (file: string, attrs: Record<string, string>): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { ...attrs, crossorigin: true, href: `./${file}` },
  injectTo: 'head',
});

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
