import type { Kappa } from '#core/base/statistics/kappa.ts';
import { countOf, formatCount } from '#core/base/text/sentence.ts';
import type { CallProgress } from '#features/sessions/call-session.svelte.ts';
import { session } from '#features/sessions/texts.ts';
import type { Used } from '#providers/scheduler.ts';
import { formatScore } from '#ui/format-number.ts';

export const judgeConnection = {
  title: '1 · Judge model',
  offline: 'Judging sends the rows’ texts to the provider you choose here.',
  provider: 'Provider',
  chooseProvider: 'Choose a provider',
  place: 'Service',
  otherPlace: 'Another address',
  address: 'Address',
  model: 'Model',
  key: 'Key',
  keyIfNeeded: 'Key, if needed',
  keyHint: 'Sent only to the address above, in a header. Use a key with a spending limit.',
  keep: 'Keep the key until this tab is closed',
};

export const judgeDrawer = {
  title: 'Judge',
  caption: 'a model scores every row, with your own key',
  start: (rows: number) => `Judge ${countOf(rows, 'row')}`,
  try: (rows: number) => `Try ${countOf(rows, 'row')}`,
  faults: 'See step 2 for what is missing.',
  columns: 'Judged columns of this run',
  remove: 'Remove',
  labels: 'Your labels, and how far the judge agrees',
  reviewNote:
    'This judge says pass or fail, like your reviews. Review some rows: the tab Review shows how far you agree.',
  review: 'Review rows',
  labelsNote: (metric: string) =>
    `Score some rows yourself with “${metric}”, without seeing the judge’s scores, then see how well you agree.`,
  removeColumn: (title: string) => `Remove ${title}`,
};

export const judgeMetricForm = {
  title: '2 · Metric',
  kind: 'Kind of judging',
  score: 'Score each response',
  compare: 'Compare with a baseline',
  template: 'Template',
  own: (title: string) => `${title} (mine)`,
  unsaved: (title: string) => `${title} (not saved)`,
  baseline: 'Baseline',
  chooseBaseline: 'Choose a column or a run',
  baselineColumn: (name: string) => `Column ${name}`,
  baselineRun: (name: string) => `Run ${name}`,
  name: 'Name in results',
  samples: 'Samples per row',
  combine: 'Combine samples by',
  mean: 'mean',
  majority: 'most frequent score',
  direction: 'Direction',
  higher: 'higher is better',
  lower: 'lower is better',
  none: 'neither is better',
  orders:
    'The judge sees both responses twice, once in each order. If its two verdicts disagree, the row is a tie.',
  missing: ['The data has no column for', '.'],
  columnFor: (variable: string) => `Column for ${variable}`,
  chooseColumn: 'Choose a column',
};

export const judgePrompt = {
  title: (row: number) => `The exact prompt for row ${row + 1}`,
  system: 'System',
  user: 'User',
  userOf: (order: number) => `User, the ${order === 0 ? 'baseline' : 'candidate'} first`,
  empty: (variables: readonly string[]) =>
    `This row is not judged: ${variables.join(', ')} is empty.`,
  unreadable: 'The row cannot be read.',
};

export const judgeWording = {
  title: 'Prompt and rubric',
  form: 'Form of the prompt',
  forms: [
    { value: 'sections', label: 'Sections' },
    { value: 'text', label: 'Free text' },
  ],
  text: 'The user asked: {prompt}\n\nThe agent answered: {response}\n\nHow good is that?',
  pairText:
    'The user asked: {prompt}\n\nA answered: {response_a}\n\nB answered: {response_b}\n\nWhich answer is better?',
  prompt: 'Prompt',
  promptHint: '{name} is replaced with the row’s value in the column of that name.',
  pairPromptHint:
    '{response_a} and {response_b} are replaced with the two responses, in both orders; {name} with the row’s value in the column of that name.',
  instruction: 'Instruction',
  definition: 'Definition',
  criteria: 'Criteria',
  linesHint: 'One per line: its name, a colon, its text. Indent further lines of a text.',
  steps: 'Steps',
  examples: 'Examples',
  inputs: 'Columns shown',
  judged: 'Judged column',
  rubric: 'Rubric',
  add: 'Add a rating',
  remove: (number: number) => `Remove rating ${number}`,
  scoreOf: (number: number) => `Score of rating ${number}`,
  meaningOf: (number: number) => `Meaning of rating ${number}`,
} as const;

export const labelRows = {
  at: (row: number, at: number, total: number, done: number) =>
    `Row ${row + 1} · ${at + 1} of ${total}, ${done} labelled`,
  scores: 'Your score',
  back: 'Back',
  next: 'Next',
  withYou: 'Judge and you',
  agreement: ({ rows, agreement, byChance, kappa }: Kappa) =>
    `The same score in ${Math.round(agreement * 100)} % of ${countOf(rows, 'row')}, ${Math.round(byChance * 100)} % by chance; kappa ${formatScore(kappa)}.${rows < 20 ? ' Too few rows to rely on.' : ''}`,
  row: (row: number) => `Row ${row + 1}`,
  disagreement: (human: number, judge: number) => `you ${human}, judge ${judge}.`,
};

export const answersPanel = {
  export: '3 · Prompts to copy',
  exportNote:
    'For use in any chat window or program: nothing is sent from here. Prompts that already have an answer are left out.',
  copy: (count: number) => `Copy the next ${count} prompts`,
  copied: 'Prompts copied.',
  downloadPrompts: 'Download all prompts',
  import: '4 · Verdicts to paste',
  verdicts: 'Verdicts',
  verdictsHint: 'One JSON object per line, with the key of its task; or a file of stored answers.',
  take: 'Import',
  file: 'Open a file',
  fileName: 'Open a file of verdicts',
  stored: 'Stored answers',
  storedNote:
    'Answers are stored in this browser. Download them to get the same scores elsewhere, without a key or the network.',
  downloadAnswers: 'Download answers',
  replay: 'Score from stored answers',
  problems: 'Lines not imported',
};

export const preflight = {
  title: '3 · Cost',
  calls: 'Calls',
  tooManyCalls: (limit: number) => `more than the limit of ${formatCount(limit)}`,
  input: 'Input tokens',
  output: 'Output tokens',
  range: (low: number, high: number) => `${formatCount(low)} to ${formatCount(high)}`,
  price: 'Price',
  reused: 'Stored answers are reused, not requested again.',
  limits: 'Limits, rate and prices',
  maxCalls: 'Maximum calls',
  maxTokens: 'Maximum tokens',
  maxCost: 'Maximum cost ($)',
  inputPrice: 'Input price ($ per million tokens)',
  outputPrice: 'Output price ($ per million tokens)',
  temperature: 'Temperature',
};

export const chosenJudge = {
  isManual: 'Copy the prompts and paste the verdicts: this provider cannot be asked from here.',
  isGone:
    'The judge chosen before is no longer offered. Choose a provider; its stored verdicts still count.',
  needsKey: 'Enter a key.',
  needsModel: 'Enter a model.',
};

export const judgeSession = {
  label: 'Judging',
  end: 'Cancel',
  underWay: ({ done, total, called, known, failed, usage, cost }: CallProgress & Used) =>
    [
      `${session.doneOf(done, total)} rows`,
      countOf(called, 'call'),
      `${formatCount(known)} reused`,
      countOf(failed, 'error'),
      countOf(usage.input + usage.output, 'token'),
      ...(cost === undefined ? [] : [formatMoney(cost)]),
    ].join(' · '),
  isTaken: 'Another tab is judging. Only one tab can, so that nothing is paid for twice.',
  nameIsTaken: 'Name: a computed metric already has this name.',
  noRows: 'There are no rows to judge.',
  isNotStored: 'This run is not stored yet, so verdicts could not be kept.',
  noColumn: 'Choose a column for each variable of the prompt in step 2.',
  noBaselineColumn: (name: string) => `The data has no column “${name}” to compare with.`,
  noBaselineRun: (name: string) => `The baseline run “${name}” is no longer stored.`,
  isItsOwnBaseline: 'A run cannot be compared with itself. Choose another baseline.',
  stopped: (why: string) => `Stopped. ${why}`,
  ended: (done: string, calls: number) => `${done} rows judged with ${countOf(calls, 'call')}`,
  known: (count: number) => `${formatCount(count)} from stored verdicts`,
  failed: (count: number) => countOf(count, 'error'),
};

export const judgeRows = {
  noBaselineRun: 'The baseline run is no longer stored.',
};

/** Texts of judge-run.ts: how a judged row describes its score. */
export const judgeRun = {
  empty: (variables: readonly string[]) => `Empty: ${variables.join(', ')}.`,
  candidateWins: 'The candidate wins.',
  baselineWins: 'The baseline wins.',
  tie: 'A tie.',
  tieOfOrders: 'A tie: the two orders disagree.',
  whoIsA: 'Response A is the baseline’s:',
  pairs: (samples: number, flips: number) =>
    `${samples} samples; the two orders disagree in ${flips}.`,
  samples: (scores: readonly number[], percent: number) =>
    `${scores.length} samples: ${scores.join(', ')} (${percent} % agree).`,
  cut: (count: number) => `[${formatCount(count)} characters of the row were cut from the prompt.]`,
};

export const judgeAnswers = {
  allAnswered: 'Every prompt already has an answer.',
  promptsDownloaded: (count: number) => `${countOf(count, 'prompt')} downloaded.`,
  promptsCopied: (count: number) => `${countOf(count, 'prompt')} copied. Paste the answers below.`,
  noAnswers: 'No answers are stored for this run and judge.',
  answersDownloaded: (count: number) =>
    `${countOf(count, 'answer')} downloaded, with the metric and the judge but without the key.`,
  imported: (count: number, problems: number) =>
    `${countOf(count, 'verdict')} imported, ${countOf(problems, 'line')} skipped.`,
  chosen: (metric: string) => `The metric “${metric}” and its judge are now selected.`,
};

/** Writes dollars; a price that is not known is “unknown”, never 0. */
export function formatMoney(dollars: number | undefined): string {
  if (dollars === undefined) return 'unknown: enter the prices below';
  if (dollars > 0 && dollars < 0.01) return 'less than $0.01';
  return `about $${dollars.toFixed(2)}`;
}
