const START = '#data=';
const LOOPBACK = /^(localhost|127\.0\.0\.1)$/;

/** What a link to a dataset names, or why that cannot be loaded. */
export type DataLink = { readonly url: URL } | { readonly problem: string };

/**
 * Reads a link that loads a dataset: `#data=` and its address, with or without percent signs.
 * @param fragment any fragment, with its `#`
 * @returns what it names; undefined when it is no such link
 */
export function readDataLink(fragment: string): DataLink | undefined {
  if (!fragment.startsWith(START)) return undefined;
  const url = addressIn(fragment.slice(START.length));
  if (!url) return { problem: 'This is no address such as https://example.org/rows.jsonl.' };
  // the same as the page's own policy allows
  const isAllowed =
    url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (!isAllowed) return { problem: 'Data is loaded by https only, or from this device.' };
  if (url.username !== '' || url.password !== '')
    return { problem: 'Its address holds a password.' };
  return { url: toFile(url) };
}

/** Writes a link that loads a dataset. */
export function linkToData(address: string): string {
  return START + encodeURIComponent(address);
}

/** The file itself, where an address is that of a page that shows it. */
function toFile(url: URL): URL {
  const [, owner, repository, kind, ...path] = url.pathname.split('/');
  if (url.host === 'github.com' && kind === 'blob' && path.length > 1)
    return new URL(
      `/${[owner, repository, ...path].join('/')}`,
      'https://raw.githubusercontent.com',
    );
  if (url.host === 'gist.github.com' && repository && kind === undefined)
    return new URL(`/${String(owner)}/${repository}/raw`, 'https://gist.githubusercontent.com');
  return url;
}

function addressIn(text: string): URL | undefined {
  for (const read of [(it: string) => it, decodeURIComponent]) {
    try {
      return new URL(read(text));
    } catch {
      // encoded, or no address
    }
  }
  return undefined;
}
