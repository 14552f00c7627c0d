import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/** Writes lines to a file; gives its path. */
export async function writeLines(path: string, lines: Iterable<string>): Promise<string> {
  const file = createWriteStream(path);
  for (const line of lines) {
    if (!file.write(`${line}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
  return path;
}

/** A row as a line, about as long as its padding; predicted as expected. */
export function longRow(id: number, padding = 2000): string {
  const calls = [{ tool_name: 'a', tool_input: { n: id } }];
  const row = { id: `r-${String(id)}`, prompt: 'x'.repeat(padding) };
  return JSON.stringify({ ...row, predicted_trajectory: calls, reference_trajectory: calls });
}

/** Many of them, from r-0 on. */
export function* longRows(count: number, padding?: number): Generator<string> {
  for (let id = 0; id < count; id++) yield longRow(id, padding);
}
