export const runDownloads = { notBuilt: 'Only the built page can write a report.' };

export const warehouseDialog = {
  title: 'Score in BigQuery',
  purpose:
    'A script to paste into BigQuery: it scores the rows of a table where they are, with this run’s metrics and this page’s own code. Nothing is uploaded.',
  table: 'Table with the rows',
  scoresTable: 'Table for the scores',
  columns: 'Columns of the table',
  columnsNote: 'A trajectory is a list of calls: JSON, or JSON as a string.',
  role: (title: string) => title.charAt(0).toUpperCase() + title.slice(1),
  notThere: 'not there',
  more: 'Groups and days',
  group: 'Column to group by',
  day: 'Column with the date',
  dayNote: 'Then only some days are read and paid for.',
  firstDay: 'First day',
  lastDay: 'Last day',
  yesterday: 'yesterday',
  optional: 'optional',
  library: 'Address of the library in Cloud Storage',
  libraryExample: 'gs://your-bucket/trajectory-scores.js',
  notes: 'Notes on the script',
  script: 'Script',
  code: (size: string) => `… ${size} of JavaScript, this page’s own code …`,
  copy: 'Copy script',
  copied: 'The script is copied.',
  download: 'Download script',
  downloadLibrary: 'Download library',
};

export const downloads = {
  noGate: 'This run has no scores that a gate could ask for.',
};
