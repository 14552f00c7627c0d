import { oneLetterKeysOf } from '#kernel/one-letter-keys.svelte.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { canEdit } from '#kernel/run/open-run.ts';
import { loadRest } from './parts.svelte.ts';
import { resultsOf } from '#features/results/results-view.svelte.ts';

/** What is shown over every screen; empty for nothing. */
export type Overlay = 'palette' | 'share' | 'network' | '';

/**
 * Acts on a key pressed anywhere on the page.
 * @param show shows the commands, or the share menu
 */
export function onShortcut(
  event: KeyboardEvent,
  app: AppState,
  show: (overlay: Overlay) => void,
): void {
  if (event.defaultPrevented || event.altKey) return;
  // the focus may be outside an open dialog: a button that was disabled has lost it
  const isInDialog = document.querySelector('dialog[open]') !== null;
  if (event.ctrlKey || event.metaKey) {
    if (isInDialog || event.shiftKey) return;
    const act = keysWithControl(app, show)[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
    return;
  }
  // in a dialog it closes that and no more
  if (event.key === 'Escape' && !isInDialog && app.workspace.progress) app.workspace.cancel();
  if (isTyping(event.target)) return;
  if (event.key.length === 1 && !oneLetterKeysOf(app).isOn) return;
  const shown = shownControl(event, isInDialog);
  if (shown) {
    event.preventDefault();
    if (shown instanceof HTMLInputElement) shown.focus();
    else shown.click();
    return;
  }
  const act = keys(app, isInDialog)[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

/** A button or field in sight that names the key as its own; a key that presses what has the focus is not for it. */
function shownControl({ key, target }: KeyboardEvent, isInDialog: boolean): HTMLElement | null {
  const isPressed = target instanceof HTMLElement && target.closest(PRESSED) !== null;
  if (!/^[\w/]+$/.test(key) || (key === 'Enter' && isPressed)) return null;
  const all = document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts~="${key}"]:enabled`);
  // a dialog that is closed keeps what is in it, and one that is open covers all else
  const within = isInDialog ? 'dialog[open]' : 'dialog';
  return [...all].find((control) => (control.closest(within) !== null) === isInDialog) ?? null;
}

// the tab that is open has nothing to do
const PRESSED = 'button:not([aria-selected="true"]), a, summary, [role="row"]:not([data-slot])';

function keysWithControl(
  app: AppState,
  show: (overlay: 'palette' | 'share') => void,
): Record<string, () => void> {
  const shareLink = async (): Promise<void> => {
    const { copyShownLink } = await loadRest();
    await copyShownLink(app, () => show('share'));
  };
  return {
    k: () => show('palette'),
    s: () => void shareLink(),
    ...(hasRows(app) && { g: () => show('palette') }),
  };
}

/** Whether rows are shown or will be in a moment: the keys that are about them have a meaning. */
function hasRows({ router, workspace, isStarting }: AppState): boolean {
  const { phase, shownRun } = workspace;
  if (router.screen !== 'playground') return false;
  return isStarting || phase.kind === 'scoring' || (shownRun?.columns.rowCount ?? 0) > 0;
}

function keys(app: AppState, isInDialog: boolean): Record<string, () => void> {
  const anywhere = isInDialog
    ? {}
    : {
        '?': () => resultsOf(app).set({ help: 'README' }),
        c: () => app.router.go('compare'),
      };
  if (app.router.screen !== 'playground') return anywhere;
  return {
    ...anywhere,
    j: () => app.view.move(1),
    k: () => app.view.move(-1),
    n: () => app.view.moveToFailure(1),
    p: () => app.view.moveToFailure(-1),
    ...(canType(app, isInDialog && !resultsOf(app).drawers.row) && {
      e: () => resultsOf(app).set({ typing: true }),
    }),
    ...(hasRows(app) && { '/': () => resultsOf(app).goToFilter() }),
  };
}

/** Whether there is a row in sight whose expected calls can be changed. */
function canType({ view, workspace }: AppState, isInDialog: boolean): boolean {
  const { shownRun } = workspace;
  return view.selected >= 0 && shownRun !== undefined && canEdit(shownRun) && !isInDialog;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.closest('input, textarea, select, [role="menu"]') !== null
  );
}
