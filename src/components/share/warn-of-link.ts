import { LONG_LINK, LONGEST_LINK } from '#state/write-link.ts';
import { formatCount } from '#components/ui/format-number.ts';

/** A link, once it is written; `too long` when there can be none. */
export type LinkState = string;

/** What to mind about a link that is long; undefined when there is nothing. */
export function warnOfLink(link: LinkState): string | undefined {
  if (link === 'too long')
    return `Too long for a link: ${formatCount(LONGEST_LINK)} characters is the limit. Send the run file instead.`;
  if (link.length > LONG_LINK)
    return `Some chat programs cut links longer than ${formatCount(LONG_LINK)} characters.`;
  return undefined;
}
