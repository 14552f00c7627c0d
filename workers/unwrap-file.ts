import { isEventStream, takeEvents } from '#core/read/containers/event-stream.ts';
import type { Format } from '#core/read/containers/format.ts';
import type { ParsedHead } from '#core/read/containers/head-values.ts';
import { mayBeWrapped, unwrap, mayBeFenced, unfence } from '#core/read/formats/unwrap.ts';
import type { DatasetIssue } from '#core/read/issues/issue.ts';

/** The rows of a file without the text around them. */
export interface UnwrappedFile {
  readonly blob: Blob;
  readonly text: string;
  readonly note: DatasetIssue;
}

/** Nobody pastes more with words around it. */
const LIMIT_BYTES = 50_000_000;
/** Looking for values takes longer than looking for fences. */
const COVERED_LIMIT_BYTES = 10_000_000;

/**
 * Takes the data of a file out of a server's events, out of Markdown code blocks, or out of other
 * text that is around it.
 * Lines keep their numbers.
 * @param file UTF-8 text
 * @param head its beginning
 * @param format the format it is recognised as, if any
 * @returns the data; undefined where nothing is around it
 */
export async function unwrapFile(
  file: Blob,
  head: ParsedHead,
  format: Format | undefined,
): Promise<UnwrappedFile | undefined> {
  if (file.size > LIMIT_BYTES) return undefined;
  const isStream = isEventStream(head.text, head.isWhole);
  const isFenced = mayBeFenced(head);
  const isCovered = file.size <= COVERED_LIMIT_BYTES && mayBeWrapped(head, format);
  if (!isStream && !isFenced && !isCovered) return undefined;
  const whole = head.isWhole ? head.text : await file.text();
  const events = isStream ? takeEvents(whole) : undefined;
  const fenced = isFenced ? unfence(whole, head) : undefined;
  const found =
    (events && { ...events, from: 'event_stream' as const }) ??
    (fenced ? { ...fenced, from: 'fence' as const } : isCovered && unwrap(whole, head));
  if (!found) return undefined;
  const { text, line: fromLine, ignoredLines, from } = found;
  const facts = { fromLine, ignoredLines };
  return { blob: new Blob([text]), text, note: { code: 'file_converted', from, facts } };
}
