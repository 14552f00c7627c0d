import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import {
  hasKey,
  pick,
  pickAmount,
  pickList,
  pickObject,
  pickText,
  unwrapEncoded,
  type Maybe,
} from '#core/base/json/pick.ts';
import type { RecordProfile } from './profile.ts';
import { isCallLike } from '#core/calls/read-call.ts';
import { messageOf } from '#core/read/transcripts/read-message.ts';
import { spentBetween } from './coding-agents.ts';
import {
  addressed,
  browserUse,
  chatGpt,
  copilot,
  glaive,
  semanticKernel,
  vercelStep,
} from './agent-frameworks.ts';

/** Activities of Copilot Studio: messages, and the steps of a plan, which are calls. */
const copilotStudio: RecordProfile = {
  key: 'from',
  isOwn: (record) =>
    hasKey(record['from'], 'role') &&
    /^(?:message|DynamicPlanStep\w*)$/.test(pickText(record, 'valueType', 'name', 'type') ?? ''),
  rewrite: ({ from = null, type, value: step = null, ...about }) => {
    if (type === 'message')
      return {
        ...about,
        role: [1, 'user'].includes(pick(from, 'role') as number) ? 'user' : 'bot',
      };
    const id = pick(step, 'stepId') ?? null;
    const content = pick(step, 'observation');
    if (content !== undefined) return { ...about, role: 'tool', tool_call_id: id, content };
    const name = pick(step, 'taskDialogId') ?? '';
    return { ...about, type: 'function_call', id, name, arguments: pick(step, 'arguments') ?? {} };
  },
};

/** Exchanges of Augment: what each was sent and answered, as nodes. */
const augment: RecordProfile = {
  isStep: true,
  key: 'response_nodes',
  isOwn: (record) => pickList(record, 'response_nodes') !== undefined,
  rewrite: ({ request_message: asked = '', response_text: content = '', ...exchange }) => {
    const { request_nodes: _, response_nodes: __, ...about } = exchange;
    const sent = pickList(exchange, 'request_nodes') ?? [];
    const nodes = pickList(exchange, 'response_nodes') ?? [];
    const tool_calls = nodes.flatMap((node) => pick(node, 'tool_use') ?? []);
    const answer = { role: 'assistant', content, tool_calls };
    return { ...about, messages: [{ role: 'user', content: asked }, ...sent, answer] };
  },
};

const DIFY_TEXTS = ['sys.query', 'query', 'answer', 'text'];

/** Nodes of a workflow of Dify that ran: its start is the question, tools are calls. */
const difyNode: RecordProfile = {
  key: 'node_type',
  isOwn: (record) =>
    /^(?:start|tool|llm|answer|end|agent)$/.test(pickText(record, 'node_type') ?? '') &&
    hasKey(record, 'node_id', 'title'),
  rewrite: (node) => {
    const { node_type: type = null, inputs = {}, outputs = {}, title = '', ...about } = node;
    // what an agent called stands in no node of its own
    if (type === 'agent') return { ...node, type: 'agent_calls' };
    if (type === 'tool')
      return { ...about, type: 'tool_call', name: title, arguments: inputs, output: outputs };
    const isStart = type === 'start';
    const content = pickText(isStart ? inputs : outputs, ...DIFY_TEXTS) ?? '';
    return { ...about, role: isStart ? 'user' : 'assistant', content };
  },
};

/** Executions of n8n: the runs of each node, in the order in which they ended. */
const n8n: RecordProfile = {
  key: 'data',
  isOwn: (record) => runsOf(record) !== undefined,
  rewrite: ({ workflowData: _, ...execution }) => {
    const runs = Object.entries(runsOf(execution) ?? {})
      .flatMap(([name, list]) =>
        (isJsonList(list) ? list : []).filter(isJsonObject).map((run) => ({ name, run })),
      )
      .sort((a, b) => endOf(a.run) - endOf(b.run));
    return { ...execution, data: null, steps: runs.map(nodeStep) };
  },
};

const runsOf = ({ data = null }: JsonObject): JsonObject | undefined =>
  pickObject(pickObject(data, 'resultData'), 'runData');

const endOf = (run: JsonObject): number =>
  (pickAmount(run, 'startTime') ?? 0) + (pickAmount(run, 'executionTime') ?? 0);

/** The first item that stands at a connection of a node. */
const itemOf = (held: JsonValue, connection: string): JsonObject | undefined =>
  pickObject([pickList(held, connection)].flat(2)[0], 'json');

/** What a run of a node records: a tool call, a question, or an answer. */
function nodeStep({ name, run }: { name: string; run: JsonObject }): JsonObject {
  const { data = null, inputOverride = null, executionTime = null, ...others } = run;
  const about = { ...others, duration_ms: executionTime };
  const given = itemOf(inputOverride, 'ai_tool');
  const made = itemOf(data, 'ai_tool');
  if (given ?? made) {
    const output = pick(made, 'response') ?? made ?? null;
    return {
      ...about,
      type: 'tool_call',
      name,
      arguments: pick(given, 'query') ?? given ?? {},
      output,
    };
  }
  const other = Object.keys(isJsonObject(data) ? data : {}).find(
    (key) => key !== 'main' && !key.startsWith('ai_'),
  );
  if (other !== undefined) return { ...about, type: `call by ${other}` };
  const main = itemOf(data, 'main');
  const answer = pickText(main, 'output');
  const content = answer ?? pickText(main, 'chatInput') ?? '';
  const role = content === '' ? 'silent' : answer === undefined ? 'user' : 'assistant';
  return { ...about, role, content };
}

/** Code that Open Interpreter runs, and what the computer printed. */
const interpreter: RecordProfile = {
  key: 'format',
  isOwn: ({ type = null }) => type === 'code' || type === 'console',
  rewrite: ({ type, format: name = 'code', content: code = '', ...about }) => {
    if (type === 'code') return { ...about, type: 'tool_call', name, arguments: { code } };
    return { ...about, role: name === 'output' ? 'tool' : 'silent', content: code };
  },
};

/** Records of CAMEL's memory: calls and results are messages of a class of their own. */
const camel: RecordProfile = {
  key: 'role_at_backend',
  isOwn: (record) => pickObject(record, 'message') !== undefined,
  rewrite: ({ message, role_at_backend: role = null, ...about }) => {
    const { content = '', func_name: name = null, args, result = null } = message as JsonObject;
    const id = pick(message, 'tool_call_id') ?? null;
    if (role === 'function') return { ...about, role: 'tool', tool_call_id: id, content: result };
    if (name === null) return { ...about, role, content };
    return { ...about, type: 'tool_call', id, name, arguments: args ?? {} };
  },
};

/** Answers of ToolBench: the last list of messages is the whole path, each goes on from the one before. */
const toolbench: RecordProfile = {
  key: 'answer_generation',
  isOwn: (record) =>
    pickList(pickObject(record, 'answer_generation'), 'train_messages') !== undefined,
  rewrite: ({ answer_generation: answer = null, ...others }) => ({
    ...others,
    prompt: pick(answer, 'query') ?? null,
    response: pick(answer, 'final_answer') ?? null,
    messages: pickList(answer, 'train_messages')?.at(-1) ?? [],
  }),
};

/** Trajectories of SWE-agent: calls of functions in the history, or commands as in a shell. */
const sweAgent: RecordProfile = {
  key: 'trajectory',
  isOwn: (record) =>
    pickList(record, 'trajectory')?.some(
      (step) => pickText(step, 'action') !== undefined && !isCallLike(step),
    ) === true,
  rewrite: ({ history = [], trajectory = [], info = null, ...others }) => {
    const said = (history as readonly JsonValue[]).filter((one) => pick(one, 'is_demo') !== true);
    const task = said.find((one) => pick(messageOf(one), 'role') === 'user');
    const isCalling = said.some(
      (one) => hasKey(one, 'tool_calls') && pick(one, 'tool_calls') !== undefined,
    );
    // what is under a user's name is mostly what a command printed
    const talk = said.filter((one) => pick(messageOf(one), 'role') !== 'user');
    const steps = (trajectory as readonly JsonValue[]).flatMap(commandOf);
    return {
      ...others,
      prompt: pick(task, 'content') ?? null,
      response: pick(info, 'submission') ?? null,
      exit_status: pick(info, 'exit_status') ?? null,
      steps: isCalling ? talk : steps,
    };
  },
};

/** The first word of a command is the tool; the whole command is its argument. */
function commandOf(step: JsonValue): readonly JsonObject[] {
  const command = pickText(step, 'action');
  const name = command?.trim().split(/\s/, 1)[0] ?? '';
  if (command === undefined || name === '') return [];
  const seconds = pick(step, 'execution_time');
  return [
    {
      tool_name: name,
      tool_input: { command },
      tool_output: pick(step, 'observation') ?? null,
      ...(seconds !== undefined && { duration_seconds: seconds }),
    },
  ];
}

/** DSPy's agents keep all steps in one object, under numbered keys. */
const dspy: RecordProfile = {
  key: 'tool_name_0',
  isOwn: () => true,
  rewrite: (record) => {
    const steps: JsonObject[] = [];
    const at = (key: string): JsonValue | undefined => pick(record, `${key}_${steps.length}`);
    for (let name = at('tool_name'); name !== undefined; name = at('tool_name')) {
      steps.push({
        tool_name: name,
        tool_input: at('tool_args') ?? {},
        tool_output: at('observation') ?? null,
      });
    }
    return { steps };
  },
};

/** Runs of OpenHands in an evaluation: what all of it took, where its events do not say. */
const openhandsRun: RecordProfile = {
  key: 'metrics',
  isOwn: (record) =>
    pickObject(pickObject(record, 'metrics'), 'accumulated_token_usage') !== undefined &&
    pickList(record, 'history') !== undefined,
  rewrite: ({ metrics = null, ...others }) => {
    const history = pickList(others, 'history') ?? [];
    const isTold = history.some((event) => hasKey(event, 'llm_metrics'));
    const spent = isTold ? {} : spentBetween({}, metrics as JsonObject);
    return { ...others, history: [...history, { usage: spent, role: 'assistant', content: '' }] };
  },
};

/** Runs of tau-bench, which name the actions that solve their task. */
const tauRun: RecordProfile = {
  key: 'traj',
  isOwn: (record) => pickList(record, 'traj') !== undefined && hasKey(record, 'task_id'),
  rewrite: ({ traj = [], info = null, task_id: id = null, ...others }) => {
    const task = pickObject(info, 'task');
    return {
      ...others,
      id,
      prompt: pick(task, 'instruction') ?? null,
      messages: (traj as readonly JsonValue[]).map(withFailure),
      ...(pickList(task, 'actions') && { reference_trajectory: pickList(task, 'actions') }),
    } as JsonObject;
  },
};

/** The benchmark's tools return what they failed with as text; nothing else of theirs begins so. */
function withFailure(message: JsonValue): JsonValue {
  const text = pickText(message, 'content') ?? '';
  const isFailed = pick(message, 'role') === 'tool' && text.startsWith('Error: ');
  return isFailed ? { ...(message as JsonObject), is_error: true } : message;
}

/** Results of tau²-bench: its tasks, and a simulation for each trial of one. */
const tauResults: RecordProfile = {
  key: 'simulations',
  isOwn: (record) =>
    pickList(record, 'simulations') !== undefined && pickList(record, 'tasks') !== undefined,
  rewrite: ({ simulations = [], tasks = [] }) => {
    const byId = new Map((tasks as readonly JsonValue[]).map((task) => [pick(task, 'id'), task]));
    return {
      simulations: (simulations as readonly JsonValue[]).filter(isJsonObject).map((run) => {
        const {
          id: _,
          task_id: task = null,
          messages = [],
          reward_info: reward = null,
          ...others
        } = run;
        return {
          ...others,
          id: task,
          reward: pick(reward, 'reward') ?? null,
          // the simulated user has tools, too
          messages: (messages as readonly JsonValue[]).filter((message) => !isOfUser(message)),
          reference_trajectory: solutionOf(byId.get(task) ?? null),
        };
      }),
    };
  },
};

/** Tasks of tau²-bench. Missing actions mean that nothing is to be done. */
const tauTask: RecordProfile = {
  key: 'evaluation_criteria',
  isOwn: (record) =>
    pickObject(record, 'evaluation_criteria') !== undefined && hasKey(record, 'id'),
  rewrite: (task) => {
    const { evaluation_criteria: _, ticket = null, user_scenario: user = null, ...others } = task;
    return {
      ...others,
      prompt: ticket ?? pick(user, 'instructions') ?? null,
      reference_trajectory: solutionOf(task),
    };
  },
};

function isOfUser(value: JsonValue): boolean {
  return (
    pick(value, 'requestor') === 'user' || (pickList(value, 'tool_calls')?.some(isOfUser) ?? false)
  );
}

/** An action may name the arguments that count; where none does, its name alone is compared. */
function solutionOf(task: JsonValue): readonly JsonValue[] {
  const actions = pickList(pickObject(task, 'evaluation_criteria'), 'actions') ?? [];
  return actions
    .filter((action) => !isOfUser(action))
    .map((action) =>
      pickList(action, 'compare_args')?.length === 0 ? (pick(action, 'name') ?? null) : action,
    );
}

/** The calls of a graph of TaskBench, in the order of its nodes; its published tasks have them as text. */
function nodesOf(graph: Maybe): readonly JsonValue[] | undefined {
  const nodes = unwrapEncoded(pick(graph, 'task_nodes', 'tool_nodes'));
  if (!isJsonList(nodes) || !nodes.every((node) => pickText(node, 'task') !== undefined))
    return undefined;
  return nodes.map((node) => {
    const given = pick(node, 'arguments') ?? [];
    const named = isJsonList(given) && given.every((one) => hasKey(one, 'name', 'value'));
    const input: JsonValue = named
      ? Object.fromEntries(
          given.map((one) => [pickText(one, 'name') ?? '', pick(one, 'value') ?? null]),
        )
      : given;
    return { tool_name: pick(node, 'task') ?? '', tool_input: input };
  });
}

/** What TaskBench expects for a task under one of its keys, or what a model predicted. */
const taskBench = (key: string): RecordProfile => ({
  key,
  isOwn: (record) => nodesOf(record) !== undefined || nodesOf(record['result']) !== undefined,
  rewrite: ({ result = null, ...task }) => {
    const [called, expected] = [nodesOf(result), nodesOf(task)];
    const { task_nodes: _, tool_nodes: __, user_request: asked, ...others } = task;
    return {
      ...others,
      prompt: asked ?? pick(task, 'instruction') ?? null,
      ...(called && { predicted_trajectory: called }),
      ...(expected && { reference_trajectory: expected }),
    };
  },
});

/** Events of Inspect's logs, with the ends and the times that other names stand for. */
const inspectEvent: RecordProfile = {
  key: 'event',
  isOwn: (record) => hasKey(record, 'completed', 'working_time'),
  rewrite: ({ completed = null, working_time: seconds = null, ...event }) => ({
    ...event,
    end_time: completed,
    duration_s: completed === null ? seconds : null,
  }),
};

/** Results of Braintrust's evaluations, and those of autoevals: what was expected are calls or tools. */
const braintrust: RecordProfile = {
  key: 'scores',
  isOwn: (record) =>
    pickObject(record, 'scores') !== undefined &&
    hasKey(record, 'input') &&
    typeof (record['expected'] ?? '') === 'object',
  rewrite: ({ expected = null, error, scores = {}, ...others }) => ({
    ...others,
    ...(Object.keys(scores as JsonObject).length > 0 && { scores }),
    ...(error !== undefined && {
      error,
      failure: Number(error !== null && error !== '' && error !== false),
    }),
    expected_tool_calls: expected,
  }),
};

/** Steps of NVIDIA's NeMo Agent Toolkit: what a step was is in its payload. */
const nemo: RecordProfile = {
  key: 'payload',
  isOwn: (record) => pickText(record['payload'], 'event_type') !== undefined,
  rewrite: ({ payload = null, ...others }) => {
    const { input = null, output = null } = pickObject(payload, 'data') ?? {};
    if (pick(payload, 'event_type') !== 'TOOL_END')
      return { ...others, role: 'silent', content: '' };
    const name = pick(payload, 'name') ?? null;
    return { ...others, type: 'tool_call', name, arguments: input, output };
  },
};

/** Its results, where an empty list of expected steps says nothing. */
const nemoResult: RecordProfile = {
  key: 'generated_answer',
  isOwn: () => true,
  rewrite: ({ generated_answer: response = null, answer: reference = null, ...others }) => {
    const { expected_intermediate_steps: expected = [], ...run } = others;
    const isEmpty = pickList({ expected }, 'expected')?.length === 0;
    return { ...(isEmpty ? run : others), reference, response };
  },
};

/** Cursor's calls, once started and once completed: each is named by the only key of an object. */
const cursor: RecordProfile = {
  key: 'tool_call',
  isOwn: (record) => hasKey(record, 'subtype') && pickObject(record, 'tool_call') !== undefined,
  rewrite: ({ tool_call: called = null, call_id: id = null, ...event }) => {
    const [[name, call] = ['', null]] = Object.entries(called as JsonObject);
    const result = pick(call, 'result') ?? null;
    return {
      ...event,
      type: 'function_call',
      call_id: id,
      name,
      arguments: pick(call, 'args') ?? {},
      output: result,
      error: pick(result, 'error') ?? null,
    };
  },
};

/** Answers of Gemini's command line, whose calls have what came of them as parts of the next message. */
const geminiCli: RecordProfile = {
  key: 'toolCalls',
  isOwn: (record) => record['type'] === 'gemini',
  rewrite: ({ toolCalls: calls = [], ...message }) => ({
    ...message,
    toolCalls: (calls as readonly JsonObject[]).map(({ result = null, ...call }) => {
      const [part] = pickList({ result }, 'result') ?? [];
      const response = pick(pickObject(part, 'functionResponse'), 'response') ?? result;
      return { ...call, result: response, error: pick(response, 'error') ?? null };
    }),
  }),
};

/** Records that only one framework or benchmark writes. */
export const RECORD_PROFILES: readonly RecordProfile[] = [
  toolbench,
  sweAgent,
  dspy,
  openhandsRun,
  vercelStep,
  tauRun,
  tauResults,
  tauTask,
  ...['task_nodes', 'tool_nodes', 'result'].map(taskBench),
  inspectEvent,
  semanticKernel,
  addressed,
  chatGpt,
  copilot,
  browserUse,
  glaive,
  braintrust,
  nemo,
  nemoResult,
  cursor,
  geminiCli,
  copilotStudio,
  augment,
  difyNode,
  n8n,
  interpreter,
  camel,
];
