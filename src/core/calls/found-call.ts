import type { JsonValue } from '#core/json/json-value.ts';

/** A tool call as some framework recorded it. */
export interface FoundCall {
  readonly name: string;
  /** The arguments; undefined when only the name was recorded. */
  readonly input: JsonValue | undefined;
  readonly id?: string | undefined;
  /** What the tool gave back; undefined when not recorded. */
  readonly output?: JsonValue | undefined;
  /** Arguments for which other values than those of `input` are accepted, with all of them. */
  readonly accepted?: JsonValue;
  /** Whether a sub-agent or another call made it. */
  readonly isNested?: boolean;
}
