import { flushSync, mount, unmount, type Component } from 'svelte';
import { onTestFinished } from 'vitest';
import ColumnMapping from '#components/data/ColumnMapping.svelte';
import Receipt from '#components/data/Receipt.svelte';
import type { AppState } from '#state/app.svelte.ts';
import { setApp } from '#state/context.ts';
import { runOf } from './open-app.ts';
import { eventually } from './eventually.ts';

/** A part of the page that is mounted alone. */
export interface Mounted {
  readonly element: HTMLElement;
  /** Its text, each run of white space as one space. */
  text(): string;
  close(): void;
}

/** The text in sight: a space between elements, none of what stands in a closed dialog. */
function visibleText(element: Element): string {
  const texts: string[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (!parentElement?.closest('dialog:not([open])')) texts.push(textContent ?? '');
  }
  return texts.join(' ').replace(/\s+/g, ' ').trim();
}

type Anchored = (anchor: unknown, props: Record<string, unknown>) => unknown;

/** Mounts a component that works with the app's state, without the rest of the page, until the test's end. */
export function mountWith<Props extends Record<string, unknown>>(
  app: AppState,
  component: Component<Props>,
  props: Props,
): Mounted {
  const element = document.createElement('div');
  document.body.append(element);
  const withApp: Anchored = (anchor, given) => {
    setApp(app);
    return (component as unknown as Anchored)(anchor, given);
  };
  const mounted = mount(withApp as unknown as Component<Props>, {
    target: element,
    props,
    context: new Map(),
  });
  flushSync();
  let isOpen = true;
  const close = (): void => {
    if (isOpen) void unmount(mounted);
    isOpen = false;
    element.remove();
  };
  onTestFinished(close);
  return {
    element,
    text: () => {
      flushSync();
      return visibleText(element);
    },
    close,
  };
}

/** Mounts the receipt as the data pane shows it. */
export function mountReceipt(app: AppState, onshow?: (line: number) => void): Mounted {
  const { workspace } = app;
  const { phase, shownRun } = workspace;
  return mountWith(app, Receipt, {
    run: shownRun,
    fatal: phase.kind === 'unreadable' ? phase.issue : undefined,
    isBusy: workspace.progress !== undefined,
    show: onshow && { verb: 'Fix', onshow },
    onchoose: () => undefined,
  });
}

/** What the receipt of the open data says. */
export function receiptOf(app: AppState): string {
  const receipt = mountReceipt(app);
  const text = receipt.text();
  receipt.close();
  return text;
}

/** Mounts the choice of columns of the open run, and waits until its rows have been described. */
export async function mountColumns(app: AppState): Promise<Mounted> {
  const columns = mountWith(app, ColumnMapping, { run: runOf(app) });
  await eventually(() => {
    if (!columns.text().includes('First rows, as they are read now'))
      throw new Error('rows are not described yet');
  });
  return columns;
}
