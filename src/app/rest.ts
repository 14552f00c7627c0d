// The last of the page's three parts: loaded when nothing else is to do.
export { default as Compare } from '#features/compare/Compare.svelte';
export { default as ComparisonStatus } from '#features/compare/ComparisonStatus.svelte';
export { default as DataPane } from '#features/data/DataPane.svelte';
export { default as Question } from '#features/data/Question.svelte';
export { default as ReferenceChanges } from '#features/references/ReferenceChanges.svelte';
export { default as ResultsTabs } from '#features/results/ResultsTabs.svelte';
export { default as Runs } from '#features/runs/Runs.svelte';
export { useCode } from '#features/data/use-code.ts';
export { copyShownLink } from '#features/share/copy-link.ts';
export { shareItems } from '#features/share/share-menu.svelte.ts';
export { sharingOf } from '#features/share/sharing.svelte.ts';
export { default as Drawers } from './Drawers.svelte';
export { default as SharedBanners } from '#features/share/SharedBanners.svelte';
