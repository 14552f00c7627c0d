import { vi } from 'vitest';

/** Waits until something is so; fails only on a machine that hardly runs at all. */
export async function until(isSo: () => boolean | Promise<boolean>, interval = 5): Promise<void> {
  await vi.waitUntil(isSo, { timeout: 60_000, interval });
}
