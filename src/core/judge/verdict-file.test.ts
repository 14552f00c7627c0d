import { expect, it } from 'vitest';
import { type JudgeMetric, formOf, scoreForm } from '#core/score/metric/judge-metric.ts';
import { TEMPLATES } from './templates/registry.ts';
import {
  printAnswers,
  printQuestions,
  questionsAsText,
  readVerdictFile,
  type OpenQuestion,
} from './verdict-file.ts';

const FORM = scoreForm([0, 1]);
const KEYS = ['a', 'b', 'c'].map((letter) => letter.repeat(64));
const QUESTIONS: OpenQuestion[] = KEYS.map((key, row) => ({
  key,
  row,
  system: 'Grade.',
  user: `Task ${String(row)}`,
}));
const read = (text: string) => readVerdictFile(text, FORM, KEYS, formOf);

it('verdicts from elsewhere go out as lines, or as one text, each with its key', () => {
  const lines = printQuestions(QUESTIONS, FORM).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)[1]).toEqual({
    key: 'b'.repeat(12),
    row: 2,
    system: 'Grade.',
    user: 'Task 1',
    score: [0, 1],
  });
  const text = questionsAsText(QUESTIONS, FORM);
  expect(text.match(/===== key [abc]{12} =====\nTask \d/g)).toHaveLength(3);
  expect(text).toContain('There are 3 tasks');
});

it('verdicts from elsewhere come in from a chat window, fenced, as a list, or with commas', () => {
  const line = (key: string, score: number): string =>
    JSON.stringify({ key: key.slice(0, 12), explanation: 'so', score });
  const [a = '', b = ''] = KEYS;
  for (const text of [
    `\`\`\`json\n${line(a, 1)}\n\n${line(b, 0)}\n\`\`\``,
    `[${line(a, 1)},\n${line(b, 0)}]`,
    `${line(a, 1)},\r\n${line(b, 0)}`,
  ]) {
    const { answers, problems } = read(text);
    expect(problems).toEqual([]);
    expect(answers.map(({ key }) => key)).toEqual([a, b]);
  }
});

it('verdicts from elsewhere are taken only where they fit, with a sentence for the rest', () => {
  const a = 'a'.repeat(12);
  const text = [
    'Sure, here they are:',
    `{"key":"${a}","score":5}`,
    '{"key":"dddddddddddd","score":1}',
    '{"key":"aaa","score":1}',
    '{"score":1}',
    `{"key":"${a}","explanation":"x"}`,
    `{"key":"${a}","score":1}`,
    `{"key":"${a}","score":1}`,
    `{"key":"${'b'.repeat(12)}","score":0,"score":1}`,
  ].join('\n');
  const { answers, problems } = read(text);
  expect(answers).toHaveLength(1);
  expect(problems.map((problem) => problem.replace(/“.*”/, '…'))).toEqual([
    'Line 1 cannot be used: it is not a JSON object.',
    'Line 2 cannot be used: its verdict is not one of those allowed.',
    'Line 3 cannot be used: no open prompt has its key, ….',
    'Line 4 cannot be used: no open prompt has its key, ….',
    'Line 5 cannot be used: it has no ….',
    'Line 6 cannot be used: it has no verdict.',
    'Line 8 cannot be used: its key, …, is repeated.',
    'Line 9 cannot be used: it has a key twice, with different values.',
  ]);
  expect(read(`[{"key":"${a}","score":0,"score":1}]`)).toMatchObject({
    answers: [],
    problems: ['Item 1 cannot be used: it has a key twice, with different values.'],
  });
});

it('of two different verdicts with one key neither is taken, as a judged text may ask for one', () => {
  const [a, b] = ['a', 'b'].map((letter) => letter.repeat(12));
  const lines = [
    [a, 0],
    [a, 1],
    [b, 1],
    [a, 0],
  ] as const;
  const text = lines.map(([key, score]) => JSON.stringify({ key, score })).join('\n');
  const { answers, problems } = read(text);
  expect(answers.map(({ key }) => key)).toEqual([KEYS[1]]);
  expect(problems[0]).toContain('has two different verdicts, and neither counts');
});

it('verdicts from elsewhere are read back with what was judged, waiting or not', () => {
  const metric: JudgeMetric = { ...TEMPLATES[0]!, columns: {}, samples: 1, fence: 'abc123' };
  const head = { metric, provider: 'gemini', baseUrl: 'https://g', model: 'm', temperature: 0 };
  const answers = [{ key: 'e'.repeat(64), text: '{"explanation":"x","score":1}' }];
  expect(read(printAnswers(head, answers))).toEqual({ head, answers, problems: [] });
  const newer = printAnswers(head, answers).replace('"version":1', '"version":2');
  expect(read(newer).problems).toHaveLength(2);
});
