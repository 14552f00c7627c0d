/**
 * Recomputes published figures from published data, with the package as it was built:
 *
 *   npm run build && node tests/published/recompute.mjs <folder>
 *
 * The folder holds, as far as it is there:
 *   bfcl/data/<category>.jsonl                      questions with the functions' schemas
 *   bfcl/possible_answer/<category>.jsonl           accepted answers
 *   bfcl/<model>/<category>_result.jsonl            what a model answered
 *   bfcl/<model>/<category>_score.jsonl             the published score, with the rows that failed
 *   tau-bench/<name>.json                           runs with their rewards
 *   taskbench/<domain>/data.json                    tasks, with tool_desc.json beside it
 *   taskbench/<domain>/predictions<…>/<model>.json  what a model predicted
 *   taskbench/<domain>/metrics<…>/<model>.json      the published figures
 *
 * Prints ours beside theirs, and every row that differs. Exits with 1 where one does.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exit, argv } from 'node:process';

// not there before a build
const built = new URL('../../dist/package/api.js', import.meta.url).href;
const { readDataset, score, summarise } = await import(built);

const METRIC = 'trajectory_exact_match';

/** @param {string} file */
function linesOf(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
}

/** @param {string} folder */
function foldersIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/**
 * The questions that were answered wrongly, by id, with the reason; undefined without a published
 * score. A published row has its question, or counts them from 1.
 *
 * @param {string} file
 * @param {string[]} ids of the questions, in order
 */
function publishedFailures(file, ids) {
  if (!existsSync(file)) return undefined;
  const [, ...rows] = linesOf(file).map((line) => JSON.parse(line));
  return new Map(
    rows.map(({ id, prompt, error_type: type }) => [
      prompt?.id ?? (typeof id === 'number' ? ids[id - 1] : id),
      type,
    ]),
  );
}

/**
 * @param {string} folder
 * @returns {Promise<number>} how many rows differ
 */
async function recomputeBfcl(folder) {
  let differing = 0;
  /** @type {(string | number)[][]} */
  const lines = [['model', 'category', 'rows', 'ours', 'theirs', 'rows that differ']];
  /** @type {string[]} */
  const details = [];
  const models = foldersIn(folder).filter((name) => !['data', 'possible_answer'].includes(name));
  for (const model of models) {
    const results = readdirSync(join(folder, model)).filter((name) =>
      /_result\.jsonl?$/.test(name),
    );
    for (const result of results.sort()) {
      const category = result.replace(/_result\.jsonl?$/, '');
      const task = ['data', 'possible_answer'].map((name) =>
        join(folder, name, `${category}.jsonl`),
      );
      if (!task.every((file) => existsSync(file))) continue;
      const files = [...task, join(folder, model, result)];
      const text = files.map((file) => readFileSync(file, 'utf8')).join('\n');
      const run = await score(await readDataset(text), { metrics: [METRIC] });
      /** @type {(number | null)[]} */
      const values = run.values(METRIC);
      const [questions = ''] = task;
      /** @type {string[]} */
      const ids = linesOf(questions).map((line) => JSON.parse(line).id);
      const failures = publishedFailures(join(folder, model, `${category}_score.jsonl`), ids);
      /** @type {Map<unknown, number | null>} */
      const byId = new Map();
      for (const [row, value] of values.entries())
        byId.set((await run.dataset.row(row))?.id, value);
      const other = ids.filter((id) => failures && (byId.get(id) === 1) === failures.has(id));
      for (const id of other) {
        const theirs = failures?.get(id) ?? 'correct';
        details.push(`${model} ${category} ${id}: ours ${byId.get(id)}, theirs ${theirs}`);
      }
      differing += other.length;
      const ours = values.filter((value) => value === 1).length;
      const theirs = failures ? ids.length - failures.size : '–';
      lines.push([model, category, ids.length, ours, theirs, failures ? other.length : '–']);
    }
  }
  if (lines.length > 1) print('BFCL, correct', lines);
  for (const detail of details) console.log(detail);
  return differing;
}

/**
 * @param {Record<string, number>[]} byK
 * @param {'passHatK' | 'passAtK'} name
 */
function chances(byK, name) {
  return byK.map((one) => one[name]?.toFixed(4));
}

/** @param {string} folder */
async function recomputeTauBench(folder) {
  /** @type {(string | undefined)[][]} */
  const lines = [];
  const files = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.endsWith('.json'))
    : [];
  for (const file of files.sort()) {
    const dataset = await readDataset(readFileSync(join(folder, file)));
    const recorded = [{ column: 'reward', scale: 'binary' }];
    const run = await score(dataset, { metrics: [], recorded });
    const [reward] = summarise(run).trials;
    if (!reward) continue;
    lines.push([file, ...chances(reward.byK, 'passHatK')]);
    lines.push(['  pass@k', ...chances(reward.byK, 'passAtK')]);
  }
  if (lines.length === 0) return;
  const ks = Array.from({ length: Math.max(...lines.map((line) => line.length)) - 1 });
  print('tau-bench, reward', [['file', ...ks.map((_, at) => `pass^${at + 1}`)], ...lines]);
}

/**
 * F1 of pairs: 2 ÷ (1 ÷ precision + 1 ÷ recall); 0 where nothing is right, as in scikit-learn.
 *
 * @param {{ right: number, made: number, expected: number }} counts
 */
function f1Of({ right, made, expected }) {
  return made + expected === 0 ? 0 : (2 * right) / (made + expected);
}

/**
 * Counts distinct items of a row on both sides.
 *
 * @param {string[]} made
 * @param {string[]} expected
 * @param {(item: string) => { right: number, made: number, expected: number } | undefined} countsOf
 */
function countItems(made, expected, countsOf) {
  const own = new Set(made);
  const other = new Set(expected);
  for (const item of new Set([...own, ...other])) {
    const counts = countsOf(item);
    if (!counts) continue;
    if (own.has(item)) counts.made++;
    if (other.has(item)) counts.expected++;
    if (own.has(item) && other.has(item)) counts.right++;
  }
}

/**
 * Node and edge F1 as TaskBench's evaluate.py has them: tools are counted once a row and only those
 * that its description lists; rows of which a side could not be read are left out.
 *
 * @param {string} text tasks and predictions
 * @param {string[]} tools
 */
async function scoreGraphs(text, tools) {
  const dataset = await readDataset(text);
  const none = () => ({ right: 0, made: 0, expected: 0 });
  const byTool = new Map(tools.map((tool) => [tool, none()]));
  const links = none();
  let rows = 0;
  for (let at = 0; at < dataset.rowCount; at++) {
    const row = await dataset.row(at);
    const [made, expected] = [row?.predicted_trajectory, row?.reference_trajectory];
    if (!made || !expected) continue;
    rows++;
    /** @param {{ tool_name: string }[]} calls */
    const namesOf = (calls) => calls.map((call) => call.tool_name ?? call);
    countItems(namesOf(made), namesOf(expected), (tool) => byTool.get(tool));
    /** @param {{ source: string, target: string }[]} list */
    const pairsOf = (list = []) =>
      list.map(({ source, target }) => JSON.stringify([source, target]));
    countItems(pairsOf(row.predicted_links), pairsOf(row.reference_links), () => links);
  }
  const all = [...byTool.values()];
  /** @param {'right' | 'made' | 'expected'} key */
  const sum = (key) => all.reduce((total, counts) => total + counts[key], 0);
  return {
    node_supports: rows,
    node_micro_f1_no_matching: f1Of({
      right: sum('right'),
      made: sum('made'),
      expected: sum('expected'),
    }),
    node_macro_f1_no_matching:
      all.reduce((total, counts) => total + f1Of(counts), 0) / Math.max(1, all.length),
    link_binary_f1: f1Of(links),
  };
}

/**
 * @param {string} folder
 * @returns {Promise<number>} how many figures differ
 */
async function recomputeTaskBench(folder) {
  let differing = 0;
  const names = ['rows', 'node F1, micro', 'node F1, macro', 'edge F1'];
  /** @type {(string | number | undefined)[][]} */
  const lines = [['domain', 'model', '', ...names]];
  for (const domain of foldersIn(folder)) {
    const own = join(folder, domain);
    const tasks = readFileSync(join(own, 'data.json'), 'utf8');
    const { nodes } = JSON.parse(readFileSync(join(own, 'tool_desc.json'), 'utf8'));
    const tools = nodes.map((/** @type {{ id: string }} */ { id }) => id);
    for (const predictions of foldersIn(own).filter((name) => name.startsWith('predictions'))) {
      for (const file of readdirSync(join(own, predictions)).sort()) {
        const text = readFileSync(join(own, predictions, file), 'utf8');
        const ours = await scoreGraphs(`${tasks}\n${text}`, tools);
        const model = file.replace(/\.json$/, '');
        lines.push([domain, model, 'ours', ...Object.values(ours).map(figure)]);
        const published = join(own, predictions.replace('predictions', 'metrics'), file);
        if (!existsSync(published)) continue;
        const theirs = JSON.parse(readFileSync(published, 'utf8')).overall_overall;
        const figures = Object.keys(ours).map((key) => figure(theirs[key]));
        lines.push([domain, model, 'theirs', ...figures]);
        differing += Object.values(ours).filter((one, at) => figure(one) !== figures[at]).length;
      }
    }
  }
  if (lines.length > 1) print('TaskBench', lines);
  return differing;
}

/** @param {number} value */
function figure(value) {
  return Number.isInteger(value) && value > 1 ? value : value?.toFixed(6);
}

/**
 * @param {string} title
 * @param {(string | number | undefined)[][]} lines
 */
function print(title, lines) {
  const widths = (lines[0] ?? []).map((_, at) =>
    Math.max(...lines.map((line) => String(line[at]).length)),
  );
  console.log(`\n${title}`);
  for (const line of lines)
    console.log(
      line
        .map((cell, at) => String(cell).padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

const folder = argv[2];
if (folder === undefined) {
  console.error('Name the folder with the published data; see the top of this file.');
  exit(2);
}
let differing = await recomputeBfcl(join(folder, 'bfcl'));
await recomputeTauBench(join(folder, 'tau-bench'));
differing += await recomputeTaskBench(join(folder, 'taskbench'));
exit(differing > 0 ? 1 : 0);
