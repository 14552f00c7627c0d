import { REPORT_BLOCK_ID } from '#engine/run-file/report-block.ts';

/** The page as it was built, where it is one file; else empty. */
let source = '';

/**
 * Takes the run out of the page, if it is a report, and remembers the page without it. To be called
 * before anything is drawn.
 */
export function takeReportBlock(): string | undefined {
  const block = document.getElementById(REPORT_BLOCK_ID);
  const text = block?.textContent;
  block?.remove();
  if (import.meta.env.MODE === 'single')
    source = `<!doctype html>\n${document.documentElement.outerHTML}`;
  return text;
}

/** The HTML of this page as one file; empty while it is being developed. */
export async function ownPage(): Promise<string> {
  return source === '' ? (await import('./single-page.ts')).SINGLE_PAGE : source;
}
