/**
 * Loads code once: who asks for it again goes on at once, not after whatever the page draws meanwhile,
 * as `import()` would have it.
 * @param load imports it; asked again after a failure
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
