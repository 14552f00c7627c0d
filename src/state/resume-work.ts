import type { DraftKeeper } from './draft-keeper.ts';
import type { Workspace } from './workspace.svelte.ts';

/**
 * Takes up the work where it was left, or opens the run of a link to another.
 * @param workspace shows it
 * @param drafts what was left
 * @param linkedRun id of the run that is linked to, or an empty text
 * @returns whether anything is shown
 */
export async function resumeWork(
  workspace: Workspace,
  drafts: DraftKeeper,
  linkedRun: string,
): Promise<boolean> {
  const draft = await drafts.load();
  const isOther = linkedRun !== '' && linkedRun !== draft?.runId;
  if (isOther && (await workspace.openRun(linkedRun))) return true;
  if (!draft) return false;
  if (draft.runId !== null && (await workspace.openRun(draft.runId))) {
    if (draft.text !== null && draft.text !== workspace.text) workspace.edit(draft.text);
    return true;
  }
  if (draft.text === null || draft.text.trim() === '') return false;
  const title = draft.title || 'Draft';
  if (draft.isHeld === true) workspace.holdText(draft.text, title);
  else await workspace.openText(draft.text, title);
  return true;
}
