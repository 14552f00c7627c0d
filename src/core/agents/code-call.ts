import type { JsonValue } from '#core/json/json-value.ts';

/** A function of a person's own that is run in the sandbox. */
export interface CodeCall {
  readonly code: string;
  readonly args: readonly JsonValue[];
}

/** What a function gave, or why it gave nothing. */
export type CodeResult =
  | {
      readonly kind: 'given';
      /** Its value as JSON; empty where it gave nothing. */
      readonly json: string;
      /** Milliseconds it took, without waiting for its turn. */
      readonly ms: number;
    }
  | {
      readonly kind: 'error';
      readonly message: string;
      /** 1-based line, where it is known. */
      readonly line?: number;
    };

/** Runs a function; rejects with an AbortError when that is ended. */
export type RunCode = (call: CodeCall) => Promise<CodeResult>;

/** Characters of JSON that a function may give. */
export const LONGEST_JSON = 1_000_000;
const MESSAGE_LIMIT = 300;

/**
 * Checks what the sandbox answered. The code that ran there may have tampered with it.
 * @param answer what came out of the sandbox
 * @returns the function's value as text, or its failure; a line counts in the whole program
 */
export function readCodeResult(answer: unknown): CodeResult {
  const { json, ms, error, line } = isRecord(answer) ? answer : {};
  if (typeof error === 'string') {
    const message = error.slice(0, MESSAGE_LIMIT);
    const isLine = typeof line === 'number' && Number.isSafeInteger(line) && line > 0;
    return { kind: 'error', message, ...(isLine ? { line } : {}) };
  }
  if (typeof json !== 'string' || json.length > LONGEST_JSON)
    return { kind: 'error', message: 'Gave something that is no result.' };
  const isTime = typeof ms === 'number' && ms >= 0 && ms < Infinity;
  return { kind: 'given', json, ms: isTime ? ms : 0 };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
