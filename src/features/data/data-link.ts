import { BodyTooLarge, fetchBare, readBytes, Redirected } from '#providers/request.ts';
import { dataLink as texts } from './texts.ts';

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
  const address = addressIn(fragment.slice(START.length));
  if (address === undefined) return { problem: texts.noAddress };
  const url = new URL(overHttps(address) ?? address);
  // the same as the page's own policy allows
  const isAllowed =
    url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (!isAllowed) return { problem: texts.httpsOnly };
  if (url.username !== '' || url.password !== '') return { problem: texts.hasPassword };
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

function addressIn(text: string): string | undefined {
  if (URL.canParse(text)) return text;
  try {
    const decoded = decodeURIComponent(text);
    return URL.canParse(decoded) ? decoded : undefined;
  } catch {
    return undefined; // percent signs of another kind
  }
}

/** Where an object of a bucket is for browsers, whose schemes are others. */
function overHttps(address: string): string | undefined {
  const [scheme = '', rest = ''] = splitAt(address, '://');
  const [bucket = '', object = ''] = splitAt(rest, '/');
  if (bucket === '' || object === '') return undefined;
  // names of objects may hold any character
  const path = object.split('/').map(encodeURIComponent).join('/');
  if (scheme === 'gs') return `https://storage.googleapis.com/${bucket}/${path}`;
  return scheme === 's3' ? `https://${bucket}.s3.amazonaws.com/${path}` : undefined;
}

function splitAt(text: string, mark: string): [string, string] | [] {
  const at = text.indexOf(mark);
  return at < 0 ? [] : [text.slice(0, at), text.slice(at + mark.length)];
}

/** More than a tab can hold beside its work. */
const LIMIT_BYTES = 2_000_000_000;
/** Pieces are handed to the browser in such parts, so that they need not stay in memory. */
const PART_BYTES = 16_000_000;
/** A server that is silent for so long has gone. */
const SILENT_MS = 30_000;

/** Why a dataset could not be loaded, in words. */
export class DatasetUnreachable extends Error {
  override readonly name = 'DatasetUnreachable';
}

/**
 * Loads a file from an address, with nothing but the request: no cookies, no referrer.
 * @param url the address
 * @param signal ends it
 * @param onBytes called with how much has arrived
 * @returns the file, named as in the address
 * @throws DatasetUnreachable; AbortError when ended
 */
export async function fetchDataset(
  url: URL,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<File> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENT_MS);
  const heard = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENT_MS);
  };
  try {
    // another host was not agreed to: a redirect is not followed
    const response = await fetchBare(url.href, {
      method: 'GET',
      signal: AbortSignal.any([signal, silence.signal]),
    });
    heard();
    return new File([await readAll(response, heard, onBytes)], nameOf(url));
  } catch (error) {
    if (error instanceof DatasetUnreachable) throw error;
    if (signal.aborted) throw new DOMException('Cancelled', 'AbortError');
    if (error instanceof Redirected) throw new DatasetUnreachable(texts.redirects);
    if (error instanceof BodyTooLarge) throw new DatasetUnreachable(texts.tooLarge);
    throw new DatasetUnreachable(silence.signal.aborted ? texts.silent : texts.noAnswer);
  } finally {
    clearTimeout(timer);
  }
}

async function readAll(
  response: Response,
  heard: () => void,
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  if (!response.ok)
    throw new DatasetUnreachable(texts.refused(response.status, response.statusText));
  const parts: Blob[] = [];
  let pieces: BlobPart[] = [];
  let waiting = 0;
  let bytes = 0;
  for await (const piece of readBytes(response, LIMIT_BYTES)) {
    heard();
    pieces.push(piece);
    waiting += piece.length;
    bytes += piece.length;
    onBytes(bytes);
    if (waiting < PART_BYTES) continue;
    parts.push(new Blob(pieces));
    pieces = [];
    waiting = 0;
  }
  return new Blob([...parts, ...pieces]);
}

function nameOf({ pathname, hostname }: URL): string {
  const last = pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || hostname;
  } catch {
    return last; // as it is written
  }
}
