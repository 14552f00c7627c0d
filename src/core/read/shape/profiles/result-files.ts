import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { hasKey, pick, pickList, pickObject, pickText } from '#core/base/json/pick.ts';
import { eachRecord, type ListProfile } from './profile.ts';
import { oneOf } from '../words.ts';

/** Where a program keeps what a crew returned, beside what it was asked. */
const HOLDERS = ['output', 'result', 'response', 'crew_output'];

/** Results of a crew of CrewAI. Its calls are known only where its tasks keep their messages. */
export const crewai = eachRecord(
  oneOf('tasks_output', ...HOLDERS),
  (value): value is JsonObject => resultIn(value) !== undefined,
  (record) => {
    const result = resultIn(record) ?? {};
    const tasks = pickList(result, 'tasks_output') ?? [];
    const said = [result, ...tasks.toReversed()].map((part) => pickText(part, 'raw'));
    const parsed = pickObject(result, 'json_dict', 'pydantic');
    const messages = tasks.flatMap((task) => pickList(task, 'messages') ?? []);
    const { raw: _, ...others } = record;
    const run = {
      ...others,
      response: said.find((text) => text !== undefined) ?? (parsed ? printJson(parsed) : null),
      predicted_trajectory: [],
      ...(messages.length > 0 && { messages }),
    };
    return [[run, { isRun: true, lacksCalls: messages.length === 0 }]];
  },
);

function resultIn(record: JsonValue): JsonObject | undefined {
  const held = pickObject(record, ...HOLDERS) ?? null;
  return [record, held].find((value): value is JsonObject =>
    Boolean(
      pickList(value, 'tasks_output')?.every((task) => typeof pickText(task, 'raw') === 'string'),
    ),
  );
}

/** Dialogues of API-Bank: what the agent should have called and said, for each turn. */
export const apiBank: ListProfile = {
  hasKeys: oneOf('api_name'),
  isOwn: (value) => pick(value, 'role') === 'API' && hasKey(value, 'api_name'),
  rewrite: (values, told) => {
    const turns: { readonly asked: JsonValue; readonly calls: JsonObject[]; answer: JsonValue }[] =
      [];
    for (const line of values.filter((value) => hasKey(value, 'role'))) {
      const text = pick(line, 'text') ?? null;
      if (turns.length === 0 || pick(line, 'role') === 'User')
        turns.push({ asked: text, calls: [], answer: null });
      const turn = turns.at(-1);
      if (apiBank.isOwn(line)) {
        const output = pick(pick(line, 'result'), 'output') ?? null;
        const { api_name: name = null, param_dict: input = {} } = line;
        turn?.calls.push({ tool_name: name, tool_input: input, tool_output: output });
      } else if (turn && pick(line, 'role') !== 'User') turn.answer = text;
    }
    const [first = null] = values;
    const records = turns.map(({ asked, calls, answer }, index) => {
      const messages = [{ role: 'user', content: asked }];
      const turn = turns.length > 1 ? index + 1 : undefined;
      const run = { messages, reference: answer, reference_trajectory: calls };
      return told(run, first, { isRun: true, turn });
    });
    return [...records, ...values.filter((value) => !hasKey(value, 'role'))];
  },
};
