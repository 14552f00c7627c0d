import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { countOf } from '#core/base/text/format-count.ts';
import { printGateConfig, type GateConfig } from '#core/gate/gate-config.ts';
import {
  describeConfigProblem,
  describeGateProblem,
  byVerdict,
  describeCondition,
  describeFinding,
  describeRule,
  describeVerdict,
  percent,
} from '#core/gate/gate-sentences.ts';
import { EXIT_CODES, needsOf, type GateResult, type Verdict } from '#core/gate/judge-gate.ts';
import { readGateConfig, type ConfigProblem } from '#core/gate/read-gate-config.ts';
import { suggestGate } from '#core/gate/suggest-gate.ts';
import { withPreset } from '#core/score/metric/settings.ts';
import { isRuleColumn, ruleText } from '#core/score/trajectory-rules/rule-metric.ts';
import { judgeWithSource } from '#workers/compare-with-source.ts';
import { CouldNotRun, EXIT } from '../could-not-run.ts';
import {
  annotationsOf,
  GATE_WRITERS,
  gateJson,
  lineOfCondition,
  workflowCommand,
  type Annotation,
  type JudgedFile,
} from '../gate/gate-files.ts';
import { readText } from '../input/open-input.ts';
import { TemporaryFolder } from '../input/temporary-folder.ts';
import { openScored } from '../open-scored.ts';
import { findOutput, OUTPUTS } from '../outputs/registry.ts';
import type { ScoredFile } from '../score-input.ts';
import {
  declareScoringOptions,
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
import type { Subcommand, Terminal } from '../subcommand.ts';
import { reportNotes } from '../tables/run-table.ts';
import { writeFile, type Pieces } from '../write-file.ts';

const USUAL_CONFIG = 'gate.json';
const WAY_TO_CONFIG =
  'trajectory-playground gate FILE --init writes a config from a run; docs/gate.md describes it.';

/** `gate FILE`: judges a run; exits with 0, 1 or 2, and with 3 where that is impossible. */
export const gate: Subcommand = {
  define: (command) => void declare(command),
  examples: [
    { line: 'gate main.jsonl --init', does: 'Write gate.json from a run that is good enough.' },
    { line: 'gate today.jsonl --config gate.json', does: 'Judge a run.' },
    {
      line: 'gate today.jsonl --config gate.json --baseline main.jsonl --out gate.md --out junit.xml',
      does: 'Judge it against a baseline too, and write files for a pull request and a CI server.',
    },
  ],
  files: ({ args: [files], options }) => {
    const [config, baseline] = [textOf(options['config']), textOf(options['baseline'])];
    const out = (options['out'] as readonly string[] | undefined) ?? [];
    const reads = [...(files as readonly string[]), baseline, ...scoringFiles(options)];
    return options['init'] === true
      ? { reads, writes: [config, ...out] }
      : { reads: [config, ...reads], writes: out };
  },
  async run({ args, options, terminal }) {
    const [files] = args as [readonly string[]];
    const request = await readRequest(files, options, terminal);
    try {
      return await judge(request, terminal);
    } catch (error) {
      if (!(error instanceof CouldNotRun)) throw error;
      const refused = error instanceof GateRefused ? error : undefined;
      if (refused && refused.sentences.length > 1)
        for (const sentence of refused.sentences) terminal.report(printable(sentence));
      const message = `${error.message} ${error.hint}`.trim();
      const all = refused?.annotations ?? [{ level: 'error', line: undefined, message } as const];
      if (request.isAnnotated) await annotate(request.config, all, terminal);
      throw error;
    }
  },
};

function declare(command: Command): Command {
  const endings = [
    '.md for a pull request',
    '.xml JUnit, a test for each condition',
    '.json',
    ...OUTPUTS.filter(({ ending }) => !(ending in GATE_WRITERS)).map(
      ({ ending, title }) => `${ending} ${title}`,
    ),
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
    .option('--json', 'print JSON instead of words')
    .option('--init', 'write the config: from the baseline where one is given, else from the run')
    .option('--force', 'with --init, replace a config that is there')
    .option('--annotate', 'also print what GitHub shows beside the lines of the config');
}

interface Request {
  readonly files: readonly string[];
  readonly config: string;
  readonly baseline: string | undefined;
  readonly out: readonly string[];
  readonly scoring: ScoringOptions;
  readonly isJson: boolean;
  readonly isInit: boolean;
  readonly isForced: boolean;
  readonly isAnnotated: boolean;
}

async function readRequest(
  files: readonly string[],
  options: Readonly<Record<string, unknown>>,
  terminal: Terminal,
): Promise<Request> {
  const out = (options['out'] as readonly string[] | undefined) ?? [];
  // unknown endings are reported before any work
  for (const path of out) if (!gateWriter(path)) findOutput(path);
  const baseline = options['baseline'] as string | undefined;
  if (files.includes('-') && baseline === '-')
    throw new CouldNotRun('Standard input can be only one of the runs.');
  return {
    files,
    baseline,
    out,
    config: options['config'] as string,
    scoring: await readScoringOptions(options, terminal),
    isJson: options['json'] === true,
    isInit: options['init'] === true,
    isForced: options['force'] === true,
    isAnnotated: options['annotate'] === true,
  };
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
        : `${sentences.length} things keep the gate from being judged.`,
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

async function judge(request: Request, terminal: Terminal): Promise<number> {
  const { files, baseline: baselinePath, isInit } = request;
  const written = isInit ? undefined : await readConfig(request.config, terminal);
  if (isInit && existsSync(request.config) && !request.isForced)
    throw new CouldNotRun(
      `${request.config} is there already.`,
      'Name another with --config, or replace it with --force.',
    );
  const scoring = written ? asConfigured(request.scoring, written.config) : request.scoring;
  const needsBaseline = !written || needsOf(written.config).baseline;
  if (baselinePath !== undefined && !needsBaseline)
    terminal.report(say`No condition of ${request.config} is about the baseline: it is not read.`);
  const folder = new TemporaryFolder(terminal);
  const open = (paths: string | readonly string[]): Promise<ScoredFile> =>
    openScored(paths, scoring, terminal, folder, folder.keepRows());
  try {
    const candidate = await open(files);
    reportNotes(candidate, terminal);
    const isCompared = baselinePath !== undefined && needsBaseline;
    const baseline = isCompared ? await open(baselinePath) : undefined;
    if (baseline) reportNotes(baseline, terminal);
    const { config, text } = written ?? suggest(baseline ?? candidate, baseline !== undefined);
    const result = await judgeWithSource(config, candidate.run, baseline?.run);
    const report = reportOf(result, config, text);
    const judged = { report, title: candidate.title, baseline: baseline?.title };
    for (const path of request.out)
      await writeFile(path, await piecesFor(path, judged, candidate), terminal);
    if (isInit) {
      await writeFile(request.config, [text], terminal);
      const from = (baseline ?? candidate).title;
      terminal.report(
        say`${request.config} is written: ${countOf(config.conditions.length, 'condition')} from ${from}.`,
      );
    }
    await (request.isJson
      ? terminal.write(`${gateJson(judged)}\n`)
      : terminal.print(printGate(judged, terminal)));
    if (request.isAnnotated) await annotate(request.config, annotationsOf(report, text), terminal);
    return isInit ? EXIT.done : EXIT_CODES[report.verdict];
  } finally {
    folder.remove();
  }
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
      `The config ${path} ${existsSync(path) ? 'cannot be read' : 'is not there'}.`,
      WAY_TO_CONFIG,
    );
  }
  const reading = readGateConfig(text.replace(/^\ufeff/, ''));
  if (reading.ok) return { config: reading.config, text };
  const { problems } = reading;
  const sentences = problems.map((problem: ConfigProblem) => describeConfigProblem(path, problem));
  throw new GateRefused(
    sentences,
    WAY_TO_CONFIG,
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

function suggest({ run, title }: ScoredFile, hasBaseline: boolean): WrittenConfig {
  const { columns, settings } = run;
  const config = suggestGate({ columns, settings }, hasBaseline);
  if (config) return { config, text: printGateConfig(config) };
  throw new CouldNotRun(
    `${title} has no scores to ask for: a config cannot be written from it.`,
    'Its rows need calls and expected calls; expected calls of another file are given with --reference FILE.',
  );
}

function reportOf(result: GateResult, config: GateConfig, text: string) {
  if (result.ok) return result.report;
  const { problems } = result;
  throw new GateRefused(
    problems.map((problem) => describeGateProblem(config.conditions, problem)),
    '',
    problems.map(({ place }) => lineOfCondition(text, place)),
  );
}

function gateWriter(path: string) {
  const name = path.toLowerCase();
  return Object.entries(GATE_WRITERS).find(([ending]) => name.endsWith(ending))?.[1];
}

async function piecesFor(
  path: string,
  judged: Parameters<typeof gateJson>[0],
  file: ScoredFile,
): Promise<Pieces> {
  const write = gateWriter(path);
  return write ? [write(judged)] : (await findOutput(path).load())(file);
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
  { report, title, baseline }: JudgedFile,
  { colors }: Pick<Terminal, 'colors'>,
): Printable {
  const { verdict, conditions, confidence } = report;
  const inks = { PASS: colors.green, FAIL: colors.red, INCONCLUSIVE: colors.yellow };
  const tag = (one: Verdict): Printable => inks[one](colors.bold(`${MARKS[one]} ${one}`));
  const against = baseline === undefined ? '' : ` against ${baseline}`;
  const lines = byVerdict(conditions).flatMap((judged) => {
    const { subject, demand } = describeCondition(judged.condition);
    const { value, interval, next } = describeFinding(judged, conditions.length);
    const room = ' '.repeat(INDENT - judged.verdict.length - 2);
    const found = `${value}; ${percent(confidence)} interval ${interval}. ${next}`.trimEnd();
    return [
      say`${tag(judged.verdict)}${room}${colors.bold(subject)} ${demand}`,
      say`${' '.repeat(INDENT)}${colors.dim(found)}`,
    ];
  });
  return joined([
    say`${colors.bold(title)}${against}`,
    say`${tag(verdict)}  ${describeVerdict(report)}`,
    colors.dim(describeRule(report)),
    '',
    ...lines,
    '',
  ]);
}
