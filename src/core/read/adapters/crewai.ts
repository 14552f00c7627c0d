import type { JsonObject } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { pickList, pickObject, pickText } from '#core/base/json/pick.ts';
import { readMessages } from '#core/read/transcripts/read-message.ts';
import { recordCells } from '#core/read/transcripts/record-cells.ts';
import { readWhole } from '#core/read/transcripts/write-turns.ts';
import { recordAdapter } from './record-adapter.ts';

/** Where a program keeps what a crew returned, beside what it was asked. */
const HOLDERS = ['output', 'result', 'response', 'crew_output'];

/** Results of a crew of CrewAI. Its calls are known only where its tasks keep their messages. */
export const crewai = recordAdapter({
  id: 'crewai',
  title: 'CrewAI result',
  isRecord: (value) => resultIn(value) !== undefined,
  uses: 'all',
  readRecord: (record, out) => {
    const result = resultIn(record) ?? {};
    const tasks = pickList(result, 'tasks_output') ?? [];
    const said = [result, ...tasks.toReversed()];
    const parsed = pickObject(result, 'json_dict', 'pydantic');
    const messages = tasks.flatMap((task) => pickList(task, 'messages') ?? []);
    const { calls } = readWhole(readMessages(messages, out), out);
    out.row({
      ...recordCells(record, out, ['raw']),
      response:
        said.map((part) => pickText(part, 'raw')).find((text) => text !== undefined) ??
        (parsed && printJson(parsed)),
      predicted_trajectory: out.prediction(calls.length > 0 ? calls : undefined),
    });
  },
});

function resultIn(record: JsonObject): JsonObject | undefined {
  const held = pickObject(record, ...HOLDERS);
  return [record, ...(held ? [held] : [])].find((value) =>
    pickList(value, 'tasks_output')?.every((task) => typeof pickText(task, 'raw') === 'string'),
  );
}
