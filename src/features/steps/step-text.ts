import type { JsonValue } from '#core/base/json/json-value.ts';
import { previewJson, printJson } from '#core/base/json/parse-json.ts';
import { boundText } from '#core/base/text/sentence.ts';
import type { Step } from '#core/calls/step.ts';

/** The parts of a step that can be shown in full. */
export type StepPart = 'text' | 'input' | 'output' | 'error';

/** A shortened text, and the size of the whole. */
export interface TextView {
  readonly text: string;
  readonly isCut: boolean;
  /** Lines of the whole, 1 or more. */
  readonly lines: number;
  /** UTF-8 bytes of the whole. */
  readonly bytes: number;
}

/** Writes a value in full; a string without quotes. */
function writeOut(value: JsonValue): string {
  return typeof value === 'string' ? value : printJson(value, 2);
}

/** A part of a step in full; undefined where the step has none. */
export function textOfStep(step: Step, part: StepPart): string | undefined {
  if (step.kind === 'message') return part === 'text' ? step.text : undefined;
  if (part === 'input') return writeOut(step.call.tool_input);
  if (part === 'output') return step.output === undefined ? undefined : writeOut(step.output);
  return part === 'error' && typeof step.error === 'string' ? step.error : undefined;
}

/** Shortens a text, with its line breaks. */
export function viewText(text: string, limit: number): TextView {
  return { text: boundText(text, limit), isCut: text.length > limit, ...sizeOf(text) };
}

/** Shortens a value to one line; a string without quotes. */
export function viewValue(value: JsonValue, limit: number): TextView {
  if (typeof value !== 'string') {
    const text = previewJson(value, limit);
    return { text, isCut: text.endsWith('…'), ...sizeOf(writeOut(value)) };
  }
  const line = value.slice(0, limit + 1).replace(/\s+/g, ' ');
  const isCut = value.length > limit || value.includes('\n');
  return { text: boundText(line, limit), isCut, ...sizeOf(value) };
}

function sizeOf(text: string): { readonly lines: number; readonly bytes: number } {
  let lines = 1;
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 10) lines++;
    // each half of a surrogate pair is two of its four bytes
    else if (unit > 0x7f) bytes += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
  }
  return { lines, bytes };
}

const PARTS: readonly StepPart[] = ['text', 'input', 'output', 'error'];

/**
 * Finds the steps, numbered from 1, that contain a text, ignoring case: in messages, names of
 * tools, arguments, results and errors. Empty for a blank text.
 */
export function searchSteps(steps: readonly Step[], text: string): readonly number[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const holds = (part: string | undefined): boolean =>
    part?.toLowerCase().includes(wanted) === true;
  return steps.flatMap((step, at) =>
    (step.kind === 'call' && holds(step.call.tool_name)) ||
    PARTS.some((part) => holds(textOfStep(step, part)))
      ? [at + 1]
      : [],
  );
}
