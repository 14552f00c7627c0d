import { countOf, formatCount } from '#ui/format-number.ts';

/** A link that holds settings and no rows: in the dialog, the palette and the notice. */
export const SETTINGS_LINK = 'Link with settings only';

/** Texts of ShareDialog.svelte. */
export const shareDialog = {
  title: (name: string) => `Share “${name}”`,
  characters: (count: number) => `${formatCount(count)} characters`,
  data: 'Link with data',
  aboutData: (hasAgent: boolean) =>
    `Opens this run with its rows, settings and scores${hasAgent ? ', without the requests to its agent' : ''}. The data is in the link after the #, which browsers never send to a server.`,
  aboutSettings: 'Lets others apply the same metrics and rules to their own data.',
  report: 'HTML report',
  reportSize: 'about 2 MB plus the rows',
  aboutReport:
    'This page with the run in it. Opens offline with a double-click. Drop it here to restore the run.',
  markdown: 'Markdown',
  aboutMarkdown: 'The verdict, the metrics and the most common causes as text for a pull request.',
  runFile: 'Run file',
  aboutRunFile:
    'Everything about this run in one file. Drop it here to open it again with the same scores.',
  copy: 'Copy',
  download: 'Download',
  act: (action: 'copy' | 'download', title: string) =>
    `${action === 'copy' ? 'Copy' : 'Download'}: ${title}`,
  nothing: 'Nothing is scored yet. Open a dataset first.',
};

/** Texts of SharedReview.svelte. */
export const sharedReview = {
  settings: 'This link contains settings.',
  custom: (count: number) => `${countOf(count, 'metric')} with custom code`,
  usualRules: 'Vertex AI rules',
  characters: (count: number) => `${formatCount(count)} characters`,
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

/** Texts of copy-link.ts. */
export const copyLink = {
  copied: (what: string, length: number) => `${what} copied, ${formatCount(length)} characters.`,
  tooLong: (most: number) =>
    `Too long for a link: ${formatCount(most)} characters is the limit. Send the run file instead.`,
  long: (usual: number) =>
    `Some chat programs cut links longer than ${formatCount(usual)} characters.`,
};

/** Texts of open-shared.ts. */
export const openShared = {
  applied: 'Settings from the link applied.',
  undo: 'Undo',
  loading: (host: string) => `Loading data from ${host}`,
  soFar: (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB so far.`,
  cancel: 'Cancel',
  unloaded: (host: string | undefined) =>
    `The data${host === undefined ? '' : ` from ${host}`} cannot be loaded.`,
};
