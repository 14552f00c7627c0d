import { configure, within, type BoundFunctions, type queries } from '@testing-library/dom';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { flushSync, mount, unmount, type Component } from 'svelte';
import { onTestFinished } from 'vitest';
import type { AppState } from '#state/app.svelte.ts';
import { setApp } from '#state/context.ts';
import { letGo } from '#state/held-keys.ts';

configure({
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
  const mounted = mount(withApp as unknown as Component<Props>, { target: element, props });
  flushSync();
  onTestFinished(async () => {
    letGo();
    await unmount(mounted);
    element.remove();
  });
  return { element, screen: within(element), user: userEvent.setup({ delay: null }) };
}

/** The text in an element, each run of white space as one space. */
export function textOf(element: Element | null): string {
  return (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
}
