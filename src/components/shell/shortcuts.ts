import type { AppState } from '#state/app.svelte.ts';

/** A key and what it does, as the keyboard list shows it. */
export interface Shortcut {
  readonly keys: readonly string[];
  readonly does: string;
}

/** Every shortcut, in the groups of the keyboard list. */
export const SHORTCUTS: readonly {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}[] = [
  {
    title: 'Anywhere',
    shortcuts: [
      { keys: ['?'], does: 'Show this list' },
      { keys: ['Ctrl V'], does: 'Score the clipboard as a new dataset' },
      { keys: ['g p'], does: 'Go to Playground' },
      { keys: ['g r'], does: 'Go to Runs' },
      { keys: ['c'], does: 'Compare runs' },
      { keys: ['Esc'], does: 'Cancel scoring, close what floats' },
    ],
  },
  {
    title: 'Rows',
    shortcuts: [
      { keys: ['/'], does: 'Filter rows by text' },
      { keys: ['j', '↓'], does: 'Next row' },
      { keys: ['k', '↑'], does: 'Previous row' },
      { keys: ['n'], does: 'Next failure' },
      { keys: ['p'], does: 'Previous failure' },
      { keys: ['Ctrl G'], does: 'Go to a row by id or number' },
      { keys: ['Enter'], does: 'Open the row' },
    ],
  },
  {
    title: 'Editor',
    shortcuts: [{ keys: ['F8'], does: 'Next problem' }],
  },
];

let waitsForPlace = false;

/**
 * Acts on a key pressed anywhere on the page.
 * @param event the key
 * @param app the app's state
 * @param openHelp shows the keyboard list
 */
export function onShortcut(event: KeyboardEvent, app: AppState, openHelp: () => void): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  // the focus may be outside an open dialog: a button that was disabled has lost it
  const isInDialog = document.querySelector('dialog[open]') !== null;
  // in a dialog it closes that and no more
  if (event.key === 'Escape' && !isInDialog && app.workspace.progress) app.workspace.cancel();
  if (isTyping(event.target)) return;
  const act = waitsForPlace ? places(app)[event.key] : keys(app, openHelp, isInDialog)[event.key];
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
    '/': () => document.querySelector<HTMLInputElement>('[data-filter] input')?.focus(),
  };
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.closest('input, textarea, select, [role="menu"]') !== null
  );
}
