import { isJsonList, type JsonObject } from '#core/base/json/json-value.ts';
import { fold, keysOf, perName, words } from '#core/base/json/pick.ts';
import type { Author } from './entry.ts';

/** Who speaks, by the words of frameworks for it, as `fold` writes them. */
const AUTHORS: ReadonlyMap<string, Author> = new Map(
  Object.entries({
    user: 'user human customer request prompt',
    agent:
      'assistant ai agent bot chatbot model gpt gemini response completion apiMessage toolcallrequestevent',
    tool: 'tool function toolresult toolresults functionexecutionresult toolcallexecutionevent',
    system: 'system developer info',
    silent: 'silent reasoning thinking',
  } satisfies Record<Author, string>).flatMap(([author, names]) =>
    names.split(' ').map((name) => [name, author as Author] as const),
  ),
);

/**
 * Tells who speaks by the word for it, in any spelling: `Human`, `AIMessageChunk`, `ROLE_USER`, `billing_agent`.
 * @returns undefined for any other word
 */
export const authorNamed = perName((word): Author | undefined => {
  const name = fold(word).replace(/^(?:message)?role|message(?:chunk)?$/g, '');
  return AUTHORS.get(word) ?? AUTHORS.get(name) ?? (/agent$/.test(name) ? 'agent' : undefined);
});

/** Words under which events of any framework say what they are. */
export const KIND_WORDS = words('type kind message_type event event_type step_type');
const KIND_OF_PART = [...KIND_WORDS, 'partkind'];

/** What an event says that it is; empty where it does not. */
export function kindTextOf(object: JsonObject, keys = keysOf(object)): string {
  for (const key of keys.under(KIND_OF_PART)) {
    const kind = object[key];
    if (typeof kind === 'string' && kind !== '') return kind;
  }
  return '';
}

const CALL =
  /^(?:(?:server|client|mcp|builtin|hosted)?(?:tool|function)(?:call|use|request)(?:request)?(?:message)?|toolcallinvocation|(?:tool|function)step|toolinput(?:available|error)|tool(?:call|usage)?start(?:ed)?)$/;
const RESULT =
  /^(?:server|mcp|builtin)?(?:tool|function)(?:call|use)?(?:result|output|response|return|error|outputerror|outputavailable)(?:message|node)?$|^toolexecution(?:complete|end|result)$|^tool(?:call|usage)?(?:end(?:ed)?|finish(?:ed)?|completed?)$|^observation(?:event)?$/;

/** What the type of an event or a part says that it is. */
export const kindOf = perName((type): 'call' | 'result' | undefined => {
  // a class may stand in others: `prompt.Message.Tool.Call`
  const [outer = '', own = ''] = type.split('.').slice(-2);
  const isWithin = ['tool', 'function'].includes(outer.toLowerCase());
  const name = fold(isWithin ? outer + own : type).replace(/^(?:message)?role/, '');
  return CALL.test(name) ? 'call' : RESULT.test(name) ? 'result' : undefined;
});

/** Types of steps that have a name and an input as calls do: `llm`, `model_call`, `chain_step`. */
export const isNoTool = perName((type) =>
  /^(?:run|agent|chain|llm|model|generation|workflow|embedding|session)(?:[_.-]?(?:call|step))?$/i.test(
    type,
  ),
);

const CALLS =
  /^(?:(?:tool|function)s?(?:execution)?(?:call(?:ing)?|used?|invocation|request)|usedtool|call)s?$/;

/** Whether a key is the name of a list of calls in any framework. */
export const namesCalls = perName((key) => CALLS.test(fold(key)));

/** Whether an object has a list of calls, maybe an empty one, under a name that says so. */
export function listsCalls(object: JsonObject): boolean {
  for (const key in object) if (isJsonList(object[key] ?? null) && namesCalls(key)) return true;
  return false;
}
