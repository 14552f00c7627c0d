import type { BrowserContext, Page } from '@playwright/test';

interface SliceGate {
  hold: boolean;
  readonly waiting: (() => void)[];
}

declare global {
  var sliceGate: SliceGate;
}

/**
 * Lets a test hold back what a worker is to score of a file after its first slice, so that it finds
 * the page amid a file on any machine. Call it before the page is opened.
 */
export async function prepareSlices(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    if (typeof Worker === 'undefined') return;
    const gate: SliceGate = { hold: false, waiting: [] };
    Object.assign(globalThis, { sliceGate: gate });
    const post = Worker.prototype.postMessage as (...args: unknown[]) => void;
    Worker.prototype.postMessage = function (this: Worker, ...args: unknown[]) {
      const [message] = args as [{ argumentList?: { value?: unknown }[] } | undefined];
      const [name, , input] = message?.argumentList ?? [];
      const { start } = (input?.value ?? {}) as { start?: number };
      const isLater = name?.value === 'scoreLines' && start !== 0;
      if (gate.hold && isLater) gate.waiting.push(() => post.apply(this, args));
      else post.apply(this, args);
    };
  });
}

/** Holds back slices from now on. */
export function holdSlices(page: Page): Promise<void> {
  return page.evaluate(() => {
    sliceGate.hold = true;
  });
}

/** Lets those that wait go on, and all that follow. */
export function releaseSlices(page: Page): Promise<void> {
  return page.evaluate(() => {
    sliceGate.hold = false;
    for (const go of sliceGate.waiting.splice(0)) go();
  });
}
