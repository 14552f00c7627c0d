import { vi } from 'vitest';

/** Waits until an assertion holds: looks often, and long enough for a busy machine. */
export function eventually<T>(assertion: () => T | Promise<T>, interval = 5): Promise<T> {
  return vi.waitFor(assertion, { timeout: 60_000, interval });
}
