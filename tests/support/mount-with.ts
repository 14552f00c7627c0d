import { configure, within, type BoundFunctions, type queries } from '@testing-library/dom';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { flushSync, mount, unmount, type Component } from 'svelte';
import { onTestFinished } from 'vitest';
import type { AppState } from '#kernel/app.svelte.ts';
import { setApp } from '#kernel/context.ts';

configure({
  // as long as a busy machine may take
  asyncUtilTimeout: 60_000,
  // jsdom has no layout that would hide anything, and asking for it takes most of the time
  defaultHidden: true,
  // without the whole document in every message: waiting makes many of them
  getElementError: (message) => new Error(message?.split('\n')[0] ?? 'not found'),
});

type Anchored = (anchor: unknown, props: unknown) => Record<string, unknown>;

/** A part of the page that is mounted alone. */
export interface Mounted {
  readonly element: HTMLElement;
  /** Finds what is in it by role, name or text. */
  readonly screen: BoundFunctions<typeof queries>;
  readonly user: UserEvent;
  /** Its text in sight, see visibleText. */
  text(): string;
  /** The button or link whose name begins with this, else has it in it. */
  button(name: string): HTMLElement;
  /** The list to choose from that has this label. */
  select(label: string): HTMLSelectElement;
  /** The lines of the body of a table with this name, the cells of each parted by a bar. */
  lines(table: string): string[];
  /** Takes it away before the test ends. */
  close(): Promise<void>;
}

/**
 * Mounts a component that works with the app's state, without the rest of the page, until the end
 * of the test.
 */
export function mountWith<Props extends Record<string, unknown>>(
  app: AppState | undefined,
  component: Component<Props>,
  props: Props,
): Mounted {
  const element = document.createElement('div');
  document.body.append(element);
  const withApp: Anchored = (anchor, given) => {
    if (app) setApp(app);
    return (component as unknown as Anchored)(anchor, given);
  };
  const mounted = mount(withApp as unknown as Component<Props>, {
    target: element,
    props,
    context: new Map(),
  });
  flushSync();
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await unmount(mounted);
    element.remove();
  };
  onTestFinished(close);
  const text = (): string => {
    flushSync();
    return visibleText(element);
  };
  const button = (name: string): HTMLElement => {
    flushSync();
    const all = [...element.querySelectorAll<HTMLElement>('button, a')];
    const named = (one: HTMLElement): string => one.getAttribute('aria-label') ?? textOf(one);
    return found(
      all.find((one) => named(one).startsWith(name)) ??
        all.find((one) => named(one).includes(name)),
      name,
    );
  };
  const select = (label: string): HTMLSelectElement => {
    flushSync();
    const all = [...element.querySelectorAll('select')];
    return found(
      all.find(({ labels }) => textOf(labels[0] ?? null) === label),
      label,
    );
  };
  const lines = (table: string): string[] => {
    flushSync();
    const all = element.querySelectorAll(`table[aria-label="${table}"] > tbody > tr`);
    return [...all].map((line) => [...line.children].map((cell) => textOf(cell)).join('|'));
  };
  const screen = within(element);
  return {
    element,
    screen,
    user: userEvent.setup({ delay: null }),
    text,
    button,
    select,
    lines,
    close,
  };
}

function found<T>(element: T | undefined, name: string): T {
  if (element === undefined) throw new Error(`nothing is named ${name}`);
  return element;
}

/** The text in an element, each run of white space as one space. */
export function textOf(element: Element | null): string {
  return (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
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
