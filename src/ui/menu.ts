import { untrack } from 'svelte';
import type { Attachment } from 'svelte/attachments';

export interface MenuAction {
  readonly label: string;
  /** Quiet text at the right edge: a size, a count, a key. */
  readonly hint?: string | undefined;
  /** Defined for a choice: the item becomes a radio of the menu. */
  readonly checked?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  /** Chosen, it leaves the menu open: a choice for the items below it. */
  readonly staysOpen?: boolean | undefined;
  readonly onselect: () => void;
}

export type MenuItem = MenuAction | 'separator' | { readonly caption: string };

export function isAction(item: MenuItem): item is MenuAction {
  return typeof item === 'object' && 'onselect' in item;
}

/** Some items carry a check mark, so all keep room for it. */
export function isChoice(items: readonly MenuItem[]): boolean {
  return items.some((item) => isAction(item) && item.checked !== undefined);
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Place {
  readonly left: number;
  readonly top: number;
  readonly maxHeight: number;
}

const GAP = 4;
const EDGE = 8;

/** Below the button, or above when there is more room; always inside the view. All in px. */
export function placeMenu(
  button: Box,
  menu: { readonly width: number; readonly height: number },
  view: { readonly width: number; readonly height: number },
  align: 'start' | 'end',
): Place {
  const wanted = align === 'start' ? button.left : button.left + button.width - menu.width;
  const left = Math.max(EDGE, Math.min(wanted, view.width - menu.width - EDGE));
  const below = button.top + button.height + GAP;
  const roomBelow = view.height - below - EDGE;
  const roomAbove = button.top - GAP - EDGE;
  if (menu.height <= roomBelow || roomBelow >= roomAbove) {
    return { left, top: below, maxHeight: Math.max(0, roomBelow) };
  }
  const height = Math.min(menu.height, roomAbove);
  return { left, top: button.top - GAP - height, maxHeight: roomAbove };
}

/** Keeps an open menu beside its button while either moves or grows; answers how to end that. */
function followButton(menu: HTMLElement, button: HTMLElement, align: 'start' | 'end'): () => void {
  let frame = 0;
  const follow = (): void => {
    const size = { width: menu.offsetWidth, height: menu.scrollHeight };
    const view = { width: innerWidth, height: innerHeight };
    const place = placeMenu(button.getBoundingClientRect(), size, view, align);
    menu.style.left = `${String(place.left)}px`;
    menu.style.top = `${String(place.top)}px`;
    menu.style.maxHeight = `${String(place.maxHeight)}px`;
    frame = requestAnimationFrame(follow);
  };
  follow();
  return () => cancelAnimationFrame(frame);
}

const LEAVING = ['pointerdown', 'focusin'] as const;

/**
 * Shows a menu or a panel at its button while it is there, and gives it the focus. Created once for
 * each of them: another attachment would open it again.
 * @param button looked up when the menu opens and with each press
 * @param align read when the menu opens
 * @param onoutside called when a press or the focus goes outside both
 * @param first picks what has the focus at first; the menu itself by default
 */
export function openAt(
  button: () => HTMLElement | undefined,
  align: () => 'start' | 'end',
  onoutside: () => void,
  first: (menu: HTMLElement) => HTMLElement | undefined = (menu) => menu,
): Attachment<HTMLElement> {
  return (menu) => {
    function onleave({ target }: Event): void {
      if (!(target instanceof Node) || menu.contains(target)) return;
      if (!button()?.contains(target)) onoutside();
    }
    return untrack(() => {
      menu.showPopover();
      const opener = button();
      const unfollow = opener && followButton(menu, opener, align());
      first(menu)?.focus({ preventScroll: true });
      for (const type of LEAVING) document.addEventListener(type, onleave, true);
      return () => {
        unfollow?.();
        for (const type of LEAVING) document.removeEventListener(type, onleave, true);
      };
    });
  };
}

/** Index of the next item that starts with the typed text, searching from `from`; -1 if none. */
export function findByPrefix(labels: readonly string[], typed: string, from: number): number {
  const text = typed.toLocaleLowerCase();
  for (let step = 0; step < labels.length; step += 1) {
    const index = (from + step) % labels.length;
    if (labels[index]?.toLocaleLowerCase().startsWith(text)) return index;
  }
  return -1;
}

/** Where a key leads in a list that wraps around; undefined for other keys. `at` is -1 for none. */
export function stepByKey(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (Math.max(at, 0) - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
