import { openRunFile, type RunFileResult } from './run-file.ts';
import { LINK_LIMITS } from '#engine/run-file/archive.ts';
import { fromBase64, toBase64 } from '#engine/run-file/report.ts';

/** How a fragment begins that holds a shared archive. The digit is the version of the form. */
const PREFIX = /^#z(\d+)\./;
const VERSION = 1;

/** Nothing longer is looked at. */
const READ_LIMIT = 1_000_000;

/** Writes an archive as a fragment. Returns `#z1.` and the bytes in base64url without padding. */
export async function writeFragment(archive: Blob): Promise<string> {
  const base64 = (await toBase64(archive)).join('');
  return `#z${VERSION}.${base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** Reads what a fragment, with its `#`, shares; undefined when that is nothing. */
export async function readFragment(fragment: string): Promise<RunFileResult | undefined> {
  const version = PREFIX.exec(fragment)?.[1];
  if (version === undefined) return undefined;
  const refuse = (reason: string): RunFileResult => ({
    ok: false,
    issue: { code: 'file_broken', kind: 'link', reason },
  });
  if (Number(version) > VERSION) return { ok: false, issue: { code: 'file_newer', kind: 'link' } };
  if (fragment.length > READ_LIMIT) return refuse('it is longer than any link of this page');
  const text = fragment.slice(fragment.indexOf('.') + 1);
  try {
    const base64 = text.replaceAll('-', '+').replaceAll('_', '/');
    return await openRunFile(await fromBase64(new Blob([base64])), LINK_LIMITS, 'link');
  } catch {
    return refuse('some of its characters are missing or were changed');
  }
}
