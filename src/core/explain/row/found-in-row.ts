import { ownValue, type JsonObject } from '#core/base/json/json-value.ts';
import { previewJson } from '#core/base/json/parse-json.ts';
import { containsText } from '#core/explain/view/view-rows.ts';
import type { Filter } from '#core/explain/view/filter.ts';
import type { Slot } from '#core/match/align.ts';
import type { AlignedRow } from '#core/match/best-reference.ts';
import { differenceKindOf, signaturesOf } from '#core/match/signature.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';

/** Where a row matches the filters. */
export interface FoundInRow {
  /** The alignment slots of matching calls. */
  readonly slots: readonly Slot[];
  /** The passage around a filter's text, where no call contains it. */
  readonly passage: Passage | undefined;
}

/** A piece of text around a match. */
export interface Passage {
  readonly column: string;
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

interface Sought {
  readonly tools: ReadonlySet<string>;
  readonly signatures: ReadonlySet<string>;
  readonly differences: ReadonlySet<string>;
  readonly texts: readonly { readonly needle: string; readonly column: string | undefined }[];
}

const BEFORE = 20;
const AFTER = 200;
const TEXT_LIMIT = 20_000;

/**
 * Finds where a row matches filters by tool, cause or text; undefined where no filter is of these
 * kinds. Columns of calls are searched as calls.
 */
export function findInRow(
  record: JsonObject,
  roles: ColumnRoles,
  aligned: AlignedRow,
  filters: readonly Filter[],
): FoundInRow | undefined {
  const sought = soughtBy(filters);
  const { tools, signatures, differences, texts } = sought;
  if (tools.size + signatures.size + differences.size + texts.length === 0) return undefined;
  const { slots } = aligned;
  const withText = slots.filter((slot) => hasText(slot, aligned, texts, roles));
  return {
    slots: slots.filter((slot) => withText.includes(slot) || isSought(slot, aligned, sought)),
    passage: withText.length === 0 ? findPassage(record, roles, texts) : undefined,
  };
}

function soughtBy(filters: readonly Filter[]): Sought {
  const tools = new Set<string>();
  const signatures = new Set<string>();
  const differences = new Set<string>();
  const texts: Sought['texts'][number][] = [];
  const add = (filter: Filter): void => {
    switch (filter.kind) {
      case 'tool':
        tools.add(filter.tool);
        break;
      case 'tool-pair':
        for (const tool of [filter.expected, filter.made]) if (tool !== '') tools.add(tool);
        break;
      case 'step':
        for (const tool of [filter.from, filter.to]) if (tool !== '') tools.add(tool);
        break;
      case 'signature':
        signatures.add(filter.signature);
        break;
      case 'difference':
        differences.add(filter.difference);
        break;
      case 'text':
        texts.push({ needle: filter.text.toLowerCase(), column: undefined });
        break;
      case 'cell-text':
        texts.push({ needle: filter.text.toLowerCase(), column: filter.column });
        break;
      case 'any':
      case 'all':
        filter.of.forEach(add);
        break;
      // scores and missing values have no place in a row
      default:
    }
  };
  filters.forEach(add);
  return { tools, signatures, differences, texts };
}

function hasText(
  slot: Slot,
  { reference, prediction }: AlignedRow,
  texts: Sought['texts'],
  roles: ColumnRoles,
): boolean {
  const sides = [
    [roles.reference_trajectory, 'reference' in slot ? reference[slot.reference] : undefined],
    [roles.predicted_trajectory, 'prediction' in slot ? prediction[slot.prediction] : undefined],
  ] as const;
  return texts.some(({ needle, column }) =>
    sides.some(
      ([name, call]) =>
        call &&
        (column === undefined || column === name) &&
        (containsText(call.tool_name, needle) || containsText(call.tool_input, needle)),
    ),
  );
}

function isSought(slot: Slot, aligned: AlignedRow, sought: Sought): boolean {
  const { reference, prediction, matcher } = aligned;
  const { tools, signatures, differences } = sought;
  const expected = 'reference' in slot && tools.has(reference[slot.reference]?.tool_name ?? '');
  const called = 'prediction' in slot && tools.has(prediction[slot.prediction]?.tool_name ?? '');
  if (expected || called || signatures.size + differences.size === 0) return expected || called;
  return signaturesOf([slot], reference, prediction, matcher.diff).some(
    (signature) =>
      signatures.has(signature) ||
      differences.has(slot.kind) ||
      differences.has(differenceKindOf(signature)),
  );
}

/** Searches the prompt first, because the table shows it. */
function findPassage(
  record: JsonObject,
  roles: ColumnRoles,
  texts: Sought['texts'],
): Passage | undefined {
  const { prompt, id, reference_trajectory, predicted_trajectory } = roles;
  const shown = [prompt, id, reference_trajectory, predicted_trajectory];
  const others = Object.keys(record).filter((name) => !shown.includes(name));
  const columns = prompt === undefined ? others : [prompt, ...others];
  for (const { needle, column } of texts) {
    for (const name of column === undefined ? columns : [column]) {
      const value = ownValue(record, name);
      if (value === undefined || !containsText(value, needle)) continue;
      const text = typeof value === 'string' ? value : previewJson(value, TEXT_LIMIT);
      const at = text.toLowerCase().indexOf(needle);
      if (at >= 0) return passageAt(name, text, at, needle.length);
    }
  }
  return undefined;
}

function passageAt(column: string, text: string, at: number, length: number): Passage {
  const from = at > BEFORE ? at - BEFORE : 0;
  const end = at + length;
  return {
    column,
    before: (from > 0 ? '…' : '') + text.slice(from, at),
    match: text.slice(at, end),
    after: text.slice(end, end + AFTER),
  };
}
