import { countOf, formatCount } from '#core/base/text/sentence.ts';
import type { CallProgress } from '#features/sessions/call-session.svelte.ts';
import { session } from '#features/sessions/texts.ts';

export const agentAnswers = {
  name: 'Answers',
  title: '4 · Answers',
  noCalls: 'no calls',
  unknownCalls: 'no tool calls recognised: enter their path, or say that there were none',
  trial: (trial: number) => `trial ${trial + 1} ·`,
  failed: 'failed:',
  seconds: (ms: number) => `${(ms / 1000).toFixed(2)} s`,
};

export const agentDrawer = {
  title: 'Run an agent',
  caption: 'calls your agent for every row and scores its answers',
  replaces: (columns: readonly string[]) =>
    `The new run replaces ${columns.join(', ')} with the agent’s answers; the open run stays under Runs.`,
  run: (rows: number) => `Run ${countOf(rows, 'row')}`,
  try: (rows: number) => `Try ${rows}`,
  retry: 'Retry failed rows',
  score: (answers: number) => `Score the ${countOf(answers, 'answer')}`,
  answered: (answered: number, calls: number) =>
    `${formatCount(answered)} of ${formatCount(calls)} calls were answered before and are not repeated.`,
  answeredByOther: (answered: number) =>
    `Another agent had answered ${countOf(answered, 'call')} when its run stopped.`,
  takeUp: 'Continue that run',
  forget: 'Discard these answers',
};

export const agentForm = {
  title: '1 · Agent',
  offline: 'Running an agent sends the rows’ values to the address you enter here.',
  connector: 'Connection',
  fillIn: (server: string) => `Fill in for ${server}`,
  reading: 'How the answer is read',
  paceTitle: '3 · Repeats and rate',
  trials: ['Calls per row', 'above 1: pass@k'],
  rows: ['Maximum rows', '0: all'],
  retries: ['Retries', 'for calls that may succeed later'],
} as const;

export const exchangeView = {
  moreCharacters: (count: number) => `… [${formatCount(count)} more characters]`,
  noAnswer: 'no answer',
  request: 'Request',
  answer: 'Answer',
  code: 'Function',
  result: 'Result of the function',
  numbered: (title: string, number: number) => `${title} ${number}`,
  timed: (title: string, ms: number) => `${title}, ${(ms / 1000).toFixed(2)} s`,
} as const;

export const headerLines = {
  title: '2 · Headers',
  name: (number: number) => `Name of header ${number}`,
  nameHint: 'Authorization',
  value: (number: number) => `Value of header ${number}`,
  valueHint: 'value',
  secretHint: 'kept in memory only',
  secret: 'Secret',
  remove: (number: number) => `Remove header ${number}`,
  add: 'Add a header',
  note: 'Secret values are sent only to the address above. They are never stored and are lost when the page is reloaded.',
};

export const rowExchange = {
  title: 'Request to the agent and its answer',
  notStored: 'The request is not stored on this device.',
  unreadable: 'The request and its answer could not be read from this browser’s storage.',
};

export const answersOfAgent = {
  answered: (rows: number, name: string) =>
    `The agent has answered ${countOf(rows, 'row')} of “${name}”.`,
  notScored: 'They are scored when you open them.',
  open: 'Open',
  runName: (asked: string, agent: string, model: string) =>
    `${asked}, agent run: ${agent}${model === '' ? '' : ` ${model}`}`,
};

const known = (count: number): string => `${formatCount(count)} answered before`;
const failed = (count: number): string => `${formatCount(count)} failed`;

export const agentSession = {
  label: 'Running the agent',
  end: 'Stop',
  underWay: (progress: CallProgress) =>
    [
      `${session.doneOf(progress.done, progress.total)} calls`,
      known(progress.known),
      failed(progress.failed),
    ].join(' · '),
  known,
  failed,
  isTaken: 'Another tab is running an agent. Only one tab can, so that no row is called twice.',
  noRows: 'There are no rows to run the agent on.',
  isNotStored: 'This run is not stored yet, so answers could not be kept.',
  lost: 'The rows can no longer be read. The answers are kept.',
  stopped: (why: string) => `It stopped: ${why}`,
  ended: (done: string, called: number) => `${done} calls answered: ${formatCount(called)} new`,
};

export const agentSetup = {
  repeated: (name: string) => `Headers: ${name} is listed twice.`,
  badName: (name: string) => `Headers: “${name}” is not a header name.`,
};

/** Texts of connectors/connector-fields.ts and connectors/client.ts. */
export const connectors = {
  address: 'Address',
  responsePath: ['Path to the response', 'Empty: found automatically.'],
  callsPath: [
    'Path to the tool calls',
    'Empty: found automatically, as in agent frameworks’ files.',
  ],
  events: 'In a stream',
  joinEvents: 'Join the texts of all events',
  lastEvent: 'Use the last event only',
  lack: 'An answer without tool calls',
  lackIsUnknown: 'leaves open whether any were made: only its response is scored',
  lackIsNone: 'means that no tool was called',
  badPath: (label: string) => `${label}: write it like “output.steps[].tool”.`,
} as const;

/** Texts of connectors/a2a.ts. */
export const a2a = {
  title: 'A2A',
  help: 'The agent card is read first; it must name an address on the same host. The protocol has no tool calls: they are read from the data parts that ADK and kagent attach. With the SDK’s Express server, allow this page with “app.use(cors())”; ADK’s address is /a2a/ followed by the app’s name.',
  addressHint: 'of the agent card, e.g. http://localhost:9999',
  task: (state: string, response: string) => `Its task is “${state}”. ${response}`.trim(),
  noBinding: (bindings: string, wanted: string) =>
    `The agent card offers ${bindings}, but not ${wanted}.`,
  otherAddress: (url: string) => `The agent card names ${url}.`,
};

/** Texts of connectors/adk.ts. */
export const adk = {
  title: 'Google ADK',
  help: 'Start it with “adk api_server --allow_origins” and this page’s address. Each call has its own session. A prompt that is a list of strings is a conversation of several turns. The first call may take 15 seconds while the server compiles the agent; that counts as its time.',
  addressHint: 'e.g. http://localhost:8000',
  app: ['App name', 'the agent’s folder'],
  user: 'User id',
  needsApp: 'Enter an app name.',
  noSession: 'The session has no id.',
  noEvents: 'There are no events.',
} as const;

/** Texts of connectors/http.ts. */
export const http = {
  title: 'HTTP',
  help: 'Any server that answers JSON with JSON, JSONL or server-sent events. It must allow this page (CORS). OpenAI, Gemini, Anthropic, LangChain, LangGraph, CrewAI, ADK and other formats are recognised. For Agent Engine, the Authorization header is “Bearer” and what “gcloud auth print-access-token” prints.',
  method: 'Method',
  addressHint: 'https, or this device. {column} is replaced with the row’s value.',
  body: [
    'Body',
    'JSON. {prompt} or {column} is replaced with the row’s value: escaped inside quotes, as JSON elsewhere.',
  ],
  unknownColumn: (name: string) => `Address: there is no column {${name}}.`,
  chatModel: 'a model (OpenAI’s API)',
  langGraph: 'LangGraph',
  agentEngineAdk: 'Agent Engine (ADK)',
  agentEngineLangChain: 'Agent Engine (LangChain)',
  putIn: 'Address: replace LOCATION, PROJECT and ENGINE with your own.',
} as const;
