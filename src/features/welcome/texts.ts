export const firstVisit = {
  purpose: 'Compare what your agent did with what it should have done.',
  privacy: 'Tool calls in, scores and reasons out. Your data stays on this device.',
  paste: 'Paste your rows here',
  drop: 'or drop a file or folder anywhere',
  keys: 'Ctrl V',
  file: 'Open a file…',
  folder: 'Folder…',
  link: 'Link…',
  formats:
    'JSONL, JSON, CSV, Parquet, a chat, or traces from LangSmith, Langfuse, Phoenix, OpenTelemetry. Any column names.',
  traces:
    'Only traces, no expected calls? Paste them all the same: you see calls, tool errors, time and cost, and can mark what was right.',
  sample: 'Sample',
  sampleIs: (title: string): string => `${title}: this is what you get`,
  explore: 'Explore it',
  others: 'Other samples',
};
