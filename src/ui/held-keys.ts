/** Nobody waits longer for what a key was to open. */
const LONGEST_MS = 10_000;

/** What a held key, or pasted text, does in its turn. */
type Turn = () => Promise<void> | undefined;

let held: Turn[] = [];
/** What had the focus when something else was to take it; undefined while nothing is to. */
let waiting: { readonly from: Element | null; readonly timer: number } | undefined;
let listening: AbortController | undefined;
/** The key that is given right now. */
let given: Event | undefined;
let isGiving = false;

/**
 * Tells that something was opened that will take the focus, maybe only when its code has come. Keys
 * pressed before are meant for it: they are held until then, and given to it in their order.
 * Pressing somewhere else, by pointer or Tab, lets go of them, and so does waiting too long.
 */
export function holdKeys(): void {
  clearTimeout(waiting?.timer);
  const timer = window.setTimeout(letGo, LONGEST_MS);
  waiting = { from: waiting ? waiting.from : document.activeElement, timer };
  if (listening) return;
  listening = new AbortController();
  const { signal } = listening;
  const first = { capture: true, signal };
  document.addEventListener('keydown', hold, first);
  document.addEventListener('paste', holdPasted, first);
  document.addEventListener('pointerdown', letGo, first);
  document.addEventListener('focusin', give, { signal });
  // code that could not be loaded: nothing will take the focus
  addEventListener('vite:preloadError', letGo, { signal });
}

/** Forgets what is held; keys do again what they do where the focus is. */
export function letGo(): void {
  clearTimeout(waiting?.timer);
  waiting = undefined;
  held = [];
  listening?.abort();
  listening = undefined;
}

function hold(event: KeyboardEvent): void {
  if (event === given) return;
  if (event.key === 'Tab') letGo();
  if (event.isComposing || !isForPage(event)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  held.push(() => press(event));
}

function holdPasted(event: ClipboardEvent): void {
  const text = event.clipboardData?.getData('text/plain') ?? '';
  event.preventDefault();
  event.stopImmediatePropagation();
  held.push(() => {
    const field = textField();
    if (field) insert(field, text, 'insertFromPaste');
    return undefined;
  });
}

/** Whether a key is one that the page answers to, and none of the browser's own. */
function isForPage({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (altKey) return false;
  if (ctrlKey || metaKey) return ['k', 's', 'g'].includes(key.toLowerCase());
  return key.length === 1 || /^(Enter|Escape|Backspace|Arrow.+|Home|End|Page.+)$/.test(key);
}

function give(): void {
  const { activeElement, body } = document;
  if (!waiting || activeElement === waiting.from || activeElement === body) return;
  clearTimeout(waiting.timer);
  waiting = undefined;
  if (!isGiving) void giveInTurn();
}

/** Gives what is held, each after the page has drawn what the one before has changed. */
async function giveInTurn(): Promise<void> {
  isGiving = true;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve));
    // the key before may itself have opened something
    if (waiting) break;
    const turn = held.shift();
    if (!turn) {
      letGo();
      break;
    }
    await turn();
  }
  isGiving = false;
}

/** Presses a key again where the focus is now: what listens for it acts, else the browser would. */
function press(event: KeyboardEvent): Promise<void> | undefined {
  const target = document.activeElement ?? document.body;
  given = new KeyboardEvent(event.type, event);
  const isOpen = target.dispatchEvent(given);
  given = undefined;
  const isPlain = !event.ctrlKey && !event.metaKey;
  return isOpen && isPlain ? actAsBrowser(event.key, target) : undefined;
}

/** What a browser does with a key by itself; it does so for no key that a page has made. */
function actAsBrowser(key: string, target: Element): Promise<void> | undefined {
  const field = textField();
  if (key === 'Escape') return close(target.closest('dialog'));
  if (field && key.length === 1) insert(field, key, 'insertText');
  else if (field && key === 'Backspace') erase(field);
  else if (key === 'Enter' && target instanceof HTMLInputElement)
    target.form?.querySelector<HTMLElement>('[type=submit]')?.click();
  else if (key === 'Enter' || key === ' ')
    target.closest<HTMLElement>('button, a[href], summary')?.click();
  return undefined;
}

/** Closes a dialog, and waits until the page has been told: it then moves the focus. */
async function close(dialog: HTMLDialogElement | null): Promise<void> {
  if (!dialog?.open) return;
  await new Promise<unknown>((resolve) => {
    dialog.addEventListener('close', resolve, { once: true });
    dialog.close();
  });
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** The field that has the focus. */
function textField(): TextField | undefined {
  const { activeElement: focused } = document;
  const isField =
    focused instanceof HTMLTextAreaElement ||
    (focused instanceof HTMLInputElement &&
      !['checkbox', 'radio', 'button', 'file', 'range'].includes(focused.type));
  return isField ? focused : undefined;
}

function insert(field: TextField, text: string, inputType: string): void {
  const { selectionStart: start, selectionEnd: end } = field;
  // a number's field has no caret
  if (start === null || end === null) field.value += text;
  else field.setRangeText(text, start, end, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType }));
}

function erase(field: TextField): void {
  const { selectionStart: start, selectionEnd: end } = field;
  if (start === null || end === null) field.value = field.value.slice(0, -1);
  else field.setRangeText('', start === end ? Math.max(0, start - 1) : start, end, 'end');
  const inputType = 'deleteContentBackward';
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType }));
}
