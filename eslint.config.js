import { env } from 'node:process';
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import jsdoc from 'eslint-plugin-jsdoc';
import playwright from 'eslint-plugin-playwright';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import { EXTRA_PACKAGES, LAYERS } from './scripts/layers.mjs';
import { ownRules } from './scripts/lint-rules.mjs';

const TESTS = ['**/*.test.ts', '**/*.bench.ts', 'tests/**'];
/**
 * Rules that need types take five times as long as all others: they are for the product alone, and
 * only where there is time, in npm run endurance. Types themselves are checked by npm run check.
 */
const isFull = env['LINT'] === 'full';
const UNTYPED = isFull
  ? [
      ...TESTS,
      'scripts/**',
      '*.{js,ts}',
      '.*.js',
      'src/{kernel/sandbox,engine/own-code,engine/own-code/python,command/own-metrics}/*.js',
    ]
  : ['**/*.{js,mjs,ts,svelte}'];

/** Forbids what a layer may not import: higher layers by alias or climbing path, and packages. */
function importLock(name, packages) {
  const { layers } = LAYERS[name];
  const higher = Object.keys(LAYERS).filter((other) => other !== name && !layers.includes(other));
  const patterns = [
    {
      regex: `^(#|.*\\.\\./)(${higher.join('|')})/(?!.*/questions\\.ts$)`,
      message: `The ${name} layer imports only: ${layers.join(', ') || 'itself'}.`,
    },
    {
      regex: `^(?![.#]|(${['$none', ...packages].join('|').replace('$', '\\$')})(/|$))`,
      message: `The ${name} layer uses only these packages: ${packages.join(', ') || 'none'}.`,
    },
  ];
  return { 'no-restricted-imports': ['error', { patterns }] };
}

/** What only a browser or Node has. Types alone do not catch it: papaparse's bring Node's along. */
const HOST_GLOBALS = Object.keys({ ...globals.browser, ...globals.worker, ...globals.node }).filter(
  (name) => !(name in globals.builtin),
);

/** The innermost folder comes last, because its rule replaces the outer one. */
const importLocks = [
  ...Object.keys(LAYERS)
    .sort((a, b) => LAYERS[a].folder.length - LAYERS[b].folder.length)
    .map((name) => [name, LAYERS[name].folder, LAYERS[name].packages]),
  ...Object.entries(EXTRA_PACKAGES).map(([folder, extra]) => {
    const name = Object.keys(LAYERS).find((layer) => folder.startsWith(`${LAYERS[layer].folder}/`));
    return [name, folder, [...LAYERS[name].packages, ...extra]];
  }),
  ['workers', 'src/features', LAYERS.workers.packages, '*/questions.ts'],
].map(([name, folder, packages, files = '**/*.{ts,svelte}']) => ({
  files: [`${folder}/${files}`],
  ignores: TESTS,
  rules: importLock(name, packages),
}));

export default defineConfig(
  // the compiler of AssemblyScript checks what is its own
  { ignores: ['dist', 'test-results', 'tests/fixtures', 'workers/lane/assembly'] },
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  svelte.configs.recommended,
  {
    // some are for rules that need types
    linterOptions: { reportUnusedDisableDirectives: isFull ? 'error' : 'off' },
    languageOptions: {
      parserOptions: {
        project: ['.', 'workers', 'src/package', 'src/command'].map(
          (folder) => `${folder}/tsconfig.json`,
        ),
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: {
      'max-lines': ['error', { max: 600, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      // npm run check finds them in every file, and in a third of the time of all other rules
      '@typescript-eslint/no-unused-vars': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['src/**/*.{ts,svelte}'],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['{src,workers}/**/*.{ts,svelte}'],
    ignores: TESTS,
    plugins: { own: ownRules },
    rules: { 'own/no-silent-catch': 'error' },
  },
  {
    files: ['src/{app,features,kernel,ui}/**/*.svelte'],
    plugins: { own: ownRules },
    rules: { 'own/texts-apart': 'error' },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
    rules: {
      'svelte/no-at-html-tags': 'error',
      // Big data is raw and replaced whole; built-ins beside it are private and not reactive.
      'svelte/prefer-svelte-reactivity': 'off',
      // There are no stores, and looking for them needs the types of every name.
      'svelte/require-store-reactive-access': 'off',
      // `let { a } = $props()` is how Svelte declares props.
      'prefer-const': 'off',
      'svelte/prefer-const': ['error', { excludedRunes: ['$props'] }],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'SvelteAwaitBlock[catch=null]',
          message: 'What is awaited may fail: say so in {:catch}.',
        },
      ],
    },
  },
  {
    // What a template binds, and what it is given by another, has no types for these rules; npm run
    // check has them. In an effect, void says that a value is only followed.
    files: ['**/*.svelte'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/restrict-plus-operands': 'off',
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/no-meaningless-void-operator': 'off',
    },
  },
  {
    files: ['tests/bench/**/*.mjs'],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['src/**/*.svelte'],
    rules: { 'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: ['src/core/**/*.ts'],
    ignores: TESTS,
    plugins: { jsdoc },
    settings: { jsdoc: { mode: 'typescript' } },
    rules: {
      'jsdoc/require-jsdoc': [
        'error',
        {
          publicOnly: true,
          contexts: [
            'TSInterfaceDeclaration',
            'TSTypeAliasDeclaration',
            'ExportNamedDeclaration > VariableDeclaration',
          ],
        },
      ],
      'jsdoc/require-description': 'error',
      'jsdoc/check-param-names': ['error', { disableMissingParamChecks: true }],
      'jsdoc/check-tag-names': ['error', { typed: true }],
      'jsdoc/no-types': 'error',
      'no-restricted-globals': ['error', ...HOST_GLOBALS],
    },
  },
  importLocks,
  {
    files: UNTYPED,
    extends: [ts.configs.disableTypeChecked],
    languageOptions: { parserOptions: { project: null } },
  },
  {
    files: TESTS,
    rules: { '@typescript-eslint/no-non-null-assertion': 'off', 'no-control-regex': 'off' },
  },
  {
    files: ['tests/{e2e,endurance}/**/*.ts'],
    plugins: { playwright },
    // without types nothing else tells of an assertion that nobody waits for
    rules: {
      'playwright/missing-playwright-await': 'error',
      'playwright/no-focused-test': 'error',
      'playwright/no-wait-for-timeout': 'error',
      'playwright/valid-expect': 'error',
    },
  },
  {
    files: ['scripts/**/*.mjs', 'tests/**/*.mjs'],
    languageOptions: { globals: globals.node },
  },
  {
    files: ['src/{kernel/sandbox,engine/own-code,engine/own-code/python}/*.js'],
    languageOptions: { sourceType: 'script', globals: globals.worker },
  },
  {
    files: ['scripts/service-worker.template.js'],
    languageOptions: {
      globals: { ...globals.serviceworker, __VERSION__: 'readonly', __FILES__: 'readonly' },
    },
  },
);
