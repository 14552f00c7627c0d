import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { RemoteBrowser } from './remote-browser.ts';

interface Deed {
  readonly selector: string;
  readonly name: string;
  readonly deed?: 'click' | undefined;
  readonly text?: string | undefined;
}

/** Finds an element by selector and name, in the page, and does something to it. */
function act({ selector, name, deed, text }: Deed): string | null {
  const nameOf = (element: Element): string =>
    (element.getAttribute('aria-label') ?? element.textContent).trim();
  const found = [...document.querySelectorAll<HTMLTextAreaElement>(selector)].find((element) =>
    new RegExp(name).test(nameOf(element)),
  );
  if (!found || found.matches(':disabled')) return null;
  if (deed === 'click') found.click();
  if (text !== undefined) {
    found.value = text;
    found.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  return found.textContent;
}

/** The page in a remote browser: elements are named by a selector and a pattern of their name. */
export class RemotePage {
  readonly browser: RemoteBrowser;

  constructor(browser: RemoteBrowser) {
    this.browser = browser;
  }

  /** Waits for an element; gives its text. */
  async see(selector: string, name = /^/): Promise<string> {
    return this.#act({ selector, name: name.source });
  }

  async click(selector: string, name: RegExp): Promise<void> {
    await this.#act({ selector, name: name.source, deed: 'click' });
  }

  async fill(selector: string, text: string): Promise<void> {
    await this.#act({ selector, name: '', text });
  }

  async choose(menu: RegExp, item: RegExp): Promise<void> {
    await this.click('[aria-haspopup=menu]', menu);
    await this.click('[role=menu] [role^=menuitem]', item);
  }

  /** Waits until so many rows are scored. */
  async expectRows(count: number): Promise<void> {
    await this.see('[role=status]', new RegExp(`^${count.toLocaleString('en')} rows? scored`));
  }

  /** Chooses a file of the menu Share; gives its text. */
  async download(item: RegExp, name: string): Promise<string> {
    await this.choose(/^Share$/, item);
    const path = join(this.browser.downloads, name);
    const read = (): string => {
      try {
        return readFileSync(path, 'utf8');
      } catch {
        return '';
      }
    };
    await expect.poll(read, name).not.toBe('');
    return read();
  }

  async #act(deed: Deed): Promise<string> {
    let text: string | null = null;
    const tryIt = async (): Promise<boolean> => {
      text = await this.browser.run(act, deed);
      return text !== null;
    };
    await expect.poll(tryIt, `${deed.selector} named ${deed.name}`).toBe(true);
    return text ?? '';
  }
}
