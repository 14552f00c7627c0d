/**
 * The id of the element with a report's run; in a file of its own, because the page needs it at
 * start.
 */
export const REPORT_BLOCK_ID = 'embedded-run';
