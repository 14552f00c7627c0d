/** A page of docs as the build reads it, see scripts/document-pages.ts. */
export interface Page {
  /** Its file’s name without the ending. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly kind: 'heading'; readonly parts: readonly Part[] }
  | { readonly kind: 'paragraph'; readonly parts: readonly Part[] }
  | { readonly kind: 'code'; readonly text: string }
  | {
      readonly kind: 'list';
      readonly isOrdered: boolean;
      readonly items: readonly (readonly Part[])[];
    }
  | {
      readonly kind: 'table';
      readonly head: readonly (readonly Part[])[];
      readonly rows: readonly (readonly (readonly Part[])[])[];
    };

/** Plain text, or parts of a line with one style. */
export type Part =
  | string
  | {
      readonly as: 'code' | 'strong' | 'em' | 'link';
      readonly to?: string;
      readonly parts: readonly Part[];
    };

const FILES = import.meta.glob<Page>('/docs/*.md', { eager: true, import: 'default' });

/** The page that leads to all others. */
export const FIRST_PAGE = 'README';

/** All pages of docs. */
export const PAGES: readonly Page[] = Object.values(FILES);

/** The words of parts, without how they are drawn. */
function wordsOf(parts: readonly Part[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : wordsOf(part.parts))).join('');
}

/** What a heading, or the row of a table, is called in links: as a forge does. */
export function placeOf(parts: readonly Part[]): string {
  return wordsOf(parts)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

/** The headings of a page, and what its tables are about. */
export function placesOf({ blocks }: Page): readonly string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'heading') return [wordsOf(block.parts)];
    return block.kind === 'table' ? block.rows.map(([first = []]) => wordsOf(first)) : [];
  });
}

/**
 * Where a link of a page leads: to a place of a page, out into the web, or nowhere in the help.
 * @param id the page that has the link
 */
export function readLink(
  id: string,
  to: string,
): { page: string } | { address: string } | undefined {
  if (/^https?:/.test(to)) return { address: to };
  const [, page, place = ''] = /^(?:([\w-]+)\.md)?(#[\w-]+)?$/.exec(to) ?? [];
  return page === undefined && place === '' ? undefined : { page: `${page ?? id}${place}` };
}
