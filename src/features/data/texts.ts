import type { Side } from '#core/read/framework/adapter.ts';
import { PAIR_WAYS } from '#core/read/choices/reading-shape.ts';
import type { PairBy } from '#core/read/choices/reading-choices.ts';
import { areAsLong, sessionsAlone, type Proposal } from '#core/read/dataset/pair-sides.ts';
import { ofSessionInWords, whyUnpaired } from '#core/read/issues/sentences.ts';
import { listFirst } from '#core/base/text/list-first.ts';
import { countOf, formatBytes, formatCount } from '#ui/format-number.ts';

/** What the calls of a side are called. */
export const SIDE_NAMES: Readonly<Record<Side, string>> = {
  predicted: 'agent’s calls',
  reference: 'expected calls',
};

const WAY_NAMES: Readonly<Record<PairBy, string>> = {
  id: 'Id',
  file: 'File',
  prompt: 'Prompt',
  order: 'Order',
};

/** The criteria that can pair two files, each with the number of pairs; order only where both are equally long. */
export function pairingOptions({ pairings }: Proposal): { value: PairBy; label: string }[] {
  const count = (by: PairBy): number => pairings[by].baselineRows.length;
  const isOffered = (by: PairBy): boolean =>
    by === 'order' ? areAsLong(pairings) : by !== 'file' || count(by) > count('id');
  return PAIR_WAYS.filter(isOffered).map((value) => ({
    value,
    label: `${WAY_NAMES[value]}: ${formatCount(count(value))}`,
  }));
}

/**
 * Says what a criterion pairs, what it leaves alone and what else a person should know before taking it.
 * @param by the criterion; undefined where none is chosen, because nothing shows which rows belong together
 */
export function describePairing(proposal: Proposal, by: PairBy | undefined): string[] {
  const { added, isTakenAsOther, skipped, predictionCount, referenceCount, pairings } = proposal;
  const ofSession = sessionsAlone(pairings, by);
  if (by === undefined)
    return [`No row is paired with “${added}”.`, whyUnpaired(proposal.columns, ofSession)];
  const { baselineRows, onlyBaseline, onlyCandidate, column, shared, unclear } = pairings[by];
  const paired = baselineRows.length;
  const alone = onlyBaseline.length + onlyCandidate.length;
  const named = column === '' || column === by ? '' : ` (${column})`;
  const counts = `${formatCount(paired)} of ${formatCount(predictionCount)} called and ${countOf(referenceCount, 'expected row')}`;
  const sentences = [
    by === 'order' && 'By position, whatever the rows contain: check the pairs below.',
    `${counts} paired by ${by}${named}.`,
    paired === 0 && `No ${by} is in both files.`,
    onlyBaseline.length > 0 && `${countOf(onlyBaseline.length, 'row')} without expected calls.`,
    onlyCandidate.length > 0 &&
      `${countOf(onlyCandidate.length, 'row')} without calls of the agent.`,
    alone > 0 && 'Unpaired rows are kept, without a score.',
    shared > 0 &&
      `${countOf(shared, 'row')} with the ${by} of an earlier one: the same calls are expected.`,
    unclear > 0 &&
      `${countOf(unclear, 'expected row')} with the ${by} of another, but other calls: not paired.`,
    ofSession > 0 && ofSessionInWords(ofSession),
    isTakenAsOther &&
      `The calls in “${added}” were read as the other trajectory and are used for this one.`,
    skipped > 0 && `${countOf(skipped, 'record')} of “${added}” could not be read.`,
  ];
  return sentences.filter((sentence) => sentence !== false);
}

const COLUMNS = { name: 'Columns', column: 'Column', role: 'Role', filled: 'Non-empty' };

export const addressDialog = {
  title: 'Open from a URL',
  address: 'Address of a dataset',
  example: 'https://example.org/rows.jsonl',
  hint: 'Nothing is loaded yet: the next step shows the address, and asks to turn the network on if it is off.',
  go: 'Continue',
};

export const formatExamples = {
  title: 'What a row looks like',
  format: 'Format',
  copy: 'Copy',
  copied: (format: string): string => `${format} copied.`,
  fail: 'fail',
  inOrder: 'in order 0 ·',
  argument: 'id',
  difference: '40871 → "40871"',
  /** The same row in the formats that people have most often, broken into lines to be read. */
  examples: [
    {
      id: 'jsonl',
      title: 'JSONL',
      lines: [
        '{"question": "Refund order 40871",',
        ' "expected": [{"name": "refund", "args": {"id": 40871}}],',
        ' "called": [{"name": "refund", "args": {"id": "40871"}}]}',
      ],
    },
    {
      id: 'csv',
      title: 'CSV',
      lines: [
        'question,expected,called',
        'Refund order 40871,"[{""name"":""refund"",""args"":{""id"":40871}}]","[{""name"":""refund"",""args"":{""id"":""40871""}}]"',
      ],
    },
    {
      id: 'chat',
      title: 'Chat',
      lines: [
        '{"messages": [{"role": "user", "content": "Refund order 40871"}, {"role": "assistant", "tool_calls": [{"function": {"name": "refund", "arguments": "{\\"id\\":\\"40871\\"}"}}]}],',
        ' "expected": [{"name": "refund", "args": {"id": 40871}}]}',
      ],
    },
  ],
} as const;

/** An example as it is copied: one record. */
export function exampleText({ id, lines }: (typeof formatExamples.examples)[number]): string {
  return `${lines.join(id === 'csv' ? '\n' : '')}\n`;
}

export const firstRows = {
  prediction: 'called',
  reference: 'expected',
  notRecorded: 'not recorded',
  noCalls: 'no calls',
};

export const columnMapping = {
  ...COLUMNS,
  purpose:
    'Which column has which role, and why. A change scores the rows again and is remembered for files like this.',
  noColumns: 'No columns yet. They are listed here once a row has been read.',
  lost: 'The file can no longer be read. Open it again to choose lists.',
  none: 'none',
  columnFor: (role: string): string => `Column for ${role}`,
  unitOf: (column: string): string => `Unit of ${column}`,
  seconds: 'seconds',
  milliseconds: 'milliseconds',
  reading: 'How it is read',
  firstRows: 'First rows, as read now',
  extra: 'Extra columns',
  more: (count: number): string => `And ${formatCount(count)} more.`,
};

export const dataPane = {
  name: 'Data',
  text: 'Text',
  columns: COLUMNS.name,
  size: (lines: number, bytes: number): string =>
    `${countOf(lines, 'line')} · ${formatBytes(bytes)}`,
  hide: 'Hide data',
  isLarge: (bytes: number, lines: number): string =>
    `Not edited here: the editor takes one unpacked file of up to ${String(bytes / 1e6)} MB and ${formatCount(lines)} lines. All rows are scored all the same. To change them, edit the file in a text editor and open it again.`,
  isUnreadable: 'This file is not shown in the editor. The receipt says why it could not be read.',
};

export const issueLines = {
  go: 'Go to line',
  goToLine: (line: number): string => `Go to line ${String(line)}`,
  showAll: (count: number, title: string): string => `Show all ${formatCount(count)}: ${title}`,
  listed: (shown: number, count: number): string =>
    `First ${formatCount(shown)} of ${formatCount(count)} listed.`,
};

export const listChooser = {
  title: 'Lists of calls in the file',
  purpose: 'Choose the role of each list; each record with one becomes a row.',
  noList: 'No list in this file looks like tool calls.',
  what: (path: string): string => `${path} is`,
  notUsed: 'Not used',
  prediction: 'Called',
  reference: 'Expected',
};

export const question = {
  name: 'Question',
  read: (rows: number, format: string): string => `${countOf(rows, 'row')} read: ${format}`,
  titles: {
    broken: (count: number, line: number): string =>
      count === 1
        ? `Line ${formatCount(line)} cannot be read.`
        : `${formatCount(count)} rows cannot be read, the first in line ${formatCount(line)}.`,
    sides: (columns: number, only: Side | undefined): string => {
      const those = columns === 2 ? 'Two' : formatCount(columns);
      return only === 'reference'
        ? `${those} columns may hold the expected calls. Which one does?`
        : `${those} columns hold tool calls. Which one did the agent make?`;
    },
    files: (count: number): string =>
      `You opened ${countOf(count, 'file')}. How do they belong together?`,
    calls: 'No tool calls were found. What would you like to do?',
    expected: 'These rows have no expected calls. What would you like to do?',
    called: 'These rows have expected calls only. Where are the agent’s?',
    patterns: (
      { count, key }: { readonly count: number; readonly key: string },
      { unit, line }: { readonly unit: string; readonly line: number },
    ): string =>
      `${countOf(count, 'row')} ${count === 1 ? 'expects' : 'expect'} {"${key}": …} (first: ${unit} ${formatCount(line)}). Is it a pattern?`,
  },
  column: 'column',
  firstRow: 'first row',
  is: 'is',
  use: (column: string): string => `What ${column} is`,
  sides: [
    { value: 'predicted_trajectory', label: 'what the agent did' },
    { value: 'reference_trajectory', label: 'what it should have done' },
    { value: '', label: 'another column' },
  ],
  namings: (role: 'id' | 'row_name') => [
    { value: role, label: 'row name' },
    { value: '' as const, label: 'another column' },
  ],
  score: (rows: number): string => `Score ${countOf(rows, 'row')}`,
  show: (rows: number): string => `Show ${countOf(rows, 'row')}`,
  key: 'Enter',
  swap: 'Swap the two',
  deeper: 'My calls are nested deeper…',
  remembered: 'Remembered for files with these columns',
  look: 'Just look',
  lookDetail:
    'Calls, tool errors, repeats, time, tokens and cost of every row, as far as recorded.',
  file: {
    expected: {
      title: 'Add a file with the expected calls',
      detail: 'You see how the rows are paired before anything is scored.',
    },
    called: {
      title: 'Add a file with the agent’s calls',
      detail: 'You see how the rows are paired before anything is scored.',
    },
  },
  files: {
    joined: {
      title: 'One dataset',
      detail: 'All rows together; a column names the file of each.',
    },
    apart: (names: readonly string[]) => ({
      title: 'Separate runs, to compare',
      detail: `Each is scored by itself: ${listFirst(names, 4)}`,
      go: `Score ${countOf(names.length, 'run')}`,
    }),
  },
  rules: {
    title: 'Write rules instead',
    detail: '“no delete before confirm”, “at most 3 calls of search”: they need no expected calls.',
  },
  agent: { title: 'Run an agent', detail: 'It is called for every row, and its calls are scored.' },
  columns: {
    title: 'Say where the calls are',
    detail: 'Choose a column, or a list that is nested deeper.',
  },
  patterns: {
    read: {
      title: 'Yes, read it as a pattern',
      detail: 'What it allows passes. Ranges, lists and variables are read the same way.',
    },
    keep: { title: 'No, it is a plain value', detail: 'The agent must send the object itself.' },
  },
  broken: {
    mend: (count: number): { readonly title: string; readonly detail: string } => ({
      title: count === 1 ? 'Put a comma there' : `Put a comma in ${formatCount(count)} places`,
      detail: 'Only in this copy; your file stays as it is.',
    }),
    leaveOut: (count: number): { readonly title: string; readonly detail: string } => ({
      title: count === 1 ? 'Leave the row out' : `Leave ${formatCount(count)} rows out`,
      detail: 'What is left out is listed under Data and in every export.',
    }),
    edit: (line: number): { readonly title: string; readonly detail: string } => ({
      title: 'Edit the text',
      detail: `Opens it at line ${formatCount(line)}.`,
    }),
    goTo: 'Go to the line',
  },
  chooseFile: 'Choose a file…',
  chooseColumn: 'Choose…',
  writeRules: 'Write rules…',
  runAgent: 'Run an agent…',
  firstRows: 'First rows, as they were read',
} as const;

export const otherSideDialog = {
  title: (wanted: string): string => `Add the ${wanted}`,
  purpose: (dataset: string, given: string, wanted: string): string =>
    `“${dataset}” has only the ${given}. Choose, drop or paste a file with the ${wanted}; you see the pairs before anything is scored.`,
  choose: 'Choose a file',
  paste: 'Paste from the clipboard',
  /** What pasted text is called instead of a file. */
  pasted: 'pasted text',
  file: (wanted: string): string => `File with the ${wanted}`,
  files: (dataset: string, added: string): string => `“${dataset}” and “${added}”`,
  pairBy: 'Pair by',
  pairing: 'Pairing',
  firstPairs: 'First pairs',
  separately: 'Open them separately',
  another: 'Another file',
  use: (pairs: number): string => `Use ${countOf(pairs, 'pair')}`,
};

export const otherSide = {
  combining: 'Combining both files',
  reading: (name: string): string => `Reading ${name}`,
  noCalls: (name: string, columns: string): string =>
    `“${name}” has no calls. Columns found: ${columns}.`,
};

export const receipt = {
  name: 'Import receipt',
  rows: (count: number): string => countOf(count, 'row'),
  reading: 'Reading…',
  nothingYet: 'What was read will be listed here.',
  ofSummary: 'read from a summary',
  use: (column: string): string => `Use ${column}`,
  useAsArguments: (key: string): string => `Use ${key} as the arguments`,
  chooseColumn: 'Choose column',
  lookForLists: 'My calls are nested deeper…',
  downloadSkipped: 'Download skipped',
};

/** Of code in the open text, and what is taken from it. */
export const codeOffer = {
  found: 'The text has evaluation code.',
  none: 'The text has evaluation code, but no metric that can be used.',
  use: (count: number): string => `Use the ${countOf(count, 'metric')} of this code`,
  used: (count: number): string => `${countOf(count, 'metric')} of the code are chosen.`,
  tools: 'The text has functions that are tools.',
  useTools: (count: number): string => `Use the ${countOf(count, 'tool')} as declarations`,
  usedTools: (count: number): string =>
    `${countOf(count, 'tool')} declared, for metrics and causes that need it.`,
  undo: 'Undo',
};

const COUNTS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'];

export const receiptFacts = {
  blankLines: (count: number): string => `${countOf(count, 'blank line')} ignored`,
  skipped: (count: number): string => `${formatCount(count)} skipped`,
  notScored: (count: number): string => `${formatCount(count)} left out`,
  isEmpty: (column: string): string => `${column} is empty in every row.`,
  notFound: (column: string): string => `${column} not found.`,
  columnsFound: (columns: string): string => `Columns found: ${columns}.`,
  needs: (metrics: number): string =>
    metrics === 1
      ? 'One metric needs it.'
      : `${COUNTS[metrics] ?? formatCount(metrics)} metrics need it.`,
  none: 'none',
  calls: (count: number): string => countOf(count, 'call'),
  readAs: (own: string, name: string): string => `${own} → ${name}`,
};

export const toolChoices = {
  title: 'Tools',
  namesOnly: 'Some calls are names without arguments; these rows are compared by name only.',
  pseudo: 'Hand-overs, final answers and other calls you may want to leave out of both sides:',
  calls: (count: number): string => countOf(count, 'call'),
  leftOut: 'left out',
  kept: 'kept',
  another: 'Leave out another tool',
  choose: 'Leave out another tool…',
  matches: {
    prefix: 'Without their prefix, the names of both sides match.',
    case: 'In the same letter case, the names of both sides match.',
  },
  gain: (calls: number, renamings: string): string =>
    `${countOf(calls, 'more call')} then ${calls === 1 ? 'has' : 'have'} an expected tool: ${renamings}.`,
  rename: (count: number): string => `Rename ${countOf(count, 'tool')}`,
  renamed: 'Renamed:',
  undo: 'Undo',
};

export const importChoices = {
  toolNames: (column: string): string => `names of tools; their arguments are in “${column}”`,
  byUsualName: 'matched by its usual name',
  byYou: 'chosen by you',
  byCells: (cells: number, of: number): string =>
    `${formatCount(cells)} of the first ${formatCount(of)} cells have calls`,
  turns: 'Conversations of several turns',
  perTurn: 'Row per turn',
  perConversation: 'Row per conversation',
  subAgents: 'Sub-agents',
  subAgentCalls: 'Calls of sub-agents',
  bySubAgents: (calls: number): string => `${countOf(calls, 'call')} by them`,
  allCalls: 'All calls',
  rootOnly: 'Root agent only',
  oneCall: 'Rows with one call each',
  grouped: (id: string): string => `rows with the same “${id}” are one run`,
  perRun: 'Row per run',
  asTheyAre: 'As they are',
  lists: (count: number): string => countOf(count, 'list'),
  calls: (count: number): string => countOf(count, 'call'),
  names: (count: number): string => `${countOf(count, 'name')} without arguments`,
  suggests: {
    predicted: 'its name suggests the agent’s calls',
    reference: 'its name suggests expected calls',
  },
  wholeFile: 'the whole file',
};

export const openFile = {
  isBroken: 'the run in it is incomplete or was changed',
};

export const severalFiles = {
  title: (count: number) => countOf(count, 'file'),
  compare: 'Compare',
  scored: (count: number) => `${countOf(count, 'dataset')} scored and kept under Runs.`,
  unread: (unread: number, count: number) =>
    `${formatCount(unread)} of ${countOf(count, 'file')} could not be read.`,
  unreadInSet: (unread: number) => `${countOf(unread, 'file')} could not be read.`,
  listed: (names: readonly string[]) => listFirst(names, 4),
  why: ': open one on its own to see why.',
};

export const dataLink = {
  noAddress: `Enter an address such as ${addressDialog.example}.`,
  httpsOnly: 'Data is loaded over HTTPS only, or from this device.',
  hasPassword: 'Its address contains a password.',
  silent: 'The server stopped responding.',
  noAnswer:
    'The server does not answer, or does not let other pages read its data (CORS). Download the file and drop it here instead.',
  redirects: 'The server redirects to another address. Use that address instead.',
  refused: (status: number, words: string): string =>
    `The server answers ${`${String(status)} ${words}`.trimEnd()}.`,
  tooLarge: 'It is larger than 2 GB.',
};
