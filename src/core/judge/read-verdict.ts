import { isJsonObject, ownValue, type JsonValue } from '#core/base/json/json-value.ts';
import { parseJson } from '#core/base/json/parse-json.ts';
import { readJson } from '#core/base/literals/read-json.ts';
import { splitJson } from '#core/base/json/json-marks.ts';
import { PAIR_SCORES, type Choice, type VerdictForm } from '#core/score/metric/judge-metric.ts';

/** Why an answer has no verdict. */
export type VerdictFault =
  | 'empty'
  | 'too_long'
  | 'no_json'
  | 'only_thoughts'
  | 'truncated'
  | 'invalid_json'
  | 'missing_score'
  | 'score_not_a_number'
  | 'score_out_of_rubric'
  | 'conflicting_scores'
  | 'repeated_key';

/** Faults as the end of a sentence, shown to the user and to the model that is asked again. */
export const VERDICT_FAULTS: Readonly<Record<VerdictFault, string>> = {
  empty: 'it is empty',
  too_long: 'it is far too long',
  no_json: 'it has no JSON object',
  only_thoughts: 'no verdict follows its reasoning',
  truncated: 'it is cut off',
  invalid_json: 'its JSON is not valid',
  missing_score: 'it has no verdict',
  score_not_a_number: 'its score is not a number',
  score_out_of_rubric: 'its verdict is not one of those allowed',
  conflicting_scores: 'it has two different verdicts',
  repeated_key: 'it has a key twice, with different values',
};

/** A judge's verdict on a row. */
export interface Verdict {
  /** For two responses: −1 when the first is better, 1 when the second is, 0 when neither is. */
  readonly score: number;
  /** Empty when the judge gave none. */
  readonly explanation: string;
}

/** A verdict, or the reason why not. */
export type VerdictResult =
  | { readonly ok: true; readonly verdict: Verdict }
  | { readonly ok: false; readonly fault: VerdictFault };

/** Longer answers are not read. */
export const LONGEST_ANSWER = 200_000;

/**
 * Finds the verdict in a judge's answer: strict JSON, alone or within other text. Doubt is a fault,
 * never a score: a verdict only within a thought, a key with two values, or two scores, because
 * either could come from the judged text.
 * @returns the verdict, or why there is none
 */
export function readVerdict(text: string, form: VerdictForm): VerdictResult {
  if (text.length > LONGEST_ANSWER) return fail('too_long');
  if (text.trim() === '') return fail('empty');
  const { blocks, thoughtTo } = findBlocks(text);
  if (!blocks.some(({ from }) => from >= thoughtTo)) {
    return fail(thoughtTo > 0 ? 'only_thoughts' : 'no_json');
  }
  const verdicts: (Verdict & { readonly isThought: boolean })[] = [];
  let hasObject = false;
  for (const block of blocks) {
    const reading = readJson(block.text);
    if (!reading.ok) {
      // braces without a score are prose
      if (block.isOpen) return fail('truncated');
      if (block.text.toLowerCase().includes(form.field)) return fail('invalid_json');
      continue;
    }
    const items = isJsonObject(reading.value) ? [block] : splitJson(block.text);
    for (const item of items) {
      const value = parseJson(item.text);
      if (!isJsonObject(value)) continue;
      hasObject = true;
      const given = ownValue(value, form.field);
      if (given === undefined) continue;
      if (repeatsKey(item.text)) return fail('repeated_key');
      const score = scoreOf(given, form);
      if (typeof score === 'string') return fail(score);
      const explanation = textOf(ownValue(value, 'explanation'));
      verdicts.push({ score, explanation, isThought: block.from < thoughtTo });
    }
  }
  const first = verdicts.find(({ isThought }) => !isThought);
  if (!first) {
    if (verdicts.length > 0) return fail('only_thoughts');
    return fail(hasObject ? 'missing_score' : 'invalid_json');
  }
  const { score, explanation } = first;
  if (verdicts.some((verdict) => verdict.score !== score)) return fail('conflicting_scores');
  return { ok: true, verdict: { score, explanation } };
}

/** Whether an object has a key twice with different values. Equal repeats are ignored. */
export function repeatsKey(text: string): boolean {
  const values = new Map<string | undefined, string>();
  return splitJson(text).some((part) => {
    const before = values.get(part.key) ?? part.text;
    values.set(part.key, part.text);
    return before !== part.text && parseJson(before) !== parseJson(part.text);
  });
}

function fail(fault: VerdictFault): VerdictResult {
  return { ok: false, fault };
}

function scoreOf(
  given: JsonValue,
  { field, allowed }: VerdictForm,
): number | Extract<VerdictFault, 'score_not_a_number' | 'score_out_of_rubric'> {
  if (field === 'choice') {
    const choice = typeof given === 'string' ? given.trim().toUpperCase() : '';
    return isChoice(choice) ? PAIR_SCORES[choice] : 'score_out_of_rubric';
  }
  const number = numberOf(given);
  if (number === undefined) return 'score_not_a_number';
  return (allowed as readonly number[]).includes(number) ? number : 'score_out_of_rubric';
}

function isChoice(text: string): text is Choice {
  return Object.hasOwn(PAIR_SCORES, text);
}

/** The number of a score; texts of digits count. */
function numberOf(score: JsonValue): number | undefined {
  if (typeof score === 'number') return Number.isFinite(score) ? score : undefined;
  const isDigits = typeof score === 'string' && /^-?\d{1,15}(\.\d{1,15})?$/.test(score.trim());
  return isDigits ? Number(score) : undefined;
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

interface Block {
  readonly text: string;
  /** Its start. */
  readonly from: number;
  /** Whether the text ends before the block. */
  readonly isOpen: boolean;
}

/** The marks of a model’s thoughts. */
const THOUGHT = /[<[◁](\/?)(think|thinking|thought)[>\]▷]/iy;

/**
 * Finds the outermost brackets and braces, skipping strings and thoughts. `thoughtTo` is the end of
 * the last thought: one without a beginning began with the text, one without an end continues to the
 * end of the text.
 */
function findBlocks(text: string): { readonly blocks: readonly Block[]; thoughtTo: number } {
  const blocks: Block[] = [];
  let start = -1;
  let depth = 0;
  let isString = false;
  let thoughtTo = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (isString) {
      if (character === '\\') at++;
      else if (character === '"') isString = false;
      continue;
    }
    if (depth === 0) {
      THOUGHT.lastIndex = at;
      const [mark, isEnd, name] = THOUGHT.exec(text) ?? [];
      if (mark !== undefined && name !== undefined) {
        thoughtTo = isEnd === '/' ? at + mark.length : endOfThought(text, at, name);
        at = thoughtTo - 1;
        continue;
      }
    }
    if (depth > 0 && character === '"') isString = true;
    else if (character === '{' || character === '[') {
      if (depth++ === 0) start = at;
    } else if (depth > 0 && (character === '}' || character === ']') && --depth === 0) {
      blocks.push({ text: text.slice(start, at + 1), from: start, isOpen: false });
    }
  }
  if (depth > 0) blocks.push({ text: text.slice(start), from: start, isOpen: true });
  return { blocks, thoughtTo };
}

function endOfThought(text: string, from: number, name: string): number {
  const end = new RegExp(`[<[◁]/${name}[>\\]▷]`, 'gi');
  end.lastIndex = from;
  return end.test(text) ? end.lastIndex : text.length;
}
