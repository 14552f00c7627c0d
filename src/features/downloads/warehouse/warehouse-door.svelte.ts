import { perApp } from '#kernel/per-app.svelte.ts';

/** Whether the script for BigQuery is looked at. */
class WarehouseDoor {
  isOpen = $state(false);
}

/** The door of an app; the dialog behind it is the download menu's. */
export const warehouseDoorOf = perApp(() => new WarehouseDoor());
