import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import { holdKeys, letGo } from './held-keys.ts';

let seen: string[] = [];
const listen = (event: KeyboardEvent): void => void seen.push(event.key);

beforeEach(() => {
  seen = [];
  document.body.innerHTML = '<button id="before">before</button>';
  (document.activeElement as HTMLElement | null)?.blur();
  document.addEventListener('keydown', listen);
});

afterEach(() => {
  letGo();
  document.removeEventListener('keydown', listen);
  document.body.innerHTML = '';
  vi.useRealTimers();
});

/** Presses keys where the focus is, one after another; tells which the page kept from the browser. */
function press(...keys: (string | KeyboardEventInit)[]): boolean[] {
  return keys.map((key) => {
    const init = typeof key === 'string' ? { key } : key;
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
    return !(document.activeElement ?? document.body).dispatchEvent(event);
  });
}

function add(html: string): HTMLElement {
  document.body.insertAdjacentHTML('beforeend', html);
  return document.body.lastElementChild as HTMLElement;
}

const addField = (): HTMLInputElement => add('<input>') as HTMLInputElement;

describe('keys pressed while what they are meant for is on the way', () => {
  it('are typed into the field that comes, in their order, and act on nothing before', async () => {
    holdKeys();
    expect(press('a', 'b', 'x', 'Backspace', 'c', ' ', 'd')).toEqual(Array(7).fill(true));
    expect(seen).toEqual([]);
    const field = addField();
    const onInput = vi.fn();
    field.addEventListener('input', onInput);
    field.focus();
    await eventually(() => expect(field.value).toBe('abc d'));
    expect(onInput).toHaveBeenCalledTimes(7);
    // each is pressed once, so that what listens for it acts once
    expect(seen).toEqual(['a', 'b', 'x', 'Backspace', 'c', ' ', 'd']);
  });

  it('take the place of what is selected, as typing does', async () => {
    holdKeys();
    press('n');
    const field = addField();
    field.value = 'old';
    field.focus();
    field.setSelectionRange(0, 3);
    await eventually(() => expect(field.value).toBe('n'));
  });

  it('are not typed when what listens for them has acted on them', async () => {
    holdKeys();
    press('ArrowDown', 'Enter');
    const field = addField();
    const acted: string[] = [];
    field.addEventListener('keydown', (event) => {
      acted.push(event.key);
      event.preventDefault();
    });
    field.focus();
    await eventually(() => expect(acted).toEqual(['ArrowDown', 'Enter']));
    expect(field.value).toBe('');
  });

  it('go on to what one of them opens, with keys pressed meanwhile behind them', async () => {
    holdKeys();
    press('a', 'Enter', 'b');
    const first = addField();
    const second = addField();
    first.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') holdKeys();
    });
    first.focus();
    await eventually(() => expect(seen).toEqual(['a', 'Enter']));
    press('c');
    second.focus();
    await eventually(() => expect(second.value).toBe('bc'));
    expect(first.value).toBe('a');
  });

  it('press a button, send a form, and close a dialog as the browser would', async () => {
    const onClick = vi.fn();
    holdKeys();
    press('Enter');
    const button = add('<button>open</button>');
    button.addEventListener('click', onClick);
    button.focus();
    await eventually(() => expect(onClick).toHaveBeenCalledOnce());

    const onSubmit = vi.fn((event: Event) => event.preventDefault());
    holdKeys();
    press('7', 'Enter');
    const form = add('<form><input type="number"><button type="submit">');
    form.addEventListener('submit', onSubmit);
    form.querySelector('input')?.focus();
    await eventually(() => expect(onSubmit).toHaveBeenCalledOnce());
    expect(form.querySelector('input')?.value).toBe('7');

    holdKeys();
    press('Escape');
    const dialog = add('<dialog open tabindex="-1"></dialog>') as HTMLDialogElement;
    dialog.focus();
    await eventually(() => expect(dialog.open).toBe(false));
  });

  it('wait for the end of a dialog, which gives the focus back a moment later', async () => {
    const opener = document.querySelector('button')!;
    const dialog = add('<dialog open tabindex="-1"></dialog>') as HTMLDialogElement;
    dialog.close = () =>
      void setTimeout(() => {
        dialog.dispatchEvent(new Event('close'));
        opener.focus();
      }, 20);
    const open = ({ key }: KeyboardEvent): void => {
      if (key === 'o') holdKeys();
    };
    document.addEventListener('keydown', open);
    holdKeys();
    press('Escape', 'o', 'x');
    dialog.focus();
    await eventually(() => expect(seen).toEqual(['Escape', 'o']));
    expect(document.activeElement).toBe(opener);
    const field = addField();
    field.focus();
    await eventually(() => expect(field.value).toBe('x'));
    document.removeEventListener('keydown', open);
  });

  it('are joined by what is pasted', async () => {
    holdKeys();
    press('a');
    const pasted = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
      clipboardData: { getData: () => ' b' },
    });
    expect(document.body.dispatchEvent(pasted)).toBe(false);
    press('c');
    const field = addField();
    field.focus();
    await eventually(() => expect(field.value).toBe('a bc'));
  });

  it('are let go of when a person turns to something else', async () => {
    const other = addField();
    for (const turn of [
      () => other.dispatchEvent(new Event('pointerdown', { bubbles: true })),
      () => press('Tab'),
      () => window.dispatchEvent(new Event('vite:preloadError')),
    ]) {
      holdKeys();
      press('a');
      turn();
      other.focus();
      expect(press('b')).toEqual([false]);
      other.blur();
    }
    await new Promise((resolve) => setTimeout(resolve));
    expect(other.value).toBe('');
  });

  it('are let go of when nothing comes for ten seconds', () => {
    vi.useFakeTimers();
    holdKeys();
    vi.advanceTimersByTime(9_999);
    expect(press('a')).toEqual([true]);
    vi.advanceTimersByTime(1);
    expect(press('b')).toEqual([false]);
    expect(seen).toEqual(['b']);
  });

  it('are those that the page answers to, no others', () => {
    holdKeys();
    const own = [
      { key: 'r', ctrlKey: true },
      { key: 'F5' },
      { key: 'ArrowLeft', altKey: true },
      { key: 'Shift' },
      { key: 'a', isComposing: true },
    ];
    expect(press(...own)).toEqual(own.map(() => false));
    expect(press({ key: 'k', ctrlKey: true }, 'F')).toEqual([true, true]);
  });

  it('wait for another focus than the one there is', async () => {
    const button = document.querySelector('button')!;
    button.focus();
    holdKeys();
    press('a');
    button.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve));
    expect(seen).toEqual([]);
    expect(press('b')).toEqual([true]);
    const field = addField();
    field.focus();
    await eventually(() => expect(field.value).toBe('ab'));
  });
});

it('keys go where the focus is once all that was held is given', async () => {
  holdKeys();
  const field = addField();
  field.focus();
  await eventually(() => expect(press('a')).toEqual([false]));
});
