import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPlayground, timeFile } from '../playground.mjs';
import { valueLine } from '../report.mjs';
import { RowMaker, ROW_STYLES } from '../rows.mjs';

/** Five files take five times as long as one. */
const MAX_ROUNDS = 3;

/**
 * Files that are no large datasets and take long if anything is done badly.
 *
 * @type {import('../score-file.mjs').Measure}
 */
export const oddFiles = {
  name: 'odd-files',
  async run({ browser, url, rounds: count }) {
    const folder = mkdtempSync(join(tmpdir(), 'trajectory-playground-odd-'));
    const lines = [];
    try {
      for (const { what, name, text, rowCount, limit, isCold } of oddOnes()) {
        const path = join(folder, name);
        writeFileSync(path, text);
        const rounds = [];
        for (let round = 0; round < Math.min(count, MAX_ROUNDS); round++) {
          const page = await browser.emptyPage(url);
          await openPlayground(page, url, isCold === true ? 0 : undefined);
          rounds.push(await timeFile(page, path, rowCount));
        }
        lines.push(valueLine(what, rounds, limit));
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
    return lines;
  },
};

/**
 * @typedef {object} OddFile
 * @property {string} what
 * @property {string} name
 * @property {string} text
 * @property {number} rowCount
 * @property {number} limit ms until it is scored and shown
 * @property {boolean} [isCold] whether it is opened as soon as the page is there
 */

/** @returns {OddFile[]} */
function oddOnes() {
  const maker = new RowMaker(1, ROW_STYLES.ascii);
  const conversations = Array.from({ length: 200 }, () => conversationOf(maker.next()));
  const samples = Array.from({ length: 60 }, () => conversationOf(maker.next()));
  const names = Array.from({ length: 5000 }, (_, at) => `column ${at}`);
  const calls = '[{"tool_name": "f", "tool_input": {}}]';
  const row = `{"predicted_trajectory": ${calls}, "reference_trajectory": ${calls}}\n`;
  const cell = `"${calls.replaceAll('"', '""')}"`;
  return [
    {
      what: '200 conversations of τ-bench in a JSON list',
      name: 'conversations.json',
      text: JSON.stringify(
        conversations.map(({ messages, expected }, task_id) => ({
          ...{ task_id, reward: 1, trial: 0 },
          info: { task: { user_id: 'u', actions: expected, instruction: 'x' } },
          traj: messages,
        })),
      ),
      rowCount: 200,
      limit: 300,
    },
    {
      what: 'a log of Inspect, cold',
      name: 'inspect.json',
      text: JSON.stringify({
        version: 2,
        eval: { task: 'bench' },
        samples: samples.map(({ messages }, id) => ({ id, epoch: 1, input: 'x', messages })),
      }),
      rowCount: 60,
      limit: 500,
      isCold: true,
    },
    {
      what: '300,000 blank lines',
      name: 'blank.jsonl',
      text: `${row.repeat(10)}${'\n'.repeat(300_000)}${row}`,
      rowCount: 11,
      limit: 500,
    },
    {
      what: '100,000 tiny rows of CSV',
      name: 'tiny.csv',
      text: `id,predicted_trajectory,reference_trajectory\n${Array.from({ length: 100_000 }, (_, id) => `${id},${cell},${cell}\n`).join('')}`,
      rowCount: 100_000,
      limit: 500,
    },
    {
      what: '5,000 columns',
      name: 'columns.csv',
      text: `predicted_trajectory,reference_trajectory,${names.join()}\n${`${cell},${cell},${names.map((_, at) => at % 10).join()}\n`.repeat(100)}`,
      rowCount: 100,
      limit: 500,
    },
  ];
}

/**
 * @param {import('../rows.mjs').Row} row
 * @returns its calls as an agent and its tools exchanged them, and those expected
 */
function conversationOf({ prompt, response, predicted_trajectory, reference_trajectory }) {
  const calls = predicted_trajectory.flatMap(({ tool_name, tool_input }, at) => [
    {
      ...{ role: 'assistant', content: null },
      tool_calls: [
        {
          ...{ id: `call_${at}`, type: 'function' },
          function: { name: tool_name, arguments: JSON.stringify(tool_input) },
        },
      ],
    },
    { role: 'tool', tool_call_id: `call_${at}`, name: tool_name, content: response },
  ]);
  return {
    messages: [
      { role: 'system', content: prompt.repeat(20) },
      { role: 'user', content: prompt },
      ...calls,
      { role: 'assistant', content: response },
    ],
    expected: reference_trajectory.map(({ tool_name: name, tool_input: kwargs }) => ({
      name,
      kwargs,
    })),
  };
}
