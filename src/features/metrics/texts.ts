import { describeGlobProblem } from '#core/match/check-matching.ts';
import { compileGlob } from '#core/match/path-glob.ts';
import type { ArgumentMode } from '#core/match/rules.ts';
import type { Metric } from '#core/score/metric/metric.ts';
import { listFirst } from '#core/base/text/list-first.ts';
import { countOf, formatCount } from '#core/base/text/sentence.ts';

/** What each mode is called in the form, with what it means. */
export const MODE_LABELS: Readonly<Record<ArgumentMode, readonly [label: string, hint: string]>> = {
  exact: ['All arguments must be equal', 'As the Vertex AI service.'],
  ignore: ['Ignore arguments', 'Only the tool name counts.'],
  superset: ['Allow extra arguments', 'All expected ones must be present.'],
  subset: ['Allow missing arguments', 'Those present must be expected.'],
  keys: ['Compare only these arguments', ''],
};

/** Says what is wrong with a path pattern, if anything. */
export function checkPath(pattern: string): string | undefined {
  const compiled = compileGlob(pattern);
  return 'problem' in compiled ? describeGlobProblem(pattern, compiled.problem) : undefined;
}

/** What scores of a scale are. */
export const SCALES: Readonly<Record<Metric['scale'], string>> = {
  binary: '0 or 1',
  share: '0 to 1',
  seconds: 'seconds',
  number: 'any number',
  amount: '0 or more',
};

/** Which end of a scale is good. */
export const ENDS: Readonly<Record<Metric['better'], string>> = {
  higher: 'higher is better',
  lower: 'lower is better',
  none: 'neither is better',
};

/** Texts of MetricGroup.svelte and of the groups themselves. */
export const metricGroup = {
  tool: 'Tool name',
  noTool: 'No tool selected, so this metric has no column.',
  trajectory: 'Trajectory metrics (Vertex AI)',
  response: 'Response metrics (Vertex AI)',
  'tool-call': 'Tool calls in the response (Vertex AI)',
  further: 'More trajectory metrics',
  process: 'Process: tool errors, repeats, tokens, cost, time',
  chosen: (chosen: number, total: number) => `${chosen} of ${total}`,
  about: (title: string) => `About ${title}`,
  decides: 'decides',
  decidesOf: (title: string) => `${title} decides whether a row passes`,
  useEffectiveOrder: [
    'BLEU: effective order',
    'Also scores responses shorter than four words. A Vertex AI option, off by default.',
  ],
  useStemmer: [
    'ROUGE: compare word stems',
    '“booked” then matches “booking”. A Vertex AI option, off by default.',
  ],
  useStrictStringMatch: [
    'Strict string match',
    'Argument values match only when they are equal as JSON. A Vertex AI option, off by default.',
  ],
} as const;

export const metricsDrawer = {
  title: 'Metrics',
  metrics: 'Metrics',
  matching: 'Matching',
  rules: 'Rules',
  code: 'Code',
  reference: 'What they mean',
  judges: 'Judge: a model decides',
  judgesNote: 'Asks before anything is sent.',
  judge: 'Judge…',
  atOnce: 'Changes apply at once.',
  undo: 'Undo',
  none: 'No metrics selected, so nothing is scored.',
};

export const toolDeclarations = {
  title: 'Declarations of tools',
  text: 'The tools that the agent had. Some metrics and causes need them. Paste the JSON of OpenAI, Gemini, Anthropic or MCP, JSON Schemas by name, or Python functions, which are not run. Kept with the run.',
  field: 'Declarations (JSON or Python)',
  file: 'File of declarations',
  open: 'Open a file…',
  remove: 'Remove',
  tooLong: 'More than 500,000 characters: not used.',
  none: 'No tool was read: not used.',
  read: (count: number) => `${countOf(count, 'tool')} read:`,
  names: (names: readonly string[]) => `${listFirst(names, 12)}.`,
  inUse: (hasColumn: boolean) =>
    hasColumn ? 'In use for rows without their own.' : 'In use for all rows.',
  inData: (column: string) => `Rows have their own in column “${column}”; those take precedence.`,
  moreIssues: (count: number) => `${formatCount(count)} more not listed.`,
};

export const recordedScores = {
  title: 'Scores that the data records',
  text: 'Read as they are, true as 1 and false as 0. Where a task has several trials, Numbers shows pass^k, and pass@k in its table.',
  absent: 'not in these rows',
  scale: SCALES,
};

export const patternsNote = {
  broken: (count: number, first: number, unit: string) =>
    `The expected calls of ${countOf(count, 'row')} hold patterns that cannot be used. First, ${unit} ${first}:`,
  problem: (path: string, reason: string, nearest: string | undefined) =>
    `${path === '' ? '' : `at ${path}: `}${reason}${nearest === undefined ? '' : ` Nearest right form: ${nearest}`}`,
  lonely: (name: string, count: number, first: number, unit: string) =>
    count === 1
      ? `In ${unit} ${first}, the variable “${name}” is used only once, so it stands for any value.`
      : `In ${countOf(count, 'row')}, a variable is used only once, so it stands for any value. First, ${unit} ${first}: “${name}”.`,
  readNotice: 'Expected calls are now read as patterns in every row.',
  plainNotice: 'Expected calls are now read as plain values in every row.',
};

/** Shown before code from elsewhere runs for the first time, of metrics and of agents. */
export const unreadCode = {
  warning:
    'This code is not yours and has not run yet. Read it; once you approve, it runs in a sandbox without network or storage. One thing a sandbox cannot stop: code that fills the memory closes this tab. Stored runs are kept.',
  agree: 'I have read it, run it',
};

export const customEditor = {
  title: 'Your metric',
  name: 'Name',
  scores: 'Scores',
  direction: 'Direction',
  code: 'Code',
  codeHint: 'def my_metric(instance): … or function my_metric(instance) …',
  place: (line: number, column?: number) =>
    `Line ${line}${column === undefined ? '' : `, column ${column}`}`,
  entry: (name: string) => `The metric is the function “${name}”.`,
  firstRow: 'First row',
  row: (number: number) => `Row ${number}`,
  running: 'running…',
  noRow: 'no row is open',
  failsAlways: (rows: number) =>
    rows === 1 ? 'It fails on the first row.' : `It fails on each of the first ${rows} rows.`,
  fields: (parameter: string) => `What ${parameter} holds`,
  suggestions: 'Fields and columns',
  save: 'Save',
  saveFailing: 'Save although it fails',
  cancel: 'Cancel',
};

export const instanceFields = {
  calls: (count: number) => countOf(count, 'call'),
  kinds: {
    null: 'nothing',
    boolean: 'true or false',
    number: 'number',
    text: 'text',
    list: 'list',
    object: 'object',
  },
};

export const customDraft = {
  needsName: 'Enter a name; it becomes the name of the result column.',
  badName: 'Use letters, digits and _ only, no digit first and no JavaScript keyword.',
  nameTooLong: 'A name has at most 60 characters.',
  nameTaken: (name: string) => `You already have a metric called “${name}”.`,
  needsCode: 'Write a function that takes a row and returns its score.',
  codeTooLong: (most: number) => `Code has at most ${most} characters.`,
  score: (value: string) => `scores ${value}`,
  notScored: 'left out (null)',
};

export const customMetrics = {
  title: 'Your own metrics',
  new: 'New metric',
  blank: 'Empty',
  note: 'A function in Python or JavaScript that scores one row at a time, in a sandbox without network or storage.',
  edit: (name: string) => `Edit ${name}`,
  delete: (name: string) => `Delete ${name}`,
  deleted: (name: string) => `Deleted “${name}”.`,
  undo: 'Undo',
  notYours: 'not yours',
  read: 'Read the code',
};

/** Which rows count, and how often a call does: each choice with what it means. */
export const countingRules = {
  preset: 'Preset',
  presets: [
    {
      value: 'standard',
      label: 'Standard rules',
      text: 'A row that expects calls and gets none scores 0; everything else as the Vertex AI service.',
    },
    {
      value: 'vertex',
      label: 'Vertex AI service',
      text: 'Rows in which no call is expected, or none is made, are left out, as by the service. The others have its scores.',
    },
  ],
  rules: [
    {
      key: 'duplicates',
      title: 'Repeated calls',
      label: 'Repeated calls in precision and recall',
      choices: [
        {
          value: 'membership',
          label: 'Count every repeat',
          text: 'As the Vertex AI service. Expected a, called a and a: precision 1.',
        },
        {
          value: 'multiset',
          label: 'Count once',
          text: 'Expected a, called a and a: precision 0.5.',
        },
      ],
    },
    {
      key: 'emptyTrajectories',
      title: 'Rows without calls',
      label: 'Rows without calls',
      choices: [
        {
          value: 'skip',
          label: 'Left out',
          text: 'As the Vertex AI service: the row is counted, but not part of the mean and standard deviation.',
        },
        {
          value: 'score',
          label: 'Scored',
          text: 'Calls expected, none made: 0. None expected, none made: 1. A row whose calls are not recorded is never scored.',
        },
      ],
    },
  ],
} as const;

export const flipNote = {
  title: (flips: string) => `With this change: ${flips}`,
  without: (flips: string) => `otherwise: ${flips}`,
};

export const matchingRules = {
  title: 'When are two calls equal?',
  note: 'The tool name must be equal. Where more is allowed, calls are paired so that as many as possible match.',
  counting: 'Counting the rows that each option would change',
  countingName: 'Counting rows',
  counted: 'Beside each choice: how many of these rows it would change.',
  allEqual: 'all arguments equal',
  tools: 'Rules for single tools',
  useForAll: 'Use the rule for all tools',
  tool: 'Tool with its own rule',
  toolHint: 'tool name',
  toolTaken: (name: string) => `“${name}” already has a rule.`,
  optionalCalls: [
    'Optional calls may be left out',
    'An expected call with “optional”: true may then be missing.',
  ],
  patterns: [
    'Patterns in expected calls',
    'Objects such as {"$any": […]} then stand for several values, groups such as {"$inAnyOrder": […]} for several orders.',
  ],
} as const;

export const numbersOffer = {
  accept: 'Accept',
  what: ' numbers in text',
  more: (rows: number) => `: ${formatCount(rows)} more ${rows === 1 ? 'passes' : 'pass'}`,
  ofMany: (rows: number) => `: ${countOf(rows, 'row')}`,
  title: 'Numbers in text count as numbers in every row.',
};

export const applyRules = { undo: 'Undo' };

export const waysToCompare = {
  numbers: 'Numbers in text count as numbers',
  numbersNotice: 'Numbers in text now count as numbers in every row.',
  ignore: (tool: string, path: string): string => `Never compare ${path} of ${tool}`,
  ignored: (tool: string, path: string): string => `${tool} ${path} is ignored in every row.`,
  namesOnly: (tool: string): string => `Compare only the names of ${tool}`,
  namesOnlyNotice: (tool: string): string => `Only the name of ${tool} is compared in every row.`,
};

export const ruleForm = {
  arguments: 'Arguments',
  flags: [
    { option: 'numbersAsText', label: 'Numbers in text count as numbers: "21" matches 21' },
    { option: 'ignoreCase', label: 'Ignore case' },
    { option: 'ignoreSpace', label: 'Ignore extra whitespace' },
    { option: 'ignoreListOrder', label: 'Ignore list order' },
  ],
  unicode: 'Unicode form of strings',
  forms: [
    { value: 'none', label: 'as written' },
    { value: 'NFC', label: 'NFC: both ways to type é are equal' },
    { value: 'NFKC', label: 'NFKC: also ﬁ and fi, Ａ and A' },
  ],
  keys: 'Arguments to compare',
  keysHint: 'argument name',
  noKeys: 'Add at least one; until then no argument is compared.',
  ignored: 'Never compare',
  ignore: 'Path to ignore',
  ignoreHint: '* matches any part of a name, ** any depth; a list item is *.',
  tolerance: 'Numeric tolerance',
  percent: 'or % of expected',
} as const;

export const metricSets = {
  menu: 'Sets',
  open: 'Save, import or delete sets…',
  title: 'Metric sets',
  copy: 'Copy as Vertex AI code',
  copied: 'Copied as Python for Vertex AI.',
  export: 'Export',
  import: 'Import',
  importName: 'Import a metric set',
  note: 'A set is the current metrics and rules, saved under a name to use with other data.',
  full: 'You have 50 sets already. Delete one first.',
  saved: (name: string) => `Saved the set “${name}”.`,
  untitled: 'Metrics',
  apply: 'Apply',
  delete: (name: string) => `Delete ${name}`,
  deleted: (name: string) => `Deleted “${name}”.`,
  undo: 'Undo',
  name: 'Name of the set',
  nameHint: 'Name these metrics',
  save: 'Save',
};

export const trajectoryRules = {
  title: 'What every row must keep',
  note: 'A row that breaks a rule scores 0 in it, the others 1. Rules need no expected calls.',
  new: 'New rule',
  switch: (text: string) => `Check: ${text}`,
  off: 'Off',
  share: (kept: number, of: number) => `${kept} of ${of} rows keep it`,
  first: (id: string, row: number, call: number | undefined) =>
    `Broken in ${id || `row ${row + 1}`}${call === undefined ? '' : `, call ${call + 1}`}`,
  firstOf: (text: string) => `Open the first row that breaks: ${text}`,
  unknown: (rows: number) =>
    `${countOf(rows, 'row')} ${rows === 1 ? 'names' : 'name'} an unknown rule`,
  edit: (text: string) => `Edit ${text}`,
  delete: (text: string) => `Delete ${text}`,
  deleted: 'Rule deleted.',
  undo: 'Undo',
  perRow: 'Only rows that name it',
  perRowShort: 'only rows that name it',
  perRowHint: 'In the column with the role “rules that apply”, by name or sentence.',
};

export const ruleEditor = {
  name: 'Rule',
  suggestions: 'What can be written here',
  example: 'issue_refund only after verify_identity with the same customer_id',
  hint: 'Arrow keys choose, Enter inserts or saves.',
  meant: 'Do you mean this?',
  addMeant: (rule: string) => `Add “${rule}”`,
  saveMeant: (rule: string) => `Save “${rule}”`,
  add: 'Add rule',
  save: 'Save',
  cancel: 'Cancel',
  twice: 'This rule is in the list already.',
};
