import { untrack } from 'svelte';
import type { Attachment } from 'svelte/attachments';

/**
 * Shows a native modal dialog while `isOpen` holds, and gives the focus back after.
 * Escape and a press beside the dialog ask the owner to close through `onclose`.
 */
export function modal(isOpen: () => boolean, onclose: () => void): Attachment<HTMLDialogElement> {
  return (dialog) => {
    if (!isOpen()) return undefined;
    const opener = document.activeElement;
    untrack(() => {
      dialog.showModal();
      (dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog).focus();
    });

    const lifetime = new AbortController();
    const { signal } = lifetime;
    let pressedBeside = false;
    function onpointerdown(event: PointerEvent): void {
      pressedBeside = event.target === dialog;
    }
    function onclick(event: MouseEvent): void {
      // A selection that ends beside the dialog must not close it.
      if (pressedBeside && event.target === dialog) dialog.close();
    }
    dialog.addEventListener('pointerdown', onpointerdown, { signal });
    dialog.addEventListener('click', onclick, { signal });
    dialog.addEventListener('close', () => !dialog.open && onclose(), { signal });

    // what had the focus may be gone: keys go on working in the dialog
    const observer = new MutationObserver(() => {
      if (dialog.open && document.activeElement === document.body) dialog.focus();
    });
    observer.observe(dialog, { childList: true, subtree: true });

    return () => {
      observer.disconnect();
      lifetime.abort();
      dialog.close();
      // The browser forgets the opener of a dialog removed while open.
      if (opener instanceof HTMLElement && opener.isConnected)
        opener.focus({ preventScroll: true });
    };
  };
}
