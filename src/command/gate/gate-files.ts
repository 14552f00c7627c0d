import { placeInJson } from '#core/base/json/json-marks.ts';
import { placeAt } from '#core/base/text/line-ends.ts';
import {
  gateMarkdown,
  describeCondition,
  describeFound,
  describeUnseen,
  describeWorse,
  type WorseRows,
} from '#core/gate/gate-sentences.ts';
import { blockMarkdown } from '#core/base/text/markdown.ts';
import { say, type Printable } from '../printable.ts';
import { EXIT_CODES, type GateReport } from '#core/gate/judge-gate.ts';

/** A verdict with its run and baseline. */
export interface JudgedFile {
  readonly report: GateReport;
  readonly title: string;
  /** The baseline; undefined without one. */
  readonly baseline: string | undefined;
  readonly worse: WorseRows;
}

/** The files of a verdict by the ends of their names. */
export const GATE_WRITERS: Readonly<Record<string, (judged: JudgedFile) => string>> = {
  '.md': ({ report, title, baseline, worse }) => gateMarkdown(report, title, baseline, worse),
  '.xml': gateJunit,
  '.json': (judged) => `${gateJson(judged)}\n`,
};

/** Writes a verdict as JSON: the whole report with its sentences. */
export function gateJson({ report, title, baseline, worse }: JudgedFile): string {
  const { verdict, rules, confidence, adjust, conditions } = report;
  return JSON.stringify(
    {
      verdict,
      exit_code: EXIT_CODES[verdict],
      run: title,
      ...(baseline === undefined ? {} : { baseline }),
      ...(rules === '' ? {} : { scored_by: rules }),
      confidence,
      adjust,
      unseen: report.unseen,
      note: describeUnseen(report),
      unscored_rows: worse.unscored,
      ...(baseline !== undefined && {
        missing_rows: worse.missing,
        edited_rows: worse.edited,
        lost_rows: worse.lost,
        regressed_rows: worse.regressed,
      }),
      conditions: conditions.map((judged) => {
        const { condition, interval, value, count, unit, side, threshold, needed } = judged;
        const { subject, demand } = describeCondition(condition);
        return {
          verdict: judged.verdict,
          condition,
          sentence: `${subject} ${demand}`,
          value,
          count,
          unit,
          side,
          threshold,
          // JSON has no infinity: null for a side without a bound
          interval: interval && { low: finite(interval.low), high: finite(interval.high) },
          not_measured: judged.left,
          needed,
        };
      }),
    },
    null,
    2,
  );
}

/** The files of a gate that could not be judged, so that none of an earlier verdict is left. */
export const REFUSAL_WRITERS: Readonly<Record<string, (reason: string) => string>> = {
  '.md': (reason) =>
    `### Gate: could not be judged\n\n${blockMarkdown(reason.split('\n'), 'text')}\n`,
  '.xml': (reason) =>
    writeJunit('<testsuites>', 'tests="1" failures="0" errors="1" skipped="0"', [
      `    <testcase classname="gate" name="could be judged"><error message="${escapeXml(reason)}"/></testcase>`,
    ]),
  '.json': (reason) =>
    `${JSON.stringify({ verdict: 'NOT JUDGED', exit_code: 3, reason }, null, 2)}\n`,
};

function finite(bound: number): number | null {
  return Number.isFinite(bound) ? bound : null;
}

/** Writes a verdict as JUnit XML: a test for each condition; inconclusive ones are skipped. */
function gateJunit({ report, title, worse }: JudgedFile): string {
  const { conditions } = report;
  const count = (verdict: string): number =>
    conditions.filter((condition) => condition.verdict === verdict).length;
  const tests = conditions.map((judged) => {
    const { subject, demand } = describeCondition(judged.condition);
    const head = `    <testcase classname="gate" name="${escapeXml(`${subject} ${demand}`)}"`;
    const message = escapeXml(describeFound(judged, report.confidence));
    if (judged.verdict === 'PASS') return `${head}/>`;
    const kind = judged.verdict === 'FAIL' ? 'failure' : 'skipped';
    return `${head}><${kind} message="${message}"/></testcase>`;
  });
  const notes = [describeUnseen(report), ...describeWorse(worse)].filter((line) => line !== '');
  const counts = `tests="${conditions.length}" failures="${count('FAIL')}" errors="0" skipped="${count('INCONCLUSIVE')}"`;
  return writeJunit(`<testsuites name="${escapeXml(title)}">`, counts, [
    ...tests,
    ...(notes.length > 0 ? [`    <system-out>${escapeXml(notes.join('\n'))}</system-out>`] : []),
  ]);
}

function writeJunit(opening: string, counts: string, lines: readonly string[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    opening,
    `  <testsuite name="gate" ${counts}>`,
    ...lines,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Escapes text for XML; characters that XML does not allow become U+FFFD. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '\ufffd')
    .replace(/[&<>"]/g, (mark) => ESCAPES[mark] ?? mark)
    .replace(/[\t\n\r]/g, (space) => `&#${space.charCodeAt(0)};`);
}

/** A message that GitHub shows at a line of the config. */
export interface Annotation {
  readonly level: 'error' | 'warning';
  /** 1-based; undefined for none. */
  readonly line: number | undefined;
  readonly message: string;
}

/** Lists the messages for GitHub: failing and inconclusive conditions. */
export function annotationsOf(report: GateReport, configText: string): Annotation[] {
  return report.conditions.flatMap((judged): Annotation[] => {
    if (judged.verdict === 'PASS') return [];
    const { subject, demand } = describeCondition(judged.condition);
    return [
      {
        level: judged.verdict === 'FAIL' ? 'error' : 'warning',
        line: lineOfCondition(configText, judged.place),
        message: `${judged.verdict}: ${subject} ${demand}. Found ${describeFound(judged, report.confidence)}`,
      },
    ];
  });
}

/** The first line of a condition. */
export function lineOfCondition(configText: string, place: number): number {
  return placeAt(configText, placeInJson(configText, ['conditions', place])).line;
}

/** Writes a message as a workflow command, see GitHub's “Workflow commands”. */
export function workflowCommand(file: string, { level, line, message }: Annotation): Printable {
  const place = `file=${escapeProperty(file)}${line === undefined ? '' : `,line=${line}`}`;
  return say`::${level} ${place},title=Gate::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
