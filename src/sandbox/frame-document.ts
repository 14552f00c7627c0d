import FRAME from './frame.js?raw';

/** The CSP source of frame.js, which the page's own policy allows too; the build computes it. */
declare const SANDBOX_SCRIPT_SOURCE: string;

/**
 * The document of the sandboxed frame. Its policy allows its one script and blob workers, which
 * inherit it: no connection, no import, no evaluation of text.
 * @returns HTML for `srcdoc`
 */
export function frameDocument(): string {
  const policy = [
    "default-src 'none'",
    `script-src ${SANDBOX_SCRIPT_SOURCE}`,
    'worker-src blob:',
    "connect-src 'none'",
  ].join('; ');
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><script>${FRAME}</script>`;
}
