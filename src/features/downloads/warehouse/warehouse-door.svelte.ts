import type { DialectId } from '#core/warehouse/dialects.ts';
import { perApp } from '#kernel/per-app.svelte.ts';

/** Whether the script for a warehouse is looked at, and for which. */
class WarehouseDoor {
  dialect = $state<DialectId>();
}

/** The door of an app; the dialog behind it is the download menu's. */
export const warehouseDoorOf = perApp(() => new WarehouseDoor());
