import { onTestFinished, vi } from 'vitest';

/** A gate at which a call waits until it is opened. */
export interface Gate {
  /** Settled once a call waits. */
  readonly reached: Promise<void>;
  open(): void;
}

/**
 * Makes the next call of a method wait before it begins; later calls do not wait.
 * @param owner the object with the method
 * @param name the method's name
 * @param when the calls that count; all by default
 */
export function holdUp<Name extends string>(
  owner: Partial<Record<Name, (...given: never[]) => Promise<unknown>>>,
  name: Name,
  when: (...given: never[]) => boolean = () => true,
): Gate {
  const method = owner[name];
  if (!method) throw new Error(`no method ${name}`);
  let open: () => void = () => undefined;
  let reach: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const reached = new Promise<void>((resolve) => (reach = resolve));
  let isHeld = false;
  const held = vi.spyOn(owner as Record<string, (...given: never[]) => Promise<unknown>>, name);
  held.mockImplementation(async (...given: never[]) => {
    if (!isHeld && when(...given)) {
      isHeld = true;
      reach();
      await opened;
    }
    return method.apply(owner, given);
  });
  onTestFinished(() => open());
  return { reached, open };
}
