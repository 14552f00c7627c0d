import { blockMarkdown, codeMarkdown, escapeMarkdown } from '#core/base/text/markdown.ts';
import { boundText } from '#core/base/text/sentence.ts';
import type { CallStep, Step, StepRecord, StepRole } from '#core/calls/step.ts';
import { findRecoveries } from './step-view.ts';
import { textOfStep } from './step-text.ts';

const STEPS_WRITTEN = 2000;
const TEXT_WRITTEN = 4000;

const NAMES: Readonly<Record<StepRole, string>> = {
  user: 'User',
  agent: 'Agent',
  system: 'System',
};

/**
 * Writes a row's steps as GitHub-flavoured Markdown. Data is escaped or set as code; long texts and
 * runs are cut with a note.
 */
export function stepsAsMarkdown(name: string, steps: readonly Step[]): string {
  const recoveries = findRecoveries(steps);
  const parts = steps.slice(0, STEPS_WRITTEN).map((step, at) => {
    const number = `**${String(at + 1)}**`;
    const record = recordLine(step);
    if (step.kind === 'message') {
      const text = step.text === '' ? '*no text*' : quote(boundText(step.text, TEXT_WRITTEN));
      return `${number} ${NAMES[step.role]}${record}\n\n${text}`;
    }
    return `${number} ${codeMarkdown(step.call.tool_name)}${record}\n\n${callBlocks(step, recoveries.get(at))}`;
  });
  const left = steps.length - STEPS_WRITTEN;
  if (left > 0) parts.push(`${String(left)} more steps left out.`);
  return [`### ${escapeMarkdown(name)}`, ...parts, ''].join('\n\n');
}

function callBlocks(step: CallStep, recoveredAt: number | undefined): string {
  const block = (part: 'input' | 'output' | 'error', language: string): string[] => {
    const text = textOfStep(step, part);
    return text === undefined
      ? []
      : [blockMarkdown(boundText(text, TEXT_WRITTEN).split('\n'), language)];
  };
  const failed = step.error === undefined ? [] : [`▲ error${recovery(recoveredAt)}`];
  const output = step.output === step.error ? [] : block('output', '');
  return [
    ...block('input', 'json'),
    ...failed,
    ...block('error', ''),
    ...(output.length > 0 ? ['result', ...output] : []),
  ].join('\n\n');
}

function recovery(at: number | undefined): string {
  return at === undefined ? '' : `, recovered in step ${String(at + 1)}`;
}

function quote(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${escapeMarkdown(line)}`)
    .join('\n');
}

function recordLine({ durationMs, tokens, cost }: StepRecord): string {
  const parts = [
    durationMs === undefined ? '' : `${String(durationMs)} ms`,
    tokens?.input === undefined ? '' : `${String(tokens.input)} tokens in`,
    tokens?.output === undefined ? '' : `${String(tokens.output)} tokens out`,
    cost ? escapeMarkdown(`${String(cost.amount)} ${cost.currency}`.trim()) : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}
