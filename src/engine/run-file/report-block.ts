/**
 * The id of the element with a report's run; apart from the rest, which the start does not need.
 */
export const REPORT_BLOCK_ID = 'embedded-run';
