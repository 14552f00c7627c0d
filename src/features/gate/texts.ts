import { percent } from '#core/base/text/sentence.ts';

export const gateEditor = {
  nothing: 'Run A has no scores, so no condition is suggested: write one.',
};

export const gateDrawer = {
  title: 'Gate',
  against: 'against',
  copySummary: 'Copy summary',
  copied: 'Copied the gate’s verdict as Markdown',
  cannot: 'This gate cannot be judged, so it does not pass. Exit code 3.',
  conditions: 'Conditions',
  add: 'Add condition',
  suggest: 'Suggest again',
  meets: 'meets the condition',
  threshold: 'threshold',
  interval: (confidence: number) => `${percent(confidence)} interval`,
  judging: 'Judging',
};

export const gateCondition = {
  bullet: (interval: string, threshold: string) => `Interval ${interval}, threshold ${threshold}`,
};

export const gateFiles = {
  file: 'Conditions, as JSON',
  download: 'Download',
  copy: 'Copy',
  copyOf: (title: string) => `Copy ${title}`,
  copiedFile: 'Copied gate.json',
  copiedCommand: 'Copied the command',
  copiedAction: 'Copied the step',
  terminal: 'In a terminal',
  action: 'GitHub Action',
  commandLines: (hasBaseline: boolean, columns: string) =>
    [
      `trajectory-playground gate ${TODAY} \\`,
      ...(columns === '' ? [] : [`  --columns '${columns.replaceAll("'", `'\\''`)}' \\`]),
      `  --config gate.json${hasBaseline ? ` --baseline ${MAIN}` : ''}`,
    ].join('\n'),
  actionStep: (hasBaseline: boolean, columns: string) =>
    [
      '- uses: OWNER/trajectory-playground@COMMIT # your copy of the repository',
      '  with:',
      `    file: ${TODAY}`,
      ...(hasBaseline ? [`    baseline: ${MAIN}`] : []),
      '    config: gate.json',
      ...(columns === '' ? [] : [`    columns: ${JSON.stringify(columns)}`]),
    ].join('\n'),
};

const TODAY = 'runs/today.jsonl';
const MAIN = 'runs/main.jsonl';
