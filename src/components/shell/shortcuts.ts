import type { AppState } from '#state/app.svelte.ts';

let waitsForPlace = false;

/**
 * Acts on a key pressed anywhere on the page.
 * @param event the key
 * @param app the app's state
 * @param show shows the keyboard list, the commands, or the ways to share
 */
export function onShortcut(
  event: KeyboardEvent,
  app: AppState,
  show: (overlay: 'help' | 'palette' | 'share') => void,
): void {
  if (event.defaultPrevented || event.altKey) return;
  // the focus may be outside an open dialog: a button that was disabled has lost it
  const isInDialog = document.querySelector('dialog[open]') !== null;
  if (event.ctrlKey || event.metaKey) {
    if (isInDialog || (event.key !== 'k' && event.key !== 's')) return;
    event.preventDefault();
    if (event.key === 'k') show('palette');
    else {
      void import('#components/share/copy-shared.ts').then(({ copyRunLink }) =>
        copyRunLink(app, () => show('share')),
      );
    }
    return;
  }
  // in a dialog it closes that and no more
  if (event.key === 'Escape' && !isInDialog && app.workspace.progress) app.workspace.cancel();
  if (isTyping(event.target)) return;
  const act = waitsForPlace
    ? places(app)[event.key]
    : keys(app, () => show('help'), isInDialog)[event.key];
  waitsForPlace = !waitsForPlace && event.key === 'g';
  if (!act) return;
  event.preventDefault();
  act();
}

function places(app: AppState): Record<string, () => void> {
  return {
    p: () => app.router.go('playground'),
    r: () => app.router.go('runs'),
    c: () => app.router.go('compare'),
  };
}

function keys(
  app: AppState,
  openHelp: () => void,
  isInDialog: boolean,
): Record<string, () => void> {
  const anywhere = isInDialog ? {} : { '?': openHelp, c: () => app.router.go('compare') };
  if (app.router.screen !== 'playground') return anywhere;
  return {
    ...anywhere,
    j: () => app.view.move(1),
    k: () => app.view.move(-1),
    n: () => app.view.moveToFailure(1),
    p: () => app.view.moveToFailure(-1),
    '/': focusFilter,
    f: () => app.results.toggleFilterText(),
    ...Object.fromEntries(['1', '2', '3', '4', '5'].map((key) => [key, () => rate(app, key)])),
  };
}

/** Rates the selected row. */
function rate(app: AppState, key: string): void {
  const { selected } = app.view;
  void import('#state/rater.ts').then(({ raterOf }) => raterOf(app).rate(selected, Number(key)));
}

/** Filters come a moment after the first screen: a key pressed before waits for them. */
function focusFilter(): void {
  const focus = (): void => document.querySelector<HTMLElement>('[data-filter] input')?.focus();
  focus();
  const bar = import('#components/results/FilterBar.svelte');
  void bar.then(() => requestAnimationFrame(focus)).catch(() => undefined);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.closest('input, textarea, select, [role="menu"]') !== null
  );
}
