import { untrack } from 'svelte';
import type { Attachment } from 'svelte/attachments';

/**
 * Shows a native modal dialog while `isOpen` holds, and gives the focus back after.
 * Escape and a press beside the dialog ask the owner to close through `onclose`.
 * @param returnTo what has the focus after, given what had it before
 */
export function modal(
  isOpen: () => boolean,
  onclose: () => void,
  returnTo: (opener: Element | null) => Element | null = (opener) => opener,
): Attachment<HTMLDialogElement> {
  return (dialog) => {
    if (!isOpen()) return undefined;
    const opener = document.activeElement;
    untrack(() => {
      dialog.showModal();
      (dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog).focus();
    });

    const lifetime = new AbortController();
    const { signal } = lifetime;
    // chosen before the browser gives the focus back to the opener, which may act on that
    let next: Element | null = null;
    const choose = (): void => void (next = returnTo(opener) ?? opener);
    let pressedBeside = false;
    function onpointerdown(event: PointerEvent): void {
      pressedBeside = event.target === dialog;
    }
    function onclick(event: MouseEvent): void {
      // A selection that ends beside the dialog must not close it.
      if (!pressedBeside || event.target !== dialog) return;
      choose();
      dialog.close();
    }
    dialog.addEventListener('cancel', (event) => event.target === dialog && choose(), { signal });
    dialog.addEventListener('pointerdown', onpointerdown, { signal });
    dialog.addEventListener('click', onclick, { signal });
    dialog.addEventListener('close', () => !dialog.open && onclose(), { signal });

    // what had the focus may be gone: keys continue working in the dialog
    const observer = new MutationObserver(() => {
      if (dialog.open && document.activeElement === document.body) dialog.focus();
    });
    observer.observe(dialog, { childList: true, subtree: true });

    return () => {
      observer.disconnect();
      lifetime.abort();
      if (dialog.open || !next) choose();
      dialog.close();
      // The browser forgets the opener of a dialog removed while open.
      if (next instanceof HTMLElement && next.isConnected) next.focus({ preventScroll: true });
    };
  };
}
