import { countOf, formatCount } from '#ui/format-number.ts';

/** A link that holds what is shared with its rows: in the dialog and the notice. */
export const LINK = 'Link with data';

/** The words for a run in the dialog and the notice. */
export const MARKDOWN = 'Markdown';

const IN_FRAGMENT = 'The data is in the link after the #, which browsers never send to a server.';

export const shareMenu = {
  link: 'Copy link',
  more: 'More ways to share…',
  redacted: 'names can be hidden',
  download: 'Download',
  downloadAll: (count: number) => `Download ${countOf(count, 'row')}`,
  allRows: (count: number) => `All ${countOf(count, 'row')}`,
  shownRows: (count: number) => `${countOf(count, 'row')} shown`,
  results: 'Results',
  forSpreadsheets: 'Results for spreadsheets',
  report: 'Report',
  summary: 'Summary',
  runFile: 'Run file',
  everything: 'everything, to open again',
  warehouse: 'Score in BigQuery…',
};

export const shareDialog = {
  title: (name: string) => `Share “${name}”`,
  comparison: 'Share this comparison',
  nothing: 'Nothing is scored yet. Open a dataset first.',
  redact: 'Redact before sharing',
  redactHint: 'Removes e-mail addresses, keys, numbers, and columns and words of your choice.',
  waiting: 'What can be shared is listed once the redacted copy is ready.',
};

export const redact = {
  label: 'Redact',
  about:
    'Each value found becomes a placeholder, the same one everywhere, so that equal values stay equal and most scores do not change. Check the list: no pattern finds everything.',
  kinds: 'Remove',
  kind: {
    key: 'API keys and tokens',
    email: 'E-mail addresses',
    uuid: 'UUIDs',
    iban: 'IBANs',
    card: 'Card numbers',
    phone: 'Phone numbers',
    ip: 'IP addresses',
    number: 'Numbers of 8 digits or more',
  },
  words: 'Own words',
  wordsHint:
    'One per line, found in any case and inside words. /ACME-\\d+/ is a regular expression.',
  wordProblem: (word: string, reason: string) => `“${word}”: ${reason}`,
  columns: (count: number) => (count === 0 ? 'Columns' : `Columns, ${countOf(count, 'chosen')}`),
  columnsHint:
    'Values of a chosen column with 5 characters or more are also removed everywhere else.',
  column: (name: string) => `Column ${name}`,
  treatments: { keep: 'as it is', replace: 'replaced', remove: 'removed' },
  looking: 'Searching the rows',
  noCopy: 'There is no redacted copy.',
  stopped: 'Stopped: there is no redacted copy.',
  again: 'Start again',
  open: 'Open the copy',
  openHint: 'To print it, or to download tables or an issue’s text, open the copy first.',
};

export const redactPreview = {
  label: 'What was found',
  value: 'value',
  placeholder: 'becomes',
  places: 'places',
  first: 'first',
  stays: 'stays',
  takeOut: (value: string) => `Remove ${value}`,
  place: (row: number | undefined, column: string | undefined) =>
    row === undefined ? 'about the run' : `row ${formatCount(row)}, ${column ?? ''}`,
  more: (count: number) => `${countOf(count, 'further value')} will be removed, too.`,
};

export const redaction = {
  mark: ' (redacted)',
  failed: (reason: string) => `The rows could not be searched: ${reason}`,
};

export const shareWays = {
  copy: 'Copy',
  download: 'Download',
  act: (action: 'copy' | 'download', title: string) =>
    `${action === 'copy' ? 'Copy' : 'Download'}: ${title}`,
  aboutRuns: (hasAgent: boolean) =>
    `Opens this comparison in any browser, with the rows, settings and scores of its runs${hasAgent ? ', without the requests to their agents' : ''}. ${IN_FRAGMENT}`,
  file: 'Comparison file',
  aboutFile:
    'Everything about these runs in one file. Drop it on this page to add them to the stored runs.',
  aboutData: (hasAgent: boolean) =>
    `Opens this run with its rows, settings and scores${hasAgent ? ', without the requests to its agent' : ''}. ${IN_FRAGMENT}`,
  report: 'HTML report',
  reportSize: 'about 3 MB plus the rows',
  author: 'Author (optional)',
  aboutReport:
    'This page with the run in it. Opens offline with a double-click. Drop it here to restore the run.',
  aboutMarkdown: 'The verdict, the metrics and the most common causes as text for a pull request.',
  runFile: 'Run file',
  aboutRunFile:
    'Everything about this run in one file. Drop it here to open it again with the same scores.',
};

export const sharedReview = {
  settings: 'This link contains settings.',
  custom: (count: number) => `${countOf(count, 'metric')} with custom code`,
  applied: 'They are applied to the open dataset; you can undo that.',
  code: 'Its code does not run until you have read and approved it.',
  use: 'Use them',
  dismiss: 'Dismiss',
  data: (host: string) => `This link loads a dataset from ${host}.`,
  request:
    'One request is sent there, without cookies or any of your data. Your own runs are not affected.',
  offline:
    'The network is off, so nothing has been loaded. Turning it on reloads the page; your work is kept, and you are asked again.',
  load: 'Load it',
};

export const unsavedBanner = {
  run: 'This run came from a link or a report and is not saved.',
  redacted: 'This redacted copy is not saved.',
  isLost: 'It is lost when you close or reload this page.',
  compared: (count: number) => `${countOf(count, 'run')} came from a link and are not saved.`,
  areLost: 'They are lost when you close or reload this page.',
  keep: 'Keep a copy',
};

export const copyLink = {
  characters: (count: number) => `${formatCount(count)} characters`,
  copied: (what: string, length: number) => `${what} copied, ${formatCount(length)} characters.`,
  tooLong: (most: number) =>
    `Too long for a link: ${formatCount(most)} characters is the limit. Send the file instead.`,
  long: (usual: number) =>
    `Some chat programs cut links longer than ${formatCount(usual)} characters.`,
};

export const openShared = {
  applied: 'Settings from the link applied.',
  undo: 'Undo',
  loading: (host: string) => `Loading data from ${host}`,
  soFar: (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB so far.`,
  cancel: 'Cancel',
  unloaded: (host: string | undefined) =>
    `The data${host === undefined ? '' : ` from ${host}`} cannot be loaded.`,
};

export const reportHead = {
  label: 'About this report',
  title: (run: string) => `${run} – report`,
  rowsOf: (count: number, dataset: string) => `${countOf(count, 'row')} of ${dataset}`,
  scored: (date: Date) =>
    `scored ${date.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}`,
  agent: (title: string) => `agent: ${title}`,
  author: (name: string) => `by ${name}`,
};
