import type { JsonObject } from '#core/base/json/json-value.ts';
import { BOOK as PLAIN_BOOK, FIND } from '#core/score/metric/example.ts';

// the calls of the examples, with what came of them
/** A search that fails. */
export const FAILED_SEARCH: JsonObject = { ...FIND, tool_error: 'timeout' };
/** The same search with a result. */
export const FIND_HOTELS: JsonObject = {
  ...FIND,
  tool_output: { hotel: 'Fjordblikk', code: 7301 },
};
/** Books a room; what came of it is not recorded. */
export const BOOK: JsonObject = PLAIN_BOOK;
/** Books the hotel that the search has found, with its result. */
export const BOOK_FOUND: JsonObject = {
  tool_name: 'book_room',
  tool_input: { code: 7301, guest: 'Ana Lima' },
  tool_output: { booking: 'BK-8842' },
};
/** Asks for the weather, which nothing needs. */
export const WEATHER: JsonObject = {
  tool_name: 'weather',
  tool_input: { city: 'Oslo' },
  tool_output: { forecast: 'drizzle' },
};
