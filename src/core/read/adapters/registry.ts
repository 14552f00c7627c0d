import type { JsonValue } from '#core/base/json/json-value.ts';
import type { Adapter } from '#core/read/framework/adapter.ts';
import { shape } from '#core/read/shape/shape.ts';
import { traces } from '#core/read/traces/write-traces.ts';
import { bfcl } from './bfcl/bfcl.ts';
import { promptfoo } from './promptfoo.ts';

/** Every adapter, in the order they are tried: the more telling marks first. */
export const ADAPTERS: readonly Adapter[] = [promptfoo, traces, bfcl, shape];

/**
 * Recognises the framework that wrote a file.
 * @returns the first adapter that takes one of them, or all of them as one list
 */
export function recogniseAdapter(values: readonly JsonValue[]): Adapter | undefined {
  return ADAPTERS.find(
    (adapter) =>
      adapter.recognise(values) ||
      // the shape of a list is that of all its values
      (adapter !== shape && values.some((value) => adapter.recognise(value))),
  );
}
