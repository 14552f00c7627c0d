import { render, cleanup } from '@testing-library/svelte';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { Component } from 'svelte';
import { onTestFinished } from 'vitest';
import type { AppState } from '#state/app.svelte.ts';
import { setApp } from '#state/context.ts';

/**
 * Shows one component below an app until the test ends.
 * @param app the app that the component works with
 * @param component what is shown
 * @param props what it is given
 * @returns a person at the keyboard and the mouse
 */
export function showComponent<Props extends Record<string, unknown>>(
  app: AppState,
  component: Component<Props>,
  props: NoInfer<Props>,
): UserEvent {
  onTestFinished(() => {
    cleanup();
  });
  const Shown: Component<Props> = (internals, given) => {
    setApp(app);
    return component(internals, given);
  };
  // with a context of its own, so that there is one to set the app in
  render(Shown as Component<Record<string, unknown>>, { props, context: new Map() });
  return userEvent.setup({ delay: null });
}
