import { compileGlob, LONGEST_GLOB, type GlobProblem } from './path-glob.ts';
import { ARGUMENT_MODES, type ArgumentRule, type MatchingRules } from './rules.ts';

/** A problem of a rule, at a place such as `rule.ignoredPaths[0]`. */
interface RuleProblem {
  readonly place: string;
  readonly message: string;
}

/** Valid rules, or all problems. */
export type RulesReading =
  | { readonly ok: true; readonly rules: MatchingRules }
  | { readonly ok: false; readonly problems: readonly RuleProblem[] };

/** Checks matching rules from outside; each problem is a sentence. */
export function readRules(value: unknown): RulesReading {
  const problems: RuleProblem[] = [];
  checkRules(value, (place, message) => problems.push({ place, message }));
  return problems.length === 0
    ? { ok: true, rules: value as MatchingRules }
    : { ok: false, problems };
}

type Report = (place: string, message: string) => void;

function checkRules(value: unknown, report: Report): void {
  if (!isObject(value)) {
    report('', 'Expected an object with rule, tools and optionalCalls.');
    return;
  }
  checkNames(value, ['rule', 'tools', 'optionalCalls', 'patterns'], '', report);
  checkRule(value.rule, 'rule', report);
  if (typeof value.optionalCalls !== 'boolean') report('optionalCalls', 'Expected true or false.');
  if (value.patterns !== undefined) checkFlag(value.patterns, 'patterns', report);
  if (!Array.isArray(value.tools)) {
    report('tools', 'Expected a list of tools, each with a rule.');
    return;
  }
  const names = new Set<unknown>();
  for (const [index, item] of (value.tools as unknown[]).entries()) {
    const place = `tools[${index}]`;
    if (!isObject(item) || typeof item.tool !== 'string' || item.tool === '') {
      report(place, 'A tool needs a name and a rule.');
      continue;
    }
    if (names.has(item.tool)) report(place, `“${item.tool}” already has a rule.`);
    names.add(item.tool);
    checkRule(item.rule, `${place}.rule`, report);
  }
}

const OPTIONS: Readonly<
  Record<keyof ArgumentRule, (value: unknown, place: string, report: Report) => void>
> = {
  mode: (value, place, report) => {
    if (!ARGUMENT_MODES.some((mode) => mode === value)) {
      report(place, `Expected one of ${ARGUMENT_MODES.join(', ')}.`);
    }
  },
  keys: checkTexts,
  ignoredPaths: (value, place, report) => {
    checkTexts(value, place, report);
    if (!Array.isArray(value)) return;
    for (const [index, path] of (value as unknown[]).entries()) {
      const compiled = typeof path === 'string' ? compileGlob(path) : undefined;
      if (compiled && 'problem' in compiled) {
        report(`${place}[${index}]`, describeGlobProblem(String(path), compiled.problem));
      }
    }
  },
  absoluteTolerance: checkTolerance,
  relativeTolerance: checkTolerance,
  ignoreCase: checkFlag,
  ignoreSpace: checkFlag,
  numbersAsText: checkFlag,
  unicodeForm: (value, place, report) => {
    if (value !== 'NFC' && value !== 'NFKC') report(place, 'Expected NFC or NFKC.');
  },
  ignoreListOrder: checkFlag,
};

function checkRule(rule: unknown, place: string, report: Report): void {
  if (!isObject(rule)) {
    report(place, 'Expected an object with a mode.');
    return;
  }
  checkNames(rule, Object.keys(OPTIONS), place, report);
  for (const [name, check] of Object.entries(OPTIONS)) {
    if (rule[name] !== undefined || name === 'mode') check(rule[name], `${place}.${name}`, report);
  }
  if (rule.mode === 'keys' && rule.keys === undefined) {
    report(`${place}.keys`, 'Name the arguments to compare.');
  }
}

function checkNames(
  value: Record<string, unknown>,
  known: readonly string[],
  place: string,
  report: Report,
): void {
  for (const name of Object.keys(value)) {
    if (!known.includes(name)) report(place, `There is no option “${name}”.`);
  }
}

function checkTexts(value: unknown, place: string, report: Report): void {
  const isTexts = Array.isArray(value) && value.every((item) => typeof item === 'string');
  if (!isTexts) report(place, 'Expected a list of strings.');
}

function checkTolerance(value: unknown, place: string, report: Report): void {
  const isTolerance = typeof value === 'number' && Number.isFinite(value) && value >= 0;
  if (!isTolerance) report(place, 'Expected a number from 0.');
}

function checkFlag(value: unknown, place: string, report: Report): void {
  if (typeof value !== 'boolean') report(place, 'Expected true or false.');
}

/** The problem of a path pattern as a sentence. */
export function describeGlobProblem(pattern: string, problem: GlobProblem): string {
  switch (problem) {
    case 'empty':
      return 'A path needs at least one name.';
    case 'empty_name':
      return `“${pattern}” has two slashes without a name between them, or ends in a slash.`;
    case 'stars_in_name':
      return `“${pattern}” has two stars inside a name; ** alone matches any depth.`;
    case 'ends_in_backslash':
      return `“${pattern}” ends in a backslash, which must precede the character it escapes.`;
    case 'too_long':
      return `A path has at most ${LONGEST_GLOB} characters; this one has ${pattern.length}.`;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
