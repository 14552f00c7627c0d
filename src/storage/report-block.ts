/** The id of the element that holds a report's run. */
export const REPORT_BLOCK_ID = 'embedded-run';
