import type { AppState } from '#kernel/app.svelte.ts';
import { readClipboard } from '#kernel/clipboard.ts';
import { perApp } from '#kernel/per-app.svelte.ts';
import type { OtherSide } from './other-side.svelte.ts';

class LoadedParts {
  otherSide = $state.raw<OtherSide | undefined>();
}

const partsOf = perApp(() => new LoadedParts());

/** Opens files in the playground; the code comes when it is first asked for. */
export async function openFiles(
  app: AppState,
  files: readonly File[],
  ticket = app.workspace.runs.ticket(),
): Promise<void> {
  app.router.go('playground');
  const open = await import('./open-files.ts');
  await open.openFiles(app, files, ticket);
}

/** Opens the text of the clipboard in the playground. */
export async function openClipboard(app: AppState): Promise<void> {
  const ticket = app.workspace.runs.ticket();
  const text = await readClipboard(app.notices);
  app.router.go('playground');
  if (text !== undefined) await app.workspace.openText(text, undefined, ticket);
}

/** What joins the two sides of a dataset; undefined until a side was found to be missing. */
export function otherSideOf(app: AppState): OtherSide | undefined {
  return partsOf(app).otherSide;
}

/** Loads what joins two sides. */
export async function prepareOtherSide(app: AppState): Promise<OtherSide> {
  const { OtherSide } = await import('./other-side.svelte.ts');
  return (partsOf(app).otherSide ??= new OtherSide(app.pool, app.workspace));
}
