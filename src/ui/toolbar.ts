import type { Attachment } from 'svelte/attachments';

const CONTROLS =
  ':is(button, a[href], input:not([type="file"])):not(:disabled, [role^="menuitem"])';
const POPUPS = 'dialog, [popover], [role="menu"]';

/** Whether a field moves its caret by the key; at its edges the arrows lead on. */
function isForCaret(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLInputElement) || target.selectionStart === null) return false;
  const { selectionStart, selectionEnd, value } = target;
  const edge = { ArrowLeft: 0, ArrowRight: value.length }[key];
  return selectionStart !== edge || selectionEnd !== edge;
}

/** @param stop the tab index of the control that was used last */
const arrowKeys =
  (stop: 0 | -1): Attachment<HTMLElement> =>
  (element) => {
    let current: HTMLElement | undefined;
    let place = 0;
    /** What has the focus, or had it until it went or nothing could be pressed. */
    let focused: HTMLElement | undefined;

    const controls = (): HTMLElement[] =>
      [...element.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => {
        const popup = control.closest(POPUPS);
        const isInPopup = popup !== null && element.contains(popup);
        return !isInPopup && control.checkVisibility();
      });

    function update(): void {
      const all = controls();
      if (!current || !all.includes(current)) current = all[Math.min(place, all.length - 1)];
      place = Math.max(0, current ? all.indexOf(current) : 0);
      for (const control of all) control.tabIndex = control === current ? stop : -1;
      if (!focused || document.activeElement !== document.body || isInert()) return;
      focused = undefined;
      current?.focus();
    }

    function onfocusin({ target }: FocusEvent): void {
      const control = controls().find((other) => other === target);
      if (!control) return;
      current = focused = control;
      update();
    }

    const isInert = (): boolean => element.hasAttribute('inert');

    /** What was left by a person is left; what was removed, or made inert, is not. */
    const onfocusout = ({ target }: FocusEvent): void =>
      queueMicrotask(() => {
        const isLeft = element.contains(target as Node) && !isInert();
        if (target === focused && isLeft) focused = undefined;
      });

    function onkeydown(event: KeyboardEvent): void {
      const { key, target, shiftKey, ctrlKey, altKey, metaKey, defaultPrevented } = event;
      if (shiftKey || ctrlKey || altKey || metaKey || defaultPrevented) return;
      const all = controls();
      const index = all.findIndex((control) => control === target);
      if (index < 0 || isForCaret(target, key)) return;
      const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: all.length - 1 }[key];
      if (to === undefined) return;
      event.preventDefault();
      const next = all[(to + all.length) % all.length];
      next?.focus();
      // as Tab does
      if (next instanceof HTMLInputElement) next.select();
    }

    // once for all that is drawn together: what is visible costs a layout
    queueMicrotask(update);
    // controls come and go, and what is disabled cannot be the stop; none may take the focus along
    const observer = new MutationObserver(update);
    observer.observe(element, {
      subtree: true,
      childList: true,
      attributeFilter: ['disabled', 'inert'],
    });
    // what a narrower page hides cannot be the stop either
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('resize', update, { signal });
    element.addEventListener('focusin', onfocusin, { signal });
    element.addEventListener('focusout', onfocusout, { signal });
    element.addEventListener('keydown', onkeydown, { signal });
    return () => {
      observer.disconnect();
      listening.abort();
    };
  };

/**
 * Makes the controls of an element one tab stop, as in the toolbar pattern of WAI-ARIA: left, right,
 * Home and End move between them, and Tab comes back to the one used last.
 */
export const oneTabStop = arrowKeys(0);

/** The same for controls that other keys lead to: Tab passes them. */
export const noTabStop = arrowKeys(-1);
