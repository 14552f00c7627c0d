/**
 * The policy that locks the page, beside its own: no request to anywhere. Without a `default-src` a
 * browser would fetch ahead what a `<link rel="prefetch">` names; what the page’s own policy allows
 * of itself goes through.
 */
export const LOCK_POLICY =
  "default-src 'self' data: blob: 'unsafe-inline' 'wasm-unsafe-eval'; connect-src 'none'";
