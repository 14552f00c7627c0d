import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { openApp, openFile } from '../../tests/support/open-app.ts';
import { oneLetterKeysOf } from '#kernel/one-letter-keys.svelte.ts';
import { onShortcut } from './shortcuts.ts';
import { resultsOf } from '#features/results/results-view.svelte.ts';

let app: AppState;
const show = vi.fn();
const listen = (event: KeyboardEvent): void => onShortcut(event, app, show);

beforeEach(async () => {
  app = await openApp();
  show.mockClear();
  document.addEventListener('keydown', listen);
});

afterEach(() => {
  document.removeEventListener('keydown', listen);
  document.body.innerHTML = '';
});

/** Presses keys on an element; tells whether the page kept the last one from the browser. */
function press(keys: string, target: Element = document.body): boolean {
  let isKept = false;
  for (const key of keys.split(' ')) {
    const [name = '', ...held] = key.split('+').reverse();
    const init = { key: name, ctrlKey: held.includes('Control'), shiftKey: held.includes('Shift') };
    const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true });
    isKept = !target.dispatchEvent(event);
  }
  return isKept;
}

function openDialog(): HTMLDialogElement {
  const dialog = document.body.appendChild(document.createElement('dialog'));
  dialog.open = true;
  return dialog;
}

/** The number of the selected row, from 1. */
const selected = (): number => app.view.selected + 1;

describe('keys pressed anywhere', () => {
  it('move by row and by failure', () => {
    expect(selected()).toBe(2);
    for (const [keys, row] of [
      ['j', 3],
      ['n', 4],
      ['n n', 8],
      ['p', 5],
      ['k', 4],
    ] as const) {
      expect(press(keys)).toBe(true);
      expect(selected()).toBe(row);
    }
  });

  it('are left to a button that has the focus, but not to the tab that is open', () => {
    document.body.innerHTML =
      '<button role="tab" aria-selected="true">open</button><button>other</button>' +
      '<button aria-keyshortcuts="Enter">next</button>';
    const [tab, other, next] = document.querySelectorAll('button');
    const pressed = vi.fn();
    next?.addEventListener('click', pressed);
    press('Enter', other);
    expect(pressed).not.toHaveBeenCalled();
    press('Enter', tab);
    expect(pressed).toHaveBeenCalledOnce();
  });

  it('press the control in sight that names them, none of a dialog that is closed', () => {
    const pressed: string[] = [];
    document.body.innerHTML =
      '<dialog><button aria-keyshortcuts="Enter">closed</button></dialog>' +
      '<button aria-keyshortcuts="Enter">page</button>';
    for (const button of document.querySelectorAll('button'))
      button.addEventListener('click', () => pressed.push(button.textContent));
    press('Enter');
    document.querySelector('dialog')?.setAttribute('open', '');
    press('Enter', document.querySelector('dialog') ?? undefined);
    document.querySelectorAll('button')[1]?.remove();
    document.querySelector('dialog')?.removeAttribute('open');
    press('Enter');
    expect(pressed).toEqual(['page', 'closed']);
  });

  it('do nothing as single characters once these are switched off, on this device', () => {
    const keys = oneLetterKeysOf(app);
    expect(keys.isOn).toBe(true);
    keys.isOn = false;
    for (const key of ['j', 'n', '1', '/', '?', 'c']) expect(press(key)).toBe(false);
    expect([selected(), app.router.screen]).toEqual([2, 'playground']);
    expect(show).not.toHaveBeenCalled();
    expect(press('Control+k')).toBe(true);
    expect(show).toHaveBeenCalledWith('palette');
    expect(localStorage.length).toBeGreaterThan(0);
    keys.isOn = true;
    expect(press('j')).toBe(true);
    expect(selected()).toBe(3);
  });

  it('go on within the drawer of a row', () => {
    const dialog = openDialog();
    press('j j', dialog);
    expect(selected()).toBe(4);
    // what would open above it, or go elsewhere, does not
    for (const key of ['?', 'c', 'Control+k', 'Control+g']) expect(press(key, dialog)).toBe(false);
    expect(show).not.toHaveBeenCalled();
    expect(resultsOf(app).drawers.help).toBeUndefined();
  });

  it('open the help and the commands', () => {
    press('?');
    expect(resultsOf(app).drawers.help).toBe('README');
    expect(press('Control+k')).toBe(true);
    expect(show).toHaveBeenLastCalledWith('palette');
    // with Shift the browser has its own
    expect(press('Control+Shift+k')).toBe(false);
    expect(show).toHaveBeenCalledTimes(1);
  });

  it('go to the filters and to a row, from any tab, before what shows them is there', () => {
    resultsOf(app).tab = 'review';
    expect(press('/')).toBe(true);
    expect([resultsOf(app).tab, resultsOf(app).wantedFocus]).toEqual(['rows', 'filter']);
    expect(press('Control+g')).toBe(true);
    expect(show).toHaveBeenLastCalledWith('palette');
  });

  it('leave the filters alone where there are no rows and none are coming', async () => {
    app.workspace.clear();
    await openFile(app, 'empty.jsonl', '');
    for (const key of ['/', 'Control+g']) expect(press(key)).toBe(false);
    expect(resultsOf(app).wantedFocus).toBeUndefined();
    expect(resultsOf(app).isAnyOpen).toBe(false);
    app.router.go('runs');
    await eventually(() => expect(app.router.screen).toBe('runs'));
    for (const key of ['/', 'f', 'j', 'n', 'Control+g']) expect(press(key)).toBe(false);
  });

  it('leave typing alone', () => {
    document.body.innerHTML = '<input><div role="menu"><button>item</button></div>';
    const [field, item] = [...document.querySelectorAll('input, button')];
    for (const target of [field!, item!])
      for (const key of ['n', 'j', 'k', '?', '/', 'c']) expect(press(key, target)).toBe(false);
    expect(selected()).toBe(2);
    expect(show).not.toHaveBeenCalled();
    // commands are found from a field, too
    expect(press('Control+k', field)).toBe(true);
  });

  it('go to Compare', async () => {
    press('c');
    await eventually(() => expect(app.router.screen).toBe('compare'));
  });

  it('cancel scoring by Escape, unless a dialog has it', () => {
    const cancel = vi.spyOn(app.workspace, 'cancel').mockImplementation(() => undefined);
    press('Escape');
    expect(cancel).not.toHaveBeenCalled();
    vi.spyOn(app.workspace, 'progress', 'get').mockReturnValue({} as never);
    const dialog = openDialog();
    press('Escape');
    expect(cancel).not.toHaveBeenCalled();
    dialog.open = false;
    press('Escape');
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  it('that something else has acted on do nothing more', () => {
    const button = document.createElement('button');
    button.addEventListener('keydown', (event) => event.preventDefault());
    document.body.append(button);
    press('j', button);
    expect(selected()).toBe(2);
  });
});
