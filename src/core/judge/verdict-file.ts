import { listAt } from '#core/base/lists/lists.ts';
import {
  isJsonObject,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { readJson } from '#core/base/literals/read-json.ts';
import { splitJson } from '#core/base/json/json-marks.ts';
import * as v from 'valibot';
import type { Shape } from '#core/base/json/json-shape.ts';
import { JudgeMetric, type VerdictForm } from '#core/score/metric/judge-metric.ts';
import { readVerdict, repeatsKey, VERDICT_FAULTS } from './read-verdict.ts';

/** A question that waits for its answer. */
export interface OpenQuestion {
  /** 64 hexadecimal digits, see cache-key.ts. */
  readonly key: string;
  /** The row's number, from 0. */
  readonly row: number;
  readonly system: string;
  readonly user: string;
}

/** A question's answer, unparsed. */
export interface KnownAnswer {
  readonly key: string;
  readonly text: string;
}

const AnswersHead = v.object({
  metric: JudgeMetric,
  provider: v.string(),
  baseUrl: v.string(),
  model: v.string(),
  temperature: v.number(),
});

/** The judge and metric of a file of answers, as its first line states them. */
export type AnswersHead = Shape<typeof AnswersHead>;

/** The contents of a file of verdicts. */
export interface VerdictFileResult {
  /** Set where the file states what was judged; its answers then belong to that. */
  readonly head: AnswersHead | undefined;
  readonly answers: readonly KnownAnswer[];
  /** A sentence for each line that has no verdict, with its place. */
  readonly problems: readonly string[];
}

const KIND = 'trajectory-playground/verdicts';
const VERSION = 1;
const KEY_SHOWN = 12;

/** Writes questions as JSONL, for a program that answers them. */
export function printQuestions(questions: readonly OpenQuestion[], form: VerdictForm): string {
  return questions
    .map(({ key, row, system, user }) => {
      const allowed: readonly JsonValue[] = form.allowed;
      return `${printJson({ key: key.slice(0, KEY_SHOWN), row: row + 1, system, user, [form.field]: allowed })}\n`;
    })
    .join('');
}

/** Writes questions, with one system text in common, as one text for a chat window. */
export function questionsAsText(questions: readonly OpenQuestion[], form: VerdictForm): string {
  const system = questions[0]?.system ?? '';
  const answer = `{"key": "…", "explanation": "…", "${form.field}": …}`;
  return [
    system,
    `There are ${String(questions.length)} tasks below. Treat each by itself. Answer with one line of JSON per task, ${answer}, the key copied from its head, and with nothing else.`,
    ...questions.map(({ key, user }) => `===== key ${key.slice(0, KEY_SHOWN)} =====\n${user}`),
  ].join('\n\n');
}

/** Writes answers as JSONL, the head first, to be read back elsewhere. */
export function printAnswers(head: AnswersHead, answers: readonly KnownAnswer[]): string {
  const first = { kind: KIND, version: VERSION, ...head } as unknown as JsonObject;
  return [first, ...answers.map(({ key, text }) => ({ key, text }))]
    .map((line) => `${printJson(line)}\n`)
    .join('');
}

/**
 * Reads verdicts: lines of JSON with a key, as a chat window or {@link printAnswers} writes them,
 * skipping fences and empty lines. `form` applies unless the file states what was judged; a key may
 * be cut to its first 8 digits or more.
 */
export function readVerdictFile(
  text: string,
  form: VerdictForm,
  keys: readonly string[],
  formOfMetric: (metric: JudgeMetric) => VerdictForm,
): VerdictFileResult {
  const answers = new Map<string, KnownAnswer & { readonly score: number }>();
  const doubtful = new Set<string>();
  const problems: string[] = [];
  let head: AnswersHead | undefined;
  const byStart = groupByStart(keys);
  for (const { place, value, text: written } of valuesOf(text)) {
    const report = (what: string): unknown => problems.push(`${place} cannot be used: ${what}.`);
    if (!isJsonObject(value)) {
      report('it is not a JSON object');
      continue;
    }
    if (ownValue(value, 'kind') === KIND) {
      const { version, kind: _, ...found }: Readonly<Record<string, unknown>> = value;
      if (version === VERSION && v.is(AnswersHead, found)) head = found;
      else report('it was written by a newer version of this page, or is damaged');
      continue;
    }
    if (repeatsKey(written)) {
      report(VERDICT_FAULTS.repeated_key);
      continue;
    }
    const given = ownValue(value, 'key');
    const key = typeof given === 'string' ? findKey(given.trim(), byStart, head) : undefined;
    if (typeof given !== 'string') report('it has no “key”');
    else if (key === undefined) {
      report(`no open prompt has its key, “${given.slice(0, 20)}”`);
    } else {
      const raw = ownValue(value, 'text');
      const answer = typeof raw === 'string' ? raw : written;
      const reading = readVerdict(answer, head ? formOfMetric(head.metric) : form);
      const before = answers.get(key);
      if (!reading.ok) report(VERDICT_FAULTS[reading.fault]);
      else if (before && before.score !== reading.verdict.score) {
        report(`its key, “${given.slice(0, 20)}”, has two different verdicts, and neither counts`);
        // a judged text may have asked for one of them
        doubtful.add(key);
      } else if (before) report(`its key, “${given.slice(0, 20)}”, is repeated`);
      else answers.set(key, { key, text: answer, score: reading.verdict.score });
    }
  }
  for (const key of doubtful) answers.delete(key);
  const kept = [...answers.values()].map(({ key, text }) => ({ key, text }));
  return { head, answers: kept, problems };
}

interface FileValue {
  readonly place: string;
  readonly text: string;
  /** Undefined where it is not JSON. */
  readonly value: JsonValue | undefined;
}

/** The JSON values of a text: one list, or one value per line. */
function valuesOf(text: string): readonly FileValue[] {
  const whole = text.trim();
  const isList = whole.startsWith('[') && readJson(whole).ok;
  if (isList) return splitJson(whole).map((item, index) => valueAt('Item', index, item.text));
  return text.split(/\r?\n/).flatMap((line, index) => {
    const trimmed = line.trim().replace(/,$/, '');
    if (trimmed === '' || trimmed.startsWith('```')) return [];
    return [valueAt('Line', index, trimmed)];
  });
}

function valueAt(what: string, index: number, text: string): FileValue {
  const reading = readJson(text);
  const value = reading.ok ? reading.value : undefined;
  return { place: `${what} ${String(index + 1)}`, text, value };
}

function startOf(key: string): string {
  return key.slice(0, 8);
}

function groupByStart(keys: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const key of keys) listAt(groups, startOf(key)).push(key);
  return groups;
}

function findKey(
  given: string,
  byStart: ReadonlyMap<string, readonly string[]>,
  head: AnswersHead | undefined,
): string | undefined {
  // a file with a head may answer questions that are not open here
  if (head && /^[0-9a-f]{64}$/.test(given)) return given;
  if (!/^[0-9a-f]{8,64}$/.test(given)) return undefined;
  const found = byStart.get(startOf(given))?.filter((key) => key.startsWith(given)) ?? [];
  return found.length === 1 ? found[0] : undefined;
}
