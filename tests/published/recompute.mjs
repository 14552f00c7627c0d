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
const differing = await recomputeBfcl(join(folder, 'bfcl'));
await recomputeTauBench(join(folder, 'tau-bench'));
exit(differing > 0 ? 1 : 0);
