const importRest = () => import('./rest.ts');

/** What is behind a click. */
export type Rest = Awaited<ReturnType<typeof importRest>>;

let rest = $state.raw<Rest>();

/** Loads the screens, and what the table, a row and the data need. */
export const loadPlayground = () => import('./playground.ts');

/** Loads everything behind a click; a press that needs it waits until it has come. */
export async function loadRest(): Promise<Rest> {
  rest ??= await importRest();
  return rest;
}

/** The rest of the page, once something has asked for it. */
export const loadedRest = (): Rest | undefined => rest;
