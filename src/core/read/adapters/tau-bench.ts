import { readCallList, type FoundCall } from '#core/calls/read-call.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { pick, pickList, pickObject, pickText, type Maybe } from '#core/base/json/pick.ts';
import type { Entry } from '#core/read/transcripts/entry.ts';
import { isMessage, readMessages } from '#core/read/transcripts/read-message.ts';
import { predictionOf, readWhole } from '#core/read/transcripts/write-turns.ts';
import { recordAdapter } from './record-adapter.ts';
import type { Collector } from '#core/read/framework/adapter.ts';

/** Runs and tasks of tau-bench and tau²-bench, which name the actions that solve a task. */
export const tauBench = recordAdapter({
  id: 'tau-bench',
  title: 'tau-bench run or task',
  isRecord: (value) => isRun(value) || isResults(value) || isTask(value),
  uses: [
    'traj',
    'task_id',
    'trial',
    'info',
    'reward',
    'id',
    'ticket',
    'user_scenario',
    'evaluation_criteria',
    'tasks',
    'simulations',
  ],
  readRecord: (record, out) => {
    if (isRun(record)) readRun(record, out);
    else if (isResults(record)) readResults(record, out);
    else readTask(record, out);
  },
});

function isRun(value: JsonObject): boolean {
  return pickList(value, 'traj')?.every(isMessage) === true && pick(value, 'task_id') !== undefined;
}

/** What tau²-bench writes: its tasks, and a simulation for each trial of one. */
function isResults(value: JsonObject): boolean {
  return pickList(value, 'simulations') !== undefined && pickList(value, 'tasks') !== undefined;
}

function isTask(value: JsonObject): boolean {
  return pickObject(value, 'evaluation_criteria') !== undefined && pick(value, 'id') !== undefined;
}

/** What either benchmark records of a run. */
interface RecordedRun {
  readonly run: JsonObject;
  readonly messages: readonly Entry[];
  readonly reference: readonly JsonValue[] | undefined;
  /** The question where the task itself has one. */
  readonly prompt?: string | undefined;
  readonly reward: Maybe;
}

/** The reference is for the whole conversation, so a run is one row. */
function writeRun(recorded: RecordedRun, out: Collector): void {
  const { run, messages, reference, reward } = recorded;
  const turn = readWhole(messages, out);
  const { response } = turn;
  const prompt = recorded.prompt ?? turn.prompt;
  out.row({
    // the trials of a task share its id
    id: pick(run, 'task_id'),
    trial: pick(run, 'trial'),
    prompt,
    response,
    predicted_trajectory: predictionOf(turn, out),
    transcript: out.transcript(turn, { prompt, response }),
    reference_trajectory: reference,
    reward,
  });
}

function readRun(run: JsonObject, out: Collector): void {
  const task = pickObject(pickObject(run, 'info'), 'task');
  const actions = pickList(task, 'actions');
  const messages = readMessages(pickList(run, 'traj') ?? [], out).map(withFailure);
  const calls = actions && readCallList(actions, out, 'info.task.actions');
  const reference = out.maybeTrajectory(calls, 'reference');
  const prompt = pickText(task, 'instruction');
  writeRun({ run, messages, reference, prompt, reward: pick(run, 'reward') }, out);
}

function readResults(results: JsonObject, out: Collector): void {
  const tasks = new Map(
    (pickList(results, 'tasks') ?? []).map((task) => [pick(task, 'id'), task] as const),
  );
  for (const run of (pickList(results, 'simulations') ?? []).filter(isJsonObject)) {
    out.from(run, results);
    out.keepRest(run, ['id', 'task_id', 'trial', 'messages', 'reward_info']);
    // the simulated user has tools, too
    const own = (pickList(run, 'messages') ?? []).filter((message) => !isOfUser(message));
    const messages = readMessages(own, out);
    const task = tasks.get(pick(run, 'task_id'));
    const reference = task === undefined ? undefined : solutionOf(task, out);
    const reward = pick(pickObject(run, 'reward_info'), 'reward');
    writeRun({ run, messages, reference, reward }, out);
  }
}

function isOfUser(value: JsonValue): boolean {
  return (
    pick(value, 'requestor') === 'user' || (pickList(value, 'tool_calls')?.some(isOfUser) ?? false)
  );
}

/** The benchmark’s tools return what they failed with as text; nothing else of theirs begins so. */
function withFailure(entry: Entry): Entry {
  if (entry.kind !== 'result' || typeof entry.output !== 'string') return entry;
  return entry.output.startsWith('Error: ') ? { ...entry, error: true } : entry;
}

function readTask(task: JsonObject, out: Collector): void {
  out.row({
    id: pick(task, 'id'),
    prompt: pickText(task, 'ticket') ?? pickText(pickObject(task, 'user_scenario'), 'instructions'),
    reference_trajectory: solutionOf(task, out),
  });
}

/** Missing actions mean that nothing is to be done: the criteria are there without them. */
function solutionOf(task: JsonValue, out: Collector): readonly JsonValue[] | undefined {
  const actions = pickList(pickObject(task, 'evaluation_criteria'), 'actions') ?? [];
  const own = actions.filter((action) => !isOfUser(action));
  const calls = own.flatMap((action) => readAction(action, out));
  const isUnread = calls.length === 0 && own.length > 0;
  return isUnread ? undefined : out.trajectory(calls, 'reference');
}

/** An action may name the arguments that count; where none does, its name alone is compared. */
function readAction(action: JsonValue, out: Collector): readonly FoundCall[] {
  const calls = readCallList([action], out, 'evaluation_criteria.actions') ?? [];
  const counted = pickList(action, 'compare_args');
  if (!counted) return calls;
  return calls.map((call) => {
    if (counted.length === 0) return { ...call, input: undefined };
    const isAll = Object.keys(isJsonObject(call.input) ? call.input : {}).every((name) =>
      counted.includes(name),
    );
    if (!isAll) out.note('arguments_all_count', call.name);
    return call;
  });
}
