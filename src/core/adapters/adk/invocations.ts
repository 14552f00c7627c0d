import type { FoundCall } from '#core/calls/found-call.ts';
import { readCallList } from '#core/calls/read-call.ts';
import { isJsonObject, type JsonValue } from '#core/json/json-value.ts';
import { pick, pickList, pickObject, pickText, type Maybe } from '#core/json/pick.ts';
import { textOf } from '#core/transcripts/read-part.ts';
import { turnCells } from '#core/transcripts/write-turns.ts';
import { readEvents } from '../gemini/gemini.ts';
import type { Cells, Reading } from '../reading.ts';

/** What an agent did with a question, or should have done. */
export interface Answer {
  readonly answer: string | undefined;
  /** The calls; undefined when they are not recorded. */
  readonly calls: readonly FoundCall[] | undefined;
}

/** One question with what was expected and what happened; either may be unknown. */
export interface Invocation {
  readonly prompt: string | undefined;
  readonly expected: Answer | undefined;
  readonly actual: Answer | undefined;
  /** Seconds. */
  readonly latency: number | undefined;
  /** Scores that the framework gave. */
  readonly scores: Cells;
}

/**
 * Reads what happened at a turn and what was expected.
 * @param actual the invocation that ran, if it did
 * @param expected the invocation as the eval set has it, if it has one
 * @param reading where notes go
 * @param results the framework's own scores of the turn
 * @returns the turn
 */
export function readInvocations(
  actual: Maybe,
  expected: Maybe,
  reading: Reading,
  results: readonly JsonValue[] = [],
): Invocation {
  const prompt =
    pick(actual, 'user_content', 'userContent') ?? pick(expected, 'user_content', 'userContent');
  const seconds = pick(actual, 'duration');
  return {
    prompt: contentText(prompt),
    expected: isJsonObject(expected) ? readAnswer(expected, reading) : undefined,
    actual: isJsonObject(actual) ? readAnswer(actual, reading) : undefined,
    latency: typeof seconds === 'number' ? seconds : undefined,
    scores: scoresOf(results, reading),
  };
}

/**
 * Writes the turns of a case: a row for each, or one row for all, as a person chose.
 * @param turns the turns, in order
 * @param cells the case's own cells
 * @param reading where rows and notes go
 */
export function writeCase(turns: readonly Invocation[], cells: Cells, reading: Reading): void {
  if (reading.options.turns === 'rows' || turns.length <= 1) {
    for (const [index, turn] of turns.entries()) {
      const named = turns.length > 1 ? turnCells(cells['id'] ?? undefined, index) : {};
      writeInvocation(turn, { ...cells, ...named }, reading);
    }
    return;
  }
  reading.note('turns_joined', String(turns.length));
  const first = turns[0];
  writeInvocation(
    {
      prompt: turns.map(({ prompt }) => prompt ?? '').join('\n'),
      expected: joinAnswers(turns.map(({ expected }) => expected)),
      actual: joinAnswers(turns.map(({ actual }) => actual)),
      latency: undefined,
      scores: turns.length === 1 && first ? first.scores : {},
    },
    cells,
    reading,
  );
}

function writeInvocation(turn: Invocation, cells: Cells, reading: Reading): void {
  const { prompt, expected, actual, latency, scores } = turn;
  reading.row({
    ...cells,
    prompt,
    response: actual?.answer,
    reference: expected?.answer,
    predicted_trajectory: reading.maybeTrajectory(actual?.calls, 'predicted'),
    reference_trajectory: reading.maybeTrajectory(expected?.calls, 'reference'),
    latency_in_seconds: latency,
    ...scores,
  });
}

function joinAnswers(answers: readonly (Answer | undefined)[]): Answer | undefined {
  const known = answers.filter((answer) => answer !== undefined);
  if (known.length === 0) return undefined;
  const isRecorded = known.some(({ calls }) => calls !== undefined);
  return {
    answer: known.at(-1)?.answer,
    calls: isRecorded ? known.flatMap(({ calls }) => calls ?? []) : undefined,
  };
}

function readAnswer(invocation: JsonValue, reading: Reading): Answer {
  return {
    answer: contentText(pick(invocation, 'final_response', 'finalResponse')),
    calls: readCalls(invocation, reading),
  };
}

/** Three shapes: a list of uses, a list of events, and a port's plain list of tools. */
function readCalls(invocation: JsonValue, reading: Reading): readonly FoundCall[] | undefined {
  const data = pickObject(invocation, 'intermediate_data', 'intermediateData');
  const events = pickList(data, 'invocation_events', 'invocationEvents');
  if (events) {
    return readEvents(events, reading).flatMap((entry) =>
      entry.kind === 'call' ? [entry.call] : [],
    );
  }
  const list = pickList(data, 'tool_uses', 'toolUses') ?? pickList(invocation, 'tools');
  if (!list) return undefined;
  // empty arguments are left out
  return readCallList(list, reading, 'tool_uses').map((call) => ({
    ...call,
    input: call.input ?? {},
  }));
}

/** Parts in the original, plain text in a port. */
function contentText(content: Maybe): string | undefined {
  const text = textOf(pick(content, 'parts', 'content'));
  return text === '' ? undefined : text;
}

function scoresOf(results: readonly JsonValue[], reading: Reading): Cells {
  const scores = results.flatMap((result) => {
    const name = pickText(result, 'metric_name', 'metricName');
    const score = pick(result, 'score');
    return name !== undefined && typeof score === 'number' ? [[`${name}/score`, score]] : [];
  });
  for (const [name] of scores) reading.note('scores_kept', String(name));
  return Object.fromEntries(scores) as Cells;
}
