import { exampleRows as texts } from './texts.ts';

/** Three rows, written in one of the formats that are read. */
export interface FormatExample {
  readonly id: 'jsonl' | 'csv' | 'chat';
  readonly title: string;
  readonly text: string;
}

interface ExampleCall {
  readonly tool_name: string;
  readonly tool_input: Readonly<Record<string, string | number | boolean>>;
}

interface ExampleRow {
  readonly id: string;
  readonly prompt: string;
  readonly called: readonly ExampleCall[];
  readonly expected: readonly ExampleCall[];
}

const light: ExampleCall = { tool_name: 'set_light', tool_input: { room: 'office', on: true } };
const timer = (minutes: string | number): ExampleCall => ({
  tool_name: 'set_timer',
  tool_input: { minutes },
});

/** The rows of every example: one as expected, one with a number as text, one without calls. */
const EXAMPLE_ROWS: readonly ExampleRow[] = [
  {
    id: 'lamp',
    prompt: texts.lamp,
    called: [light],
    expected: [light],
  },
  {
    id: 'timer',
    prompt: texts.timer,
    called: [timer('5')],
    expected: [timer(5)],
  },
  {
    id: 'thanks',
    prompt: texts.thanks,
    called: [],
    expected: [],
  },
];

/** The same three rows in the formats that people have most often. */
export const FORMAT_EXAMPLES: readonly FormatExample[] = [
  { id: 'jsonl', title: 'JSONL', text: lines(EXAMPLE_ROWS.map(plainRow)) },
  { id: 'csv', title: 'CSV', text: csv(EXAMPLE_ROWS) },
  { id: 'chat', title: texts.chatLog, text: lines(EXAMPLE_ROWS.map(chatRow)) },
];

function plainRow({ id, prompt, called, expected }: ExampleRow): object {
  return { id, prompt, predicted_trajectory: called, reference_trajectory: expected };
}

function chatRow({ id, prompt, called, expected }: ExampleRow): object {
  const tool_calls = called.map(({ tool_name: name, tool_input }, at) => ({
    id: `call_${String(at + 1)}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(tool_input) },
  }));
  const answer =
    tool_calls.length > 0
      ? { role: 'assistant', tool_calls }
      : { role: 'assistant', content: texts.answer };
  const messages = [{ role: 'user', content: prompt }, answer];
  return { id, messages, reference_trajectory: expected };
}

function lines(rows: readonly object[]): string {
  return rows.map((row) => `${spaced(row)}\n`).join('');
}

/** JSON in one line with spaces, where long ones may be broken. */
function spaced(row: object): string {
  const indented = JSON.stringify(row, null, 1).split('\n');
  return indented.map((line) => line.trim()).join(' ');
}

function csv(rows: readonly ExampleRow[]): string {
  const quote = (calls: readonly ExampleCall[]): string =>
    `"${JSON.stringify(calls).replaceAll('"', '""')}"`;
  const cells = rows.map(({ id, prompt, called, expected }) =>
    [id, prompt, quote(called), quote(expected)].join(','),
  );
  return `${['id,prompt,predicted_trajectory,reference_trajectory', ...cells].join('\n')}\n`;
}
