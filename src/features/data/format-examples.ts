import { exampleRow as texts } from './texts.ts';

/** One row, written in one of the formats that are read. */
export interface FormatExample {
  readonly id: 'jsonl' | 'csv' | 'chat';
  readonly title: string;
  /** As it is copied: one record. */
  readonly text: string;
  /** The same with breaks, for reading. */
  readonly lines: readonly string[];
}

const callWith = (id: string | number): object => ({ name: 'refund', args: { id } });
const EXPECTED = [callWith(40871)];
const CALLED = [callWith('40871')];

const chat = {
  messages: [
    { role: 'user', content: texts.question },
    {
      role: 'assistant',
      tool_calls: [{ function: { name: 'refund', arguments: JSON.stringify({ id: '40871' }) } }],
    },
  ],
  expected: EXPECTED,
};

/** The same row, which expects a number and has text, in the formats that people have most often. */
export const FORMAT_EXAMPLES: readonly FormatExample[] = [
  jsonExample('jsonl', 'JSONL', { question: texts.question, expected: EXPECTED, called: CALLED }),
  csvExample(),
  jsonExample('chat', texts.chat, chat),
];

function jsonExample(id: FormatExample['id'], title: string, row: object): FormatExample {
  const members = Object.entries(row).map(([key, value]) => `"${key}": ${spaced(value)}`);
  const lines = members.map((member, at) => {
    const [start, end] = [at === 0 ? '{' : ' ', at === members.length - 1 ? '}' : ','];
    return start + member + end;
  });
  return { id, title, text: `{${members.join(', ')}}\n`, lines };
}

/** JSON in one line with spaces, where long ones may be broken. */
function spaced(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .replace(/\n */g, ' ')
    .replace(/([[{]) | (?=[\]}])/g, '$1');
}

function csvExample(): FormatExample {
  const quoted = (calls: readonly object[]): string =>
    `"${JSON.stringify(calls).replaceAll('"', '""')}"`;
  const lines = [
    'question,expected,called',
    [texts.question, quoted(EXPECTED), quoted(CALLED)].join(','),
  ];
  return { id: 'csv', title: 'CSV', text: `${lines.join('\n')}\n`, lines };
}
