import { isJsonObject, jsonTypeOf, type JsonValue } from '#core/base/json/json-value.ts';
import { escapeKey } from '#core/base/json/json-path.ts';
import { checkCall, type CallFault } from '#core/calls/declarations/check-call.ts';
import { declarationsFor, type Declarations } from '#core/calls/declarations/read-declarations.ts';
import { callStep, errorLine } from '#core/calls/transcript.ts';
import { pairLeftovers, type Slot } from '#core/match/align.ts';
import { isSkippedSlot, type AlignedRow } from '#core/match/best-reference.ts';
import type { ArgumentDifference } from '#core/match/diff-calls.ts';
import {
  eachSource,
  addWords,
  isAmong,
  distinctiveValues,
} from '#core/score/process-metrics/argument-provenance.ts';
import { RunSteps } from '#core/score/process-metrics/process-metric.ts';
import { FAILURE_PATTERNS, type FailurePattern, type FoundPattern } from './failure-patterns.ts';

const DIFFERENCES_LOOKED_AT = 50;
const MESSAGE_LIMIT = 80;

/** Finds the failure patterns of a row: the first that applies to each argument and call. */
export function findPatterns(
  aligned: AlignedRow,
  pasted: string | undefined,
): readonly FoundPattern[] {
  const { row } = aligned;
  if (row.prediction.state === 'unreadable')
    return [{ pattern: 'invalid-tool-call-syntax', tool: '', path: '' }];
  if (row.prediction.state === 'missing') return [];
  const found = new Findings(aligned);
  found.addSides();
  const declared = declarationsFor(row.texts, pasted);
  if (declared && declared.tools.size > 0) found.addDeclared(declared);
  found.addCalls();
  found.addInvented();
  return found.list();
}

/** Found patterns by call and argument; of two for one thing, the first in the list is kept. */
class Findings {
  readonly #aligned: AlignedRow;
  readonly #found = new Map<string, FoundPattern>();
  /** Values that differ from the reference or have no counterpart there, by call: they may be made up. */
  readonly #values = new Map<number, { readonly path: string; readonly value: JsonValue }[]>();

  constructor(aligned: AlignedRow) {
    this.#aligned = aligned;
  }

  add(found: FoundPattern): void {
    const about = found.pattern === 'tool-error' ? 'result' : found.path;
    const key = `${String(found.made ?? -1 - this.#found.size)}\t${about}`;
    const known = this.#found.get(key);
    if (!known || rankOf(found.pattern) < rankOf(known.pattern)) this.#found.set(key, found);
  }

  list(): readonly FoundPattern[] {
    const all = [...this.#found.values()];
    // arguments of a call to an unknown tool are ignored
    const whole = new Set(
      all.flatMap(({ pattern, made }) =>
        pattern === 'hallucination-of-tool' || pattern === 'invalid-tool-call-syntax' ? [made] : [],
      ),
    );
    return all
      .filter(({ path, made }) => path === '' || made === undefined || !whole.has(made))
      .sort((a, b) => (a.made ?? Infinity) - (b.made ?? Infinity) || 0);
  }

  addSides(): void {
    const { reference, prediction, slots, best, row } = this.#aligned;
    if (!best) return;
    if (row.reference.state === 'calls' && best.count === 1 && reference.length === 0) {
      for (const [made, { tool_name: tool }] of prediction.entries()) {
        this.add({ pattern: 'under-punting', tool, path: '', made });
        this.#addValues(made);
      }
      return;
    }
    for (const slot of pairLeftovers(slots.filter((one) => !isSkippedSlot(one, best.pair)))) {
      if (slot.kind === 'changed') this.#addChanged(slot);
      if (slot.kind !== 'leftover') continue;
      const { reference: place, prediction: made } = slot;
      if (made !== undefined) this.#addValues(made);
      if (place === undefined) continue;
      const expected = reference[place]?.tool_name ?? '';
      if (made === undefined)
        this.add({ pattern: 'omission-of-required-tool-call', tool: expected, path: '' });
      else {
        const tool = prediction[made]?.tool_name ?? '';
        this.add({ pattern: 'incorrect-tool-selection', tool, path: '', made, expected });
      }
    }
  }

  #addChanged({ reference: place, prediction: made }: Slot & { readonly kind: 'changed' }): void {
    const { reference, prediction, matcher } = this.#aligned;
    const tool = prediction[made]?.tool_name ?? '';
    const all = matcher.diff(reference[place], prediction[made], DIFFERENCES_LOOKED_AT);
    const strayed = findStrayed(all);
    for (const one of all) {
      if (strayed.from.has(one.path) && one.prediction === undefined) continue;
      const pattern = strayed.to.has(one.path) ? 'incorrect-parameter-mapping' : patternOf(one);
      if (pattern) this.add({ pattern, tool, path: one.path, made });
      if (pattern !== 'incorrect-parameter-mapping' && one.prediction !== undefined)
        this.#addValue(made, one.path, one.prediction);
    }
  }

  #addValues(made: number): void {
    const input = this.#aligned.prediction[made]?.tool_input ?? null;
    if (!isJsonObject(input)) return;
    for (const [name, value] of Object.entries(input))
      this.#addValue(made, `/${escapeKey(name)}`, value);
  }

  #addValue(made: number, path: string, value: JsonValue): void {
    const values = this.#values.get(made) ?? [];
    this.#values.set(made, values);
    values.push({ path, value });
  }

  addDeclared(declared: Declarations): void {
    for (const [made, call] of this.#aligned.prediction.entries()) {
      for (const fault of checkCall(call, declared)) {
        const pattern = PATTERN_OF_FAULT[fault.kind];
        const path = 'path' in fault ? fault.path : '';
        if (pattern) this.add({ pattern, tool: call.tool_name, path, made });
      }
    }
  }

  addCalls(): void {
    for (const [made, call] of this.#aligned.prediction.entries()) {
      const { tool_name: tool, tool_input: input } = call;
      const first = typeof input === 'string' ? input.trimStart()[0] : undefined;
      if (first === '{' || first === '[')
        this.add({ pattern: 'invalid-tool-call-syntax', tool, path: '', made });
      const error = errorLine(callStep(call, made));
      // times and ids differ from call to call
      const path = error?.replace(/\d+/g, '#').slice(0, MESSAGE_LIMIT);
      if (path !== undefined) this.add({ pattern: 'tool-error', tool, path, made });
    }
  }

  addInvented(): void {
    const { row, reference, prediction } = this.#aligned;
    if (this.#values.size === 0 || row.prediction.state !== 'calls') return;
    const expected = new Set<string>();
    for (const { tool_input } of reference) addWords(expected, tool_input);
    eachSource(new RunSteps(row.prediction, row.texts), ({ place: made }, known) => {
      if (!known) return;
      for (const { path, value } of this.#values.get(made) ?? []) {
        const isInvented = distinctiveValues(value).some(
          (one) => one.needsAll && !isAmong(one, known) && !isAmong(one, expected),
        );
        const tool = prediction[made]?.tool_name ?? '';
        if (isInvented) this.add({ pattern: 'hallucination-of-parameter-value', tool, path, made });
      }
    });
  }
}

const PATTERN_OF_FAULT: Readonly<Record<CallFault['kind'], FailurePattern | undefined>> = {
  undeclared: 'hallucination-of-tool',
  missing: 'failure-to-set-parameter',
  unknown: 'non-existent-parameter',
  type: 'incorrect-parameter-data-type',
  value: 'incorrect-parameter-value',
  unusable: undefined,
};

function rankOf(pattern: FailurePattern): number {
  return FAILURE_PATTERNS.indexOf(pattern);
}

/** The pattern of a difference by its two values; an unexpected argument alone is no pattern. */
function patternOf({
  reference,
  prediction,
  expected,
}: ArgumentDifference): FailurePattern | undefined {
  if (prediction === undefined) return 'failure-to-set-parameter';
  if (reference === undefined) return undefined;
  // the type of a pattern object is not the type it expects
  if (expected === undefined && jsonTypeOf(reference) !== jsonTypeOf(prediction))
    return 'incorrect-parameter-data-type';
  return 'incorrect-parameter-value';
}

/** Paths whose expected value is at another path, and the paths that have it. */
function findStrayed(all: readonly ArgumentDifference[]): {
  readonly from: ReadonlySet<string>;
  readonly to: ReadonlySet<string>;
} {
  const wanted = new Map<string, string>();
  for (const { reference, path, expected } of all) {
    const key = expected === undefined ? keyOf(reference) : undefined;
    if (key !== undefined) wanted.set(key, path);
  }
  const [from, to] = [new Set<string>(), new Set<string>()];
  for (const { prediction, path } of all) {
    const origin = wanted.get(keyOf(prediction) ?? '');
    if (origin === undefined || origin === path) continue;
    from.add(origin);
    to.add(path);
  }
  return { from, to };
}

/** Only texts and numbers can be traced: true is true everywhere. */
function keyOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : `"${value}`;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined;
}
