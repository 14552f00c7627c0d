import type { JsonValue } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { readJson } from '#core/base/literals/read-json.ts';
import { pickText } from '#core/base/json/pick.ts';
import { TakenValues, type UnwrappedText } from './unwrap-text.ts';

/** An event as a server sends it. */
export interface ServerEvent {
  /** Empty where it has none. */
  readonly name: string;
  readonly data: string;
  /** 1-based line its data starts at. */
  readonly line: number;
  /** Whether a blank line ends it; without one a stream has broken off. */
  readonly isClosed: boolean;
}

const FIELD = /^(?:(data|event|id|retry)(?::[ ]?|$)|:)/;
const LINES_LOOKED_AT = 50;

/**
 * Whether a text is an event stream (`text/event-stream`).
 * @returns whether all of its lines are fields of events, and the data of the first is JSON
 */
export function isEventStream(head: string, isWhole: boolean): boolean {
  const begun = head.split(/\r\n|\n|\r/, LINES_LOOKED_AT);
  const lines = (isWhole ? begun : begun.slice(0, -1)).filter((line) => line !== '');
  const data = lines.find((line) => line.startsWith('data:'));
  return data !== undefined && /^data: ?[[{]/.test(data) && lines.every((line) => FIELD.test(line));
}

/**
 * Splits a stream into its events. Takes time linear in the text.
 * @returns the events that have data, in order
 */
export function splitEvents(text: string): readonly ServerEvent[] {
  const events: ServerEvent[] = [];
  let data: string[] = [];
  let name = '';
  let first = 0;
  const end = (isClosed: boolean): void => {
    if (data.length > 0) events.push({ name, data: data.join('\n'), line: first, isClosed });
    data = [];
    name = '';
  };
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (line === '') end(true);
    const field = FIELD.exec(line);
    const value = line.slice(field?.[0].length ?? 0);
    if (field?.[1] === 'event') name = value;
    if (field?.[1] !== 'data') continue;
    if (data.length === 0) first = index + 1;
    data.push(value);
  }
  end(false);
  return events;
}

/**
 * Extracts the values of a stream of events. One whose name its data does not repeat is written as
 * `{"event": name, "data": value}`.
 * @returns a value a line, each at the line where its event's data starts; undefined where there is
 * none. What is no JSON counts as ignored, but for the word that says that the stream is done.
 */
export function takeEvents(text: string): UnwrappedText | undefined {
  const taken = new TakenValues();
  for (const event of splitEvents(text)) {
    const reading = readJson(event.data);
    if (reading.ok) taken.take(printEvent(event, reading.value), event.line);
    else if (event.data !== '[DONE]') taken.ignore(event.data);
  }
  return taken.finish();
}

/** Line ends between the parts of a value are not part of it. */
function printEvent({ name, data }: ServerEvent, value: JsonValue): string {
  const json = data.replaceAll('\n', ' ');
  const isNamed = name !== '' && name !== 'message' && name !== pickText(value, 'type');
  return isNamed ? `{"event":${printJson(name)},"data":${json}}` : json;
}
