// What a page has and jsdom lacks, or does worse than Node. Not stubbed: a test that takes back its
// own stubs keeps these.
import { Blob, File } from 'node:buffer';
import 'fake-indexeddb/auto';
import { afterEach, expect } from 'vitest';

// jsdom's own cannot be read in pieces nor cross to a worker
Object.assign(globalThis, { Blob, File });

// what was cloned is of Node's classes, and jsdom's are others
for (const own of [ArrayBuffer, Uint8Array, Uint32Array, Int32Array, Float64Array, BigInt64Array]) {
  Object.assign(globalThis, { [own.name]: (structuredClone(new own(0)) as object).constructor });
}

// jsdom has no layout: every element is as large as a window that shows all of a small dataset
const WIDTH = 1440;
const HEIGHT = 1400;
Object.assign(globalThis, { innerWidth: WIDTH, innerHeight: HEIGHT });
const HEAD_HEIGHT = 28;
const heightOf = (element: HTMLElement): number =>
  element.getAttribute('role') === 'rowgroup' ? HEAD_HEIGHT : HEIGHT;
for (const side of ['client', 'offset'] as const) {
  Object.defineProperties(HTMLElement.prototype, {
    [`${side}Width`]: { configurable: true, get: () => WIDTH },
    [`${side}Height`]: {
      configurable: true,
      get(this: HTMLElement) {
        return heightOf(this);
      },
    },
  });
}
Object.assign(Element.prototype, {
  checkVisibility: () => true,
  scrollTo: () => undefined,
  scrollIntoView: () => undefined,
  getAnimations: () => [],
});

Object.assign(globalThis, {
  reportError: (error: Error) =>
    dispatchEvent(new ErrorEvent('error', { error, message: error.message, cancelable: true })),
  matchMedia: (media: string) => Object.assign(new EventTarget(), { media, matches: false }),
  ResizeObserver: class {
    readonly #tell: (entries: readonly unknown[]) => void;
    constructor(tell: (entries: readonly unknown[]) => void) {
      this.#tell = tell;
    }
    observe(target: Element): void {
      const contentRect = { x: 0, y: 0, width: WIDTH, height: HEIGHT };
      const size = [{ inlineSize: WIDTH, blockSize: HEIGHT }];
      const entry = { target, contentRect, contentBoxSize: size, borderBoxSize: size };
      queueMicrotask(() => this.#tell([entry]));
    }
    unobserve(): void {
      // nothing ever changes its size
    }
    disconnect(): void {
      // nothing ever changes its size
    }
  },
});

// jsdom's dialogs cannot be opened; they hold no focus here, which only a browser shows
Object.assign(HTMLDialogElement.prototype, {
  show(this: HTMLDialogElement) {
    this.open = true;
  },
  showModal(this: HTMLDialogElement) {
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    if (!this.open) return;
    this.open = false;
    this.dispatchEvent(new Event('close'));
  },
});

// jsdom knows no popovers
Object.assign(HTMLElement.prototype, {
  showPopover: () => undefined,
  hidePopover: () => undefined,
});

// nor files of a folder
Object.defineProperty(File.prototype, 'webkitRelativePath', { value: '', writable: true });

// what Svelte warns of, such as reading a part that is gone, a browser's console would show, too
const warnings: unknown[] = [];
const { warn } = console;
console.warn = (...texts: unknown[]) => {
  if (String(texts[0]).includes('[svelte]')) warnings.push(texts[0]);
  warn.call(console, ...texts);
};
afterEach(() => {
  expect(warnings.splice(0), 'what Svelte warned of').toEqual([]);
});
