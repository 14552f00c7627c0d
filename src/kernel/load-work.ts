const importWork = () => import('./work.ts');

let work: ReturnType<typeof importWork> | undefined;

/** Loads what the kernel does once the top bar is drawn, once; again only after a failure. */
export function loadWork(): ReturnType<typeof importWork> {
  work ??= importWork().catch((error: unknown) => {
    work = undefined;
    throw error;
  });
  return work;
}
