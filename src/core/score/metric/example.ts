import type { JsonObject } from '#core/base/json/json-value.ts';
import type { MetricSettings } from './settings.ts';

/** A row small enough to score by hand, and how that goes. */
export interface MetricExample {
  readonly row: JsonObject;
  /** Settings that the metric cannot do without. */
  readonly settings?: Partial<MetricSettings>;
  /** What there is to see in the row. */
  readonly working: string;
  readonly score: number;
  /** The sum that gives the score; absent where the score is a yes or a no. */
  readonly sum?: string;
}

const call = (tool_name: string, tool_input: JsonObject): JsonObject => ({ tool_name, tool_input });

// the calls of the examples: an agent books a room
/** Looks for hotels. */
export const FIND = call('find_hotel', { city: 'Oslo' });
/** Books the room that is expected. */
export const BOOK = call('book_room', { hotel: 3 });
/** Books another room. */
export const BOOK_OTHER = call('book_room', { hotel: 5 });
/** Pays, which nobody expects. */
export const PAY = call('pay', { amount: 90 });
/** Sends a mail. */
export const SEND = call('send_mail', { to: 'ana' });

/** A row with another hotel and a search too many, for metrics that are shares. */
export const OTHER_HOTEL = {
  predicted_trajectory: [FIND, BOOK_OTHER, SEND, FIND],
  reference_trajectory: [FIND, BOOK, SEND],
};
/** A row with another hotel and a call of a tool that nobody expects, for shares of tools. */
export const OTHER_TOOL = {
  predicted_trajectory: [FIND, BOOK_OTHER, PAY],
  reference_trajectory: [FIND, BOOK, SEND],
};

/** A row for the examples of metrics that compare texts. */
export const TWO_ANSWERS = {
  response: 'The room is booked for two nights.',
  reference: 'A room is booked for three nights.',
};

/** Writes a response that holds a tool call, as the service reads it, as JSON text. */
export function answerWith(name: string, args: JsonObject): string {
  return JSON.stringify({ content: '', tool_calls: [{ name, arguments: args }] });
}
