import * as v from 'valibot';
import { exactly, isUnknownKey, texts, type Shape } from '#core/base/json/json-shape.ts';
import { printPath } from '#core/base/text/sentence.ts';
import { compileGlob, LONGEST_GLOB, type GlobProblem } from './path-glob.ts';

const ARGUMENT_MODES = ['exact', 'ignore', 'subset', 'superset', 'keys'] as const;

/** Which arguments of two calls of one tool must agree; see {@link ArgumentRule}. */
export type ArgumentMode = (typeof ARGUMENT_MODES)[number];

const NO_FLAG = 'Expected true or false.';
const NO_TOLERANCE = 'Expected a number from 0.';
const NO_RULE = 'Expected an object with a mode.';
const NO_TOOL = 'A tool needs a name and a rule.';

const flag = v.exactOptional(v.boolean(NO_FLAG));
const tolerance = v.exactOptional(
  v.pipe(v.number(NO_TOLERANCE), v.finite(NO_TOLERANCE), v.minValue(0, NO_TOLERANCE)),
);
const path = v.pipe(
  v.string(),
  v.check(
    (pattern) => problemOf(pattern) === undefined,
    ({ input }) => describeGlobProblem(input, problemOf(input) ?? 'empty'),
  ),
);

const ArgumentRule = v.pipe(
  exactly(
    {
      /**
       * `exact`: all arguments; `ignore`: none; `subset`: those of the call, all of which must be
       * expected; `superset`: the expected ones, all of which the call must have; `keys`: the named
       * ones. Subset and superset apply to objects at every depth.
       */
      mode: v.picklist(ARGUMENT_MODES, `Expected one of ${ARGUMENT_MODES.join(', ')}.`),
      /** The top-level arguments that `keys` compares. */
      keys: v.exactOptional(texts),
      ignoredPaths: v.exactOptional(v.pipe(texts, v.array(path))),
      /** The largest difference between equal numbers; ≥ 0. */
      absoluteTolerance: tolerance,
      /** The same as a share of the expected number; ≥ 0. */
      relativeTolerance: tolerance,
      /** Whether texts are compared in lower case. */
      ignoreCase: flag,
      /** Whether outer white space is ignored and inner runs of it are one space. */
      ignoreSpace: flag,
      /**
       * Whether a text that is a number in JSON counts as that number: "21" is 21, and "1.0" is
       * "1".
       */
      numbersAsText: flag,
      /** The Unicode normal form in which texts are compared. */
      unicodeForm: v.exactOptional(v.picklist(['NFC', 'NFKC'], 'Expected NFC or NFKC.')),
      /** Whether lists are compared as multisets. */
      ignoreListOrder: flag,
    },
    NO_RULE,
  ),
  v.forward(
    v.check(
      ({ mode, keys }) => mode !== 'keys' || keys !== undefined,
      'Name the arguments to compare.',
    ),
    ['keys'],
  ),
);

/**
 * When a call matches an expected call of the same tool. Plain data, stored with a run. An absent
 * option is off, so that `{ mode: 'exact' }` is equality as JSON.
 */
export type ArgumentRule = Shape<typeof ArgumentRule>;

const MatchingRules = exactly(
  {
    rule: ArgumentRule,
    /** Whether a reference call with `"optional": true` may be left out. */
    optionalCalls: v.boolean(NO_FLAG),
    /** Rules of single tools; a list, because a tool may have any name. */
    tools: v.pipe(
      v.array(
        v.pipe(
          v.custom<object>(isOfTool, NO_TOOL),
          v.object({ tool: v.string(), rule: ArgumentRule }, NO_RULE),
        ),
        'Expected a list of tools, each with a rule.',
      ),
      v.checkItems(
        ({ tool }, at, all) => all.findIndex((other) => other.tool === tool) === at,
        ({ input }) => `“${input.tool}” already has a rule.`,
      ),
    ),
    /**
     * Whether objects with a reserved key in a reference are patterns. Absent: not decided; they
     * are plain values, and the user is asked about a dataset that has some.
     */
    patterns: flag,
  },
  'Expected an object with rule, tools and optionalCalls.',
);

/** The rules of a run: one for all tools, and rules of single tools that replace it. */
export type MatchingRules = Shape<typeof MatchingRules>;

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
  const { success, output, issues } = v.safeParse(MatchingRules, value);
  if (success) return { ok: true, rules: output };
  const problems = issues.map((issue: v.BaseIssue<unknown>): RuleProblem => {
    const { path, message } = issue;
    const keys = path?.map(({ key }) => key as string | number) ?? [];
    // an unknown option is a fault of the object that has it
    return isUnknownKey(issue)
      ? { place: printPath(keys.slice(0, -1)), message: `There is no option “${keys.at(-1)}”.` }
      : { place: printPath(keys), message };
  });
  return { ok: false, problems };
}

function isOfTool(item: unknown): boolean {
  const tool = (item as { readonly tool?: unknown } | null | undefined)?.tool;
  return typeof tool === 'string' && tool !== '';
}

function problemOf(pattern: string): GlobProblem | undefined {
  const compiled = compileGlob(pattern);
  return 'problem' in compiled ? compiled.problem : undefined;
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
