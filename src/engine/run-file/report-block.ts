/** The id of the element with a report's run; a file of its own, needed at the start. */
export const REPORT_BLOCK_ID = 'embedded-run';
