/** The HTML of this page as one file. The site's build fills it in, see scripts/single-file.ts. */
export const SINGLE_PAGE: string = '';
