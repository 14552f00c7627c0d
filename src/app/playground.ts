// The second of the page’s three parts, after the shell: first visit, numbers, table and row.
export { openClipboard, openFiles } from '#features/data/open-files.ts';
export { default as Screens } from './Screens.svelte';
export { start } from './start.ts';
