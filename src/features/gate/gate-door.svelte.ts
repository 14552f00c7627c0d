import { perApp } from '#kernel/per-app.svelte.ts';

/** Whether the gate of a comparison is looked at. */
class GateDoor {
  /** Undefined until it is opened for the first time: its code is not loaded before. */
  isOpen = $state<boolean | undefined>();
}

/** The door of an app; the drawer behind it belongs to the comparison on the screen. */
export const gateDoorOf = perApp(() => new GateDoor());
