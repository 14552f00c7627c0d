import { joinAnswer, type CallOutcome } from '#core/agents/join-answer.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import type { HeldRuns } from '#workers/held-run.ts';

/** Reads rows as they are in the data. */
export async function records([run]: HeldRuns, rows: readonly number[]): Promise<JsonObject[]> {
  const found: JsonObject[] = [];
  await run.readRows(rows, (record) => found.push(record));
  return found;
}

interface Answers {
  /** The result of each call, in the order of the rows to write. */
  readonly outcomes: readonly CallOutcome[];
  /** Calls per row. */
  readonly trials: number;
}

/** Writes rows with what an agent answered about them as JSONL, a row per outcome. */
export async function joinAnswers([run]: HeldRuns, { outcomes, trials }: Answers): Promise<Blob> {
  const { roles } = run.source;
  const lines: string[] = [];
  const rows = outcomes.map(({ row }) => row);
  await run.readRows(rows, (record, index) => {
    const outcome = outcomes[index];
    if (outcome) lines.push(`${printJson(joinAnswer(record, roles, outcome, trials))}\n`);
  });
  return new Blob(lines, { type: 'application/jsonl' });
}
