/** The id of the element that holds a report's run: all that the page has to know as it starts. */
export const REPORT_BLOCK_ID = 'embedded-run';
