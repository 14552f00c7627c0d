import { isJsonList, isJsonObject, ownValue, type JsonValue } from '#core/json/json-value.ts';
import { readJson } from '#core/json/parse-json.ts';
import { PAIR_SCORES, type Choice } from './judge-metric.ts';
import type { VerdictForm } from './verdict-form.ts';

/** Why an answer holds no verdict. */
export type VerdictFault =
  | 'empty'
  | 'too_long'
  | 'no_json'
  | 'truncated'
  | 'invalid_json'
  | 'missing_score'
  | 'score_not_a_number'
  | 'score_out_of_rubric'
  | 'conflicting_scores';

/** What a judge says about a row. */
export interface Verdict {
  /** Of two responses: −1 when the first is better, 1 when the second is, 0 when neither is. */
  readonly score: number;
  /** Empty when the judge gave none. */
  readonly explanation: string;
}

/** What reading an answer gave. */
export type VerdictReading =
  | { readonly ok: true; readonly verdict: Verdict }
  | { readonly ok: false; readonly fault: VerdictFault };

/** Longer answers are not looked at. */
export const LONGEST_ANSWER = 200_000;

/**
 * Finds the verdict in a judge's answer: strict JSON, alone or within other text. What is not
 * certain is a fault and never a score; an answer with two different scores is one, because
 * either could come from the text that is judged.
 * @param text the answer
 * @param form what may be answered
 * @returns the verdict, or why there is none
 */
export function readVerdict(text: string, form: VerdictForm): VerdictReading {
  if (text.length > LONGEST_ANSWER) return fail('too_long');
  const answer = text.replace(/<think>[\s\S]*?<\/think>/g, '').trim();
  if (answer === '') return fail('empty');
  const blocks = findBlocks(answer);
  if (blocks.length === 0) return fail('no_json');
  const verdicts: Verdict[] = [];
  let hasObject = false;
  for (const block of blocks) {
    const reading = readJson(block.text);
    if (!reading.ok) {
      // braces without a score are prose
      if (block.isOpen) return fail('truncated');
      if (block.text.toLowerCase().includes(form.field)) return fail('invalid_json');
      continue;
    }
    for (const value of isJsonList(reading.value) ? reading.value : [reading.value]) {
      if (!isJsonObject(value)) continue;
      hasObject = true;
      const said = ownValue(value, form.field);
      if (said === undefined) continue;
      const score = scoreOf(said, form);
      if (typeof score === 'string') return fail(score);
      verdicts.push({ score, explanation: textOf(ownValue(value, 'explanation')) });
    }
  }
  const [first] = verdicts;
  if (!first) return fail(hasObject ? 'missing_score' : 'invalid_json');
  if (verdicts.some(({ score }) => score !== first.score)) return fail('conflicting_scores');
  return { ok: true, verdict: first };
}

function fail(fault: VerdictFault): VerdictReading {
  return { ok: false, fault };
}

function scoreOf(
  said: JsonValue,
  { field, allowed }: VerdictForm,
): number | Extract<VerdictFault, 'score_not_a_number' | 'score_out_of_rubric'> {
  if (field === 'choice') {
    const choice = typeof said === 'string' ? said.trim().toUpperCase() : '';
    return isChoice(choice) ? PAIR_SCORES[choice] : 'score_out_of_rubric';
  }
  const number = numberOf(said);
  if (number === undefined) return 'score_not_a_number';
  return (allowed as readonly number[]).includes(number) ? number : 'score_out_of_rubric';
}

function isChoice(text: string): text is Choice {
  return Object.hasOwn(PAIR_SCORES, text);
}

/** A text of digits counts; true, null and Infinity do not. */
function numberOf(score: JsonValue): number | undefined {
  if (typeof score === 'number') return Number.isFinite(score) ? score : undefined;
  const isDigits = typeof score === 'string' && /^\s*-?\d{1,15}(\.\d{1,15})?\s*$/.test(score);
  return isDigits ? Number(score) : undefined;
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

interface Block {
  readonly text: string;
  /** The text ends before the block does. */
  readonly isOpen: boolean;
}

/** Cuts out what stands between matching outer braces or brackets, strings left alone. */
function findBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let start = -1;
  let depth = 0;
  let isString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (isString) {
      if (character === '\\') at++;
      else if (character === '"') isString = false;
    } else if (depth > 0 && character === '"') isString = true;
    else if (character === '{' || character === '[') {
      if (depth++ === 0) start = at;
    } else if (depth > 0 && (character === '}' || character === ']') && --depth === 0) {
      blocks.push({ text: text.slice(start, at + 1), isOpen: false });
    }
  }
  if (depth > 0) blocks.push({ text: text.slice(start), isOpen: true });
  return blocks;
}
