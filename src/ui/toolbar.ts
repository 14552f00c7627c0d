import type { Attachment } from 'svelte/attachments';

const CONTROLS = ':is(button, [role="separator"]):not(:disabled, [role^="menuitem"])';
const POPUPS = 'dialog, [popover], [role="menu"]';

/**
 * Makes the controls of an element one tab stop, as in the toolbar pattern of WAI-ARIA: left, right,
 * Home and End move between them, and Tab comes back to the one used last. Fields keep a stop of
 * their own, because they need these keys.
 */
export const oneTabStop: Attachment<HTMLElement> = (element) => {
  let current: HTMLElement | undefined;

  const controls = (): HTMLElement[] =>
    [...element.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => {
      const popup = control.closest(POPUPS);
      const isInPopup = popup !== null && element.contains(popup);
      return !isInPopup && control.checkVisibility();
    });

  function update(): void {
    const all = controls();
    if (!current || !all.includes(current)) current = all[0];
    for (const control of all) control.tabIndex = control === current ? 0 : -1;
  }

  function onfocusin({ target }: FocusEvent): void {
    const control = controls().find((other) => other === target);
    if (!control) return;
    current = control;
    update();
  }

  function onkeydown(event: KeyboardEvent): void {
    const { key, target, shiftKey, ctrlKey, altKey, metaKey, defaultPrevented } = event;
    if (shiftKey || ctrlKey || altKey || metaKey || defaultPrevented) return;
    const all = controls();
    const index = all.findIndex((control) => control === target);
    if (index < 0) return;
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: all.length - 1 }[key];
    if (to === undefined) return;
    event.preventDefault();
    all[(to + all.length) % all.length]?.focus();
  }

  update();
  // controls come and go, and what is disabled cannot be the stop
  const observer = new MutationObserver(update);
  observer.observe(element, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  // what a narrower page hides cannot be the stop either
  addEventListener('resize', update);
  element.addEventListener('focusin', onfocusin);
  element.addEventListener('keydown', onkeydown);
  return () => {
    observer.disconnect();
    removeEventListener('resize', update);
    element.removeEventListener('focusin', onfocusin);
    element.removeEventListener('keydown', onkeydown);
  };
};
