import type { DraftKeeper } from './draft-keeper.ts';
import type { Workspace } from './workspace.svelte.ts';

/**
 * Resumes the work where it was left, or opens the run of a link; whether anything is shown.
 * @param linkedRun id of the run that is linked to, or an empty text
 */
export async function resumeWork(
  workspace: Workspace,
  drafts: DraftKeeper,
  linkedRun: string,
  ticket = workspace.runs.ticket(),
): Promise<boolean> {
  const draft = await drafts.load();
  const isOther = linkedRun !== '' && linkedRun !== draft?.runId;
  if (isOther && (await workspace.openRun(linkedRun, false, ticket))) return true;
  if (!draft) return false;
  if (draft.runId !== null && (await workspace.openRun(draft.runId, false, ticket))) {
    const isEdited = draft.text !== null && draft.text !== workspace.text;
    if (isEdited && !workspace.runs.isLate(ticket)) workspace.edit(draft.text);
    return true;
  }
  if (draft.text === null || draft.text.trim() === '') return false;
  const title = draft.title || 'Draft';
  if (draft.isHeld === true) workspace.holdText(draft.text, title, ticket);
  else await workspace.openText(draft.text, title, ticket);
  return true;
}
