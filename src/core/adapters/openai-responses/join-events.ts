import { isJsonList, type JsonValue } from '#core/json/json-value.ts';
import { pick, pickList, pickObject, pickText } from '#core/json/pick.ts';

const TYPE = /^response\.\w+/;
const END = /^response\.(completed|incomplete|failed)$/;

/**
 * Tells an event of a streamed response.
 * @param value any value
 * @returns whether it holds a response, or an item of one
 */
export function isEvent(value: JsonValue): boolean {
  return TYPE.test(pickText(value, 'type') ?? '') && pick(value, 'response', 'item') !== undefined;
}

/**
 * Joins the events of streamed responses. The last event holds the whole response; of one that broke
 * off, the items that were done are taken.
 * @param values the file's values
 * @returns the responses in place of their events, the other values after them
 */
export function joinEvents(values: readonly JsonValue[]): readonly JsonValue[] {
  const flat = values.flatMap((value) =>
    isJsonList(value) && value.some(isEvent) ? value : [value],
  );
  if (!flat.some(isEvent)) return values;
  const responses: JsonValue[] = [];
  const others: JsonValue[] = [];
  let done: JsonValue[] = [];
  const end = (response: JsonValue): void => {
    const output = pickList(response, 'output') ?? [];
    const isEmpty = output.length === 0;
    responses.push(isEmpty ? { ...(response as object), output: done } : response);
    done = [];
  };
  for (const value of flat) {
    const type = pickText(value, 'type') ?? '';
    const item = pick(value, 'item');
    if (!TYPE.test(type)) others.push(value);
    else if (END.test(type)) end(pickObject(value, 'response') ?? {});
    else if (type === 'response.output_item.done' && item !== undefined) done.push(item);
  }
  if (done.length > 0) end({ object: 'response' });
  return [...responses, ...others];
}
