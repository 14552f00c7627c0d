import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { countOf } from '#core/base/text/sentence.ts';
import { NO_CHANGES } from '#core/compare/changes.ts';
import {
  FEWEST_ROWS,
  USUAL_MARGIN,
  printGateConfig,
  type Condition,
  type GateConfig,
  readGateConfig,
  type ConfigProblem,
} from '#core/gate/gate-config.ts';
import {
  describeConfigProblem,
  describeGateProblem,
  byVerdict,
  describeCondition,
  describeFound,
  describeRule,
  describeUnseen,
  describeVerdict,
  describeWorse,
  type WorseRows,
} from '#core/gate/gate-sentences.ts';
import {
  EXIT_CODES,
  type GateReport,
  type GateResult,
  type Verdict,
} from '#core/gate/judge-gate.ts';
import { suggestGate } from '#core/gate/suggest-gate.ts';
import { textOf as textOfIssue } from '#core/read/issues/sentences.ts';
import { withPreset } from '#core/score/metric/settings.ts';
import { isRuleColumn, ruleText } from '#core/score/trajectory-rules/rule-metric.ts';
import { judgeWithSource } from '#workers/compare-with-source.ts';
import { compareFiles, NAMED_ROWS, nameRows } from '../compare-files.ts';
import { CouldNotRun, EXIT } from '../could-not-run.ts';
import {
  annotationsOf,
  GATE_WRITERS,
  gateJson,
  lineOfCondition,
  REFUSAL_WRITERS,
  workflowCommand,
  type Annotation,
  type JudgedFile,
} from '../gate/gate-files.ts';
import { readText } from '../input/open-input.ts';
import { byEnding, findOutput, OUTPUTS } from '../outputs/outputs.ts';
import { openRuns } from '../open-scored.ts';
import { whyUnscored, type ScoredFile } from '../score-input.ts';
import {
  declareScoringOptions,
  listOf,
  FILES_HELP,
  readScoringOptions,
  repeated,
  scoringFiles,
  textOf,
  withMetrics,
  withRules,
  type ScoringOptions,
} from '../scoring-options.ts';
import { joined, printable, say, type Printable } from '../printable.ts';
import type { Invocation, Subcommand, Terminal } from '../subcommand.ts';
import { reportNotes } from '../tables/run-table.ts';
import { writeFile } from '../write-file.ts';

const USUAL_CONFIG = 'gate.json';
const WAY_TO_CONFIG =
  'trajectory-playground gate main.jsonl --baseline main.jsonl --init writes a config from a run.';

/** `gate FILE`: judges a run; exits with 0, 1 or 2, and with 3 where that is impossible. */
export const gate: Subcommand = {
  define: (command) => void declare(command),
  examples: [
    {
      line: 'gate main.jsonl --baseline main.jsonl --init',
      does: 'Write gate.json from a run that is good enough.',
    },
    { line: 'gate today.jsonl --config gate.json --baseline main.jsonl', does: 'Judge a run.' },
    {
      line: 'gate today.jsonl --config gate.json --baseline main.jsonl --out gate.md --out junit.xml',
      does: 'Write files for a pull request and a CI server, too.',
    },
  ],
  files: ({ args: [files], options }) => {
    const [config, baseline] = [textOf(options['config']), textOf(options['baseline'])];
    const out = listOf(options['out']);
    const reads = [...(files as readonly string[]), baseline, ...scoringFiles(options)];
    return options['init'] === true
      ? { reads, writes: [config, ...out] }
      : { reads: [config, ...reads], writes: out };
  },
  async run(invocation) {
    const { options, terminal } = invocation;
    const config = String(options['config']);
    const out = listOf(options['out']);
    // unknown endings are reported before any work
    for (const path of out) if (!byEnding(GATE_WRITERS, path)) findOutput(path);
    const scoring = { ...(await readScoringOptions(options, terminal)), observes: false };
    try {
      return await judge(invocation, config, out, scoring);
    } catch (error) {
      if (!(error instanceof CouldNotRun)) throw error;
      const refused = error instanceof GateRefused ? error : undefined;
      if (refused && refused.sentences.length > 1)
        for (const sentence of refused.sentences) terminal.report(printable(sentence));
      const message = `${error.message} ${error.hint}`.trim();
      await writeRefusal(out, refused?.sentences ?? [message], terminal);
      const all = refused?.annotations ?? [{ level: 'error', line: undefined, message } as const];
      if (options['annotate'] === true) await annotate(config, all, terminal);
      throw error;
    }
  },
};

function declare(command: Command): Command {
  const endings = [
    '.md for a pull request',
    '.xml JUnit, a test for each condition',
    '.json',
    ...Object.entries(OUTPUTS)
      .filter(([ending]) => !(ending in GATE_WRITERS))
      .map(([ending, { title }]) => `${ending} ${title}`),
  ];
  return declareScoringOptions(command)
    .argument('<files...>', FILES_HELP)
    .option('-g, --config <file>', 'the conditions', USUAL_CONFIG)
    .option('-b, --baseline <file>', 'the run that “no worse than baseline” refers to')
    .option(
      '-o, --out <file>',
      `also write a file: ${endings.join('; ')}; may be repeated`,
      repeated,
    )
    .option('--json', 'print JSON instead of text')
    .option('--init', 'write a config: from the baseline if given, else from the run')
    .option('--force', 'with --init, replace an existing config')
    .option('--annotate', 'also print annotations that GitHub shows beside the config');
}

/** A gate that cannot be judged, with the lines of the config that keep it from being. */
class GateRefused extends CouldNotRun {
  readonly sentences: readonly string[];
  readonly annotations: readonly Annotation[];

  constructor(sentences: readonly string[], hint: string, lines: readonly number[]) {
    const [only] = sentences;
    super(
      sentences.length === 1 && only !== undefined
        ? only
        : `${sentences.length} things prevent the gate from being judged.`,
      hint,
    );
    this.sentences = sentences;
    this.annotations = sentences.map((message, at) => ({
      level: 'error',
      message,
      line: lines[at],
    }));
  }
}

async function judge(
  { args, options, terminal, folder }: Invocation,
  configPath: string,
  out: readonly string[],
  given: ScoringOptions,
): Promise<number> {
  const [files] = args as [readonly string[]];
  const baselinePath = textOf(options['baseline']);
  const isInit = options['init'] === true;
  const written = isInit ? undefined : await readConfig(configPath, terminal);
  if (isInit && existsSync(configPath) && options['force'] !== true)
    throw new CouldNotRun(
      `${configPath} already exists.`,
      'Name another with --config, or replace it with --force.',
    );
  const scoring = written ? asConfigured(given, written.config) : given;
  const paths = baselinePath === undefined ? [files] : [files, baselinePath];
  const opened = await openRuns(paths, scoring, terminal, folder);
  for (const file of opened) await reportNotes(file, terminal);
  for (const file of opened) requireWhole(file);
  const [candidate, baseline] = opened as [ScoredFile, ScoredFile?];
  const { config, text } = written ?? suggest(baseline ?? candidate, baseline !== undefined);
  const result = await judgeWithSource(config, candidate.run, baseline?.run);
  const report = reportOf(result, config, text, opened);
  const worse = await findWorse(report, candidate, baseline);
  const judged = { report, title: candidate.title, baseline: baseline?.title, worse };
  for (const path of out) {
    const write = byEnding(GATE_WRITERS, path);
    const pieces = write ? [write(judged)] : findOutput(path).write(candidate);
    await writeFile(path, pieces, terminal);
  }
  if (isInit) {
    await writeFile(configPath, [text], terminal);
    const from = (baseline ?? candidate).title;
    const allowed = baseline
      ? ` Means may be worse by ${USUAL_MARGIN} (noWorseBy): change it to what you accept.`
      : '';
    terminal.report(
      say`${configPath} is written: ${countOf(config.conditions.length, 'condition')} from ${from}.${allowed}`,
    );
  }
  await (options['json'] === true
    ? terminal.write(`${gateJson(judged)}\n`)
    : terminal.print(printGate(judged, terminal)));
  if (options['annotate'] === true)
    await annotate(configPath, annotationsOf(report, text), terminal);
  return isInit ? EXIT.done : EXIT_CODES[report.verdict];
}

interface WrittenConfig {
  readonly config: GateConfig;
  readonly text: string;
}

async function readConfig(path: string, terminal: Terminal): Promise<WrittenConfig> {
  let text: string;
  try {
    text = await readText(path, terminal);
  } catch (error) {
    if (error instanceof CouldNotRun) throw error;
    throw new CouldNotRun(
      `The config ${path} ${existsSync(path) ? 'cannot be read' : 'does not exist'}.`,
      WAY_TO_CONFIG,
    );
  }
  const reading = readGateConfig(text.replace(/^\ufeff/, ''));
  if (reading.ok) return { config: reading.config, text };
  const { problems } = reading;
  const sentences = problems.map((problem: ConfigProblem) => describeConfigProblem(path, problem));
  throw new GateRefused(
    sentences,
    'docs/gate.md says what each key takes.',
    problems.map(({ line }) => line),
  );
}

/**
 * Scores by the config's rules unless a metric set has its own, and adds the metrics of its
 * conditions.
 */
function asConfigured(
  scoring: ScoringOptions,
  { rules: preset, conditions }: GateConfig,
): ScoringOptions {
  const named = conditions.flatMap((condition) =>
    'metric' in condition ? [condition.metric] : [],
  );
  const settings = scoring.hasSet ? scoring.settings : withPreset(scoring.settings, preset);
  const all = withMetrics(settings, named);
  const rules = named.filter((metricId) => isRuleColumn({ metricId })).map(ruleText);
  return { ...scoring, settings: withRules(all, rules) };
}

function suggest(file: ScoredFile, hasBaseline: boolean): WrittenConfig {
  const { columns, settings } = file.run;
  const config = suggestGate({ columns, settings }, hasBaseline);
  if (config) return { config, text: printGateConfig(config) };
  throw whyUnscored(file) ?? (hasBaseline ? noMetricToAsk(file) : tooFewToAsk(file));
}

function noMetricToAsk({ title }: ScoredFile): CouldNotRun {
  return new CouldNotRun(
    `${title} has no score that could be better or worse: no config can be written from it.`,
    'Name metrics that have one with --metrics; trajectory-playground metrics lists all.',
  );
}

function tooFewToAsk({ title, run }: ScoredFile): CouldNotRun {
  return new CouldNotRun(
    `${countOf(run.columns.rowCount, 'row')} of ${title} do not show what a run reaches: no config can be written from ${title} alone.`,
    `Give ${FEWEST_ROWS} rows or more, most of which pass, or a run to compare with: --baseline FILE.`,
  );
}

/** What is behind the place where a file breaks off may be anything. */
function requireWhole({ title, run: { issue, format } }: ScoredFile): void {
  if (issue) throw new CouldNotRun(`${title} breaks off: ${textOfIssue(issue, format.unit)}`);
}

/** Names the rows that got worse, as a comparison does, and those that could not be judged. */
async function findWorse(
  { conditions }: GateReport,
  candidate: ScoredFile,
  baseline: ScoredFile | undefined,
): Promise<WorseRows> {
  const { lost } = conditions.find((one) => one.lost && one.verdict !== 'PASS') ?? {};
  const nameFirst = (rows: Uint32Array = new Uint32Array()): Promise<string[]> =>
    nameRows(candidate, [...rows.subarray(0, NAMED_ROWS)]);
  const { results, named } = baseline
    ? await compareFiles(baseline, [candidate])
    : { results: [], named: [] };
  const { changeCounts = NO_CHANGES, onlyBaseline = [] } = results[0] ?? {};
  return {
    missing: [],
    lost: [],
    regressed: [],
    ...named[0],
    unscored: await nameFirst(lost?.unscored),
    edited: await nameFirst(lost?.edited),
    counts: {
      missing: onlyBaseline.length,
      unscored: lost?.unscored.length ?? 0,
      edited: lost?.edited.length ?? 0,
      lost: changeCounts.lost,
      regressed: changeCounts.regressed,
    },
  };
}

function reportOf(
  result: GateResult,
  config: GateConfig,
  text: string,
  files: readonly ScoredFile[],
): GateReport {
  if (result.ok) return result.report;
  const { problems } = result;
  const isAboutScores = problems.every(({ place }) => needsScores(config.conditions[place]));
  const unscored = files.map(whyUnscored).find((why) => why !== undefined);
  if (unscored && isAboutScores) throw unscored;
  throw new GateRefused(
    problems.map((problem) => describeGateProblem(config.conditions, problem)),
    '',
    problems.map(({ place }) => lineOfCondition(text, place)),
  );
}

function needsScores(condition: Condition | undefined): boolean {
  return condition !== undefined && ('metric' in condition || 'cause' in condition);
}

/** Replaces what an earlier run wrote: it must not be taken for the verdict on this one. */
async function writeRefusal(
  out: readonly string[],
  sentences: readonly string[],
  terminal: Terminal,
): Promise<void> {
  for (const path of out) {
    const write = byEnding(REFUSAL_WRITERS, path);
    if (write) await writeFile(path, [write(sentences.join('\n'))], terminal);
  }
}

async function annotate(
  config: string,
  annotations: readonly Annotation[],
  terminal: Terminal,
): Promise<void> {
  for (const annotation of annotations)
    await terminal.annotate(workflowCommand(config, annotation));
}

const MARKS: Readonly<Record<Verdict, string>> = { FAIL: '✕', INCONCLUSIVE: '◇', PASS: '●' };
const INDENT = 16;

/** Prints a verdict: the overall answer, then each condition, by importance. */
export function printGate(
  { report, title, baseline, worse }: JudgedFile,
  { colors }: Pick<Terminal, 'colors'>,
): Printable {
  const { verdict, conditions, confidence } = report;
  const inks = { PASS: colors.green, FAIL: colors.red, INCONCLUSIVE: colors.yellow };
  const tag = (one: Verdict): Printable => inks[one](colors.bold(`${MARKS[one]} ${one}`));
  const against = baseline === undefined ? '' : ` against ${baseline}`;
  const lines = byVerdict(conditions).flatMap((judged) => {
    const { subject, demand } = describeCondition(judged.condition);
    const room = ' '.repeat(INDENT - judged.verdict.length - 2);
    const found = describeFound(judged, confidence);
    return [
      say`${tag(judged.verdict)}${room}${colors.bold(subject)} ${demand}`,
      say`${' '.repeat(INDENT)}${colors.dim(found)}`,
    ];
  });
  const unseen = describeUnseen(report);
  const worseLines = describeWorse(worse);
  return joined([
    say`${colors.bold(title)}${against}`,
    say`${tag(verdict)}  ${describeVerdict(report)}`,
    ...(unseen === '' ? [] : [colors.yellow(unseen)]),
    colors.dim(describeRule(report)),
    '',
    ...lines,
    ...(worseLines.length > 0 ? ['', ...worseLines.map(printable)] : []),
    '',
  ]);
}
