import type { AppState } from '#state/app.svelte.ts';

let waitsForPlace = false;

/**
 * Acts on a key pressed anywhere on the page.
 * @param event the key
 * @param app the app's state
 * @param show shows the keyboard list, or the commands
 */
export function onShortcut(
  event: KeyboardEvent,
  app: AppState,
  show: (overlay: 'help' | 'palette') => void,
): void {
  if (event.defaultPrevented || event.altKey) return;
  // the focus may be outside an open dialog: a button that was disabled has lost it
  const isInDialog = document.querySelector('dialog[open]') !== null;
  if (event.ctrlKey || event.metaKey) {
    if (event.key !== 'k' || isInDialog) return;
    event.preventDefault();
    show('palette');
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
    '/': () => withFilters('[data-filter] input', (field) => field.focus()),
    f: () => withFilters('[data-filter-text]', (button) => button.click()),
    ...Object.fromEntries(['1', '2', '3', '4', '5'].map((key) => [key, () => rate(app, key)])),
  };
}

/** Rates the selected row. */
function rate(app: AppState, key: string): void {
  const { selected } = app.view;
  void import('#state/rater.ts').then(({ raterOf }) => raterOf(app).rate(selected, Number(key)));
}

/** Filters come a moment after the first screen: a key pressed before waits for them. */
function withFilters(selector: string, act: (element: HTMLElement) => void): void {
  const find = (): HTMLElement | null => document.querySelector<HTMLElement>(selector);
  const element = find();
  if (element) {
    act(element);
    return;
  }
  const actLater = (): void => {
    const late = find();
    if (late) act(late);
  };
  const bar = import('#components/results/FilterBar.svelte');
  void bar.then(() => requestAnimationFrame(actLater)).catch(() => undefined);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.closest('input, textarea, select, [role="menu"]') !== null
  );
}
