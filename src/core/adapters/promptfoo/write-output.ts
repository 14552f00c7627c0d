import { COLUMN_NAMES, REFERENCE_NAMES, simplifyName } from '#core/dataset/column-names.ts';
import type { JsonObject, JsonValue } from '#core/json/json-value.ts';
import { pick, pickText, type Maybe } from '#core/json/pick.ts';
import { namesIn } from '#core/trajectory/call-names.ts';
import { readInputText, readOutputCalls, readOutputText } from '#core/transcripts/read-output.ts';
import { findCalls, readCalls } from '#core/transcripts/record-cells.ts';
import type { Cells, Reading } from '../reading.ts';

/** What a provider answered to a test. */
export interface TestOutput {
  readonly id: Maybe;
  /** The places of the prompt, of which each provider has its own, and of the test. */
  readonly prompt: number;
  readonly test: number;
  readonly provider: Maybe;
  /** The columns of the test. */
  readonly vars: JsonObject;
  /** The whole text that was sent, or the messages as JSON. */
  readonly asked: string | undefined;
  readonly answer: Maybe;
  /** Calls that are recorded beside the answer. */
  readonly calls: Maybe;
  readonly seconds: number | undefined;
  readonly hasFailed: boolean | undefined;
  readonly scores: Cells;
  /** What else stands in the record; kept as columns. */
  readonly rest: JsonObject;
}

/**
 * Writes the answer to a test as a row. Calls stand in the answer or beside it, or in both; an answer
 * in plain words with nothing beside it does not show whether tools were called.
 * @param output the answer
 * @param reading where the row and notes go
 */
export function writeOutput(output: TestOutput, reading: Reading): void {
  const { vars, answer, calls: listed, seconds, hasFailed } = output;
  const reference = referenceIn(vars, reading);
  const calls =
    readOutputCalls(answer, reading, 'response.output') ??
    readCalls(listed, reading, 'metadata.toolCalls');
  const scores = Object.entries(output.scores).filter(([, score]) => typeof score === 'number');
  for (const [name] of scores) reading.note('scores_kept', name);
  reading.keepRest({ ...output.rest, ...vars }, reference.key === undefined ? [] : [reference.key]);
  reading.row({
    id: output.id,
    provider: output.provider,
    prompt: promptOf(output, reading),
    response: readOutputText(answer, reading),
    predicted_trajectory: reading.prediction(calls),
    reference_trajectory: reference.cell,
    latency_in_seconds: seconds,
    failure: hasFailed === undefined ? undefined : Number(hasFailed),
    ...Object.fromEntries(scores),
  });
}

/** The expected tools: calls, a list of names, or names joined in a text. */
function referenceIn(
  vars: JsonObject,
  reading: Reading,
): { readonly key?: string; readonly cell?: JsonValue | undefined } {
  const key = findCalls(vars, REFERENCE_NAMES)?.key;
  if (key !== undefined) {
    const calls = readCalls(pick(vars, key), reading, key);
    return { key, cell: reading.maybeTrajectory(calls, 'reference') };
  }
  for (const [name, cell] of Object.entries(vars)) {
    const simple = simplifyName(name);
    if (!REFERENCE_NAMES.includes(simple) || simple === 'ground_truth') continue;
    if (cell === '') return { key: name };
    const names = typeof cell === 'string' ? namesIn(cell) : undefined;
    if (names) return { key: name, cell: namedCalls(names, reading) };
  }
  return {};
}

function namedCalls(names: readonly string[], reading: Reading): JsonValue {
  return reading.trajectory(
    names.map((name) => ({ name, input: undefined })),
    'reference',
  );
}

/** The question among the columns of the test, or what was sent: of messages, the user's last. */
function promptOf({ vars, asked }: TestOutput, reading: Reading): string | undefined {
  const names = new Map(Object.keys(vars).map((name) => [simplifyName(name), name]));
  for (const usual of COLUMN_NAMES.prompt) {
    const name = names.get(usual);
    const text = name === undefined ? undefined : pickText(vars, name);
    if (text !== undefined) return text;
  }
  return readInputText(asked, reading) ?? asked;
}
