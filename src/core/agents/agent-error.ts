import { CallError } from '#core/judge/call-error.ts';
import type { Failure } from '#core/calls/outcome.ts';

/** Why an agent's call has no answer that can be scored. */
export type AgentFault =
  | 'unreachable'
  | 'off'
  | 'blocked'
  | 'redirected'
  | 'refused'
  | 'rate_limited'
  | 'server'
  | 'rejected'
  | 'timeout'
  | 'too_large'
  | 'broken_off'
  | 'not_json'
  | 'path_empty'
  | 'no_answer'
  | 'arguments_text'
  | 'calls_unreadable'
  | 'agent_failed'
  | 'code_failed'
  | 'input_missing'
  | 'no_card'
  | 'not_recorded';

const FAILURE_OF: Readonly<Record<AgentFault, Failure>> = {
  unreachable: 'network_or_cors',
  off: 'network_or_cors',
  blocked: 'network_or_cors',
  redirected: 'rejected',
  refused: 'auth',
  rate_limited: 'rate_limited',
  server: 'server',
  rejected: 'rejected',
  timeout: 'timeout',
  too_large: 'rejected',
  broken_off: 'server',
  not_json: 'unparseable',
  path_empty: 'unparseable',
  no_answer: 'unparseable',
  arguments_text: 'unparseable',
  calls_unreadable: 'unparseable',
  agent_failed: 'rejected',
  code_failed: 'rejected',
  input_missing: 'rejected',
  no_card: 'rejected',
  not_recorded: 'rejected',
};

const WORDS: Readonly<Record<AgentFault, string>> = {
  unreachable:
    'The agent could not be reached. It may be off, its certificate may be bad, or it does not let web pages call it (CORS).',
  off: 'Nothing answers at this address: the agent is off or uses another port, or the browser blocks calls to this device.',
  blocked:
    'The server exists, but this page got no answer. It may have to allow this page’s address (CORS), or the connection broke.',
  redirected: 'The agent redirects to another address. Enter that address instead.',
  refused: 'The agent rejected the key or the secret header.',
  rate_limited:
    'The agent asked for fewer calls. Lower the concurrent calls or the calls per minute.',
  server: 'The agent’s server failed.',
  rejected: 'The agent rejected the request. Check its body and address.',
  timeout: 'The agent did not finish in time.',
  too_large: 'The answer is too large to be read.',
  broken_off: 'The answer broke off before its end.',
  not_json: 'The answer is not JSON.',
  path_empty: 'A path matches nothing in the answer. Correct it under “How the answer is read”.',
  no_answer:
    'Neither a response nor tool calls were found in the answer. Enter their paths under “How the answer is read”.',
  arguments_text: 'The arguments of a tool call are not JSON.',
  calls_unreadable: 'The value at the path of the tool calls is not a list of calls.',
  agent_failed: 'The agent reported a failure.',
  code_failed: 'The function failed.',
  input_missing: 'The row has no value for a placeholder, so the agent was not called.',
  no_card:
    'There is no agent card at this address. Enter the address that holds /.well-known/agent-card.json.',
  not_recorded: 'No answer is stored for this row.',
};

/** Whether a stored value is a fault. */
export function isAgentFault(value: unknown): value is AgentFault {
  return typeof value === 'string' && Object.hasOwn(WORDS, value);
}

/** An agent's call without an answer that can be scored. */
export class AgentError extends CallError {
  readonly fault: AgentFault;

  constructor(fault: AgentFault, detail = '', retryAfterMs?: number) {
    super(FAILURE_OF[fault], detail, retryAfterMs);
    this.fault = fault;
  }

  /** The fault with its detail, for the user. */
  get words(): string {
    return `${WORDS[this.fault]} ${this.message}`.trim();
  }
}
