import { type JsonObject, ownValue } from '#core/base/json/json-value.ts';
import type { Trajectory, TrajectoryProblem } from '#core/calls/trajectory.ts';
import { hasPatterns, ORDER_KEYS, readReference } from '#core/match/patterns/reference-pattern.ts';
import { VALUE_KEYS, variableUses } from '#core/match/patterns/value-pattern.ts';
import { GROUP_KEYS } from '#core/read/cells/read-steps.ts';
import { readTrajectories, readTrajectory } from '#core/read/cells/read-trajectory.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';

/** All keys that mean something in a reference with patterns. */
export const PATTERN_KEYS: ReadonlySet<string> = new Set([
  ...VALUE_KEYS,
  ...GROUP_KEYS,
  ...ORDER_KEYS,
]);

/** Rows of which something is true, and the first of them, by its number from 0. */
export interface FoundRows {
  readonly count: number;
  readonly first: number;
}

/** What is to be known of patterns in references before they are read as such. */
export interface PatternFacts {
  /** Rows whose references hold reserved keys; `key` is one of the first row. */
  readonly found?: FoundRows & { readonly key: string };
  /** Rows with a pattern that cannot be used; `problem` is that of the first row. */
  readonly broken?: FoundRows & { readonly problem: MalformedPattern };
  /** Rows with a variable that occurs only once; `name` is one of the first row. */
  readonly lonely?: FoundRows & { readonly name: string };
}

type MalformedPattern = Extract<TrajectoryProblem, { code: 'pattern_malformed' }>;

/** What the references of one row hold. */
interface RowFacts {
  readonly broken?: MalformedPattern;
  readonly lonely?: string;
}

/** Looks through the references of rows for patterns, whether they are to be read as such or not. */
export class PatternFinder {
  readonly #roles: ColumnRoles;
  readonly #facts: { -readonly [Fact in keyof PatternFacts]: PatternFacts[Fact] } = {};

  constructor(roles: ColumnRoles) {
    this.#roles = roles;
  }

  /**
   * Adds a row in which a reserved key stands somewhere.
   * @param row its number from 0; rows come in ascending order
   */
  add(record: JsonObject, row: number, key: string): void {
    const facts = factsOf(record, this.#roles);
    if (!facts) return;
    const known = this.#facts;
    const { broken: problem, lonely: name } = facts;
    const first = { count: 1, first: row };
    known.found = counted(known.found, { ...first, key });
    if (problem) known.broken = counted(known.broken, { ...first, problem });
    if (name !== undefined) known.lonely = counted(known.lonely, { ...first, name });
  }

  /** What was found; nothing where no reference holds a pattern. */
  finish(): PatternFacts {
    return this.#facts;
  }
}

function counted<T extends FoundRows>(before: T | undefined, first: T): T {
  return before ? { ...before, count: before.count + 1 } : first;
}

/** Undefined where the references hold no patterns. */
function factsOf(record: JsonObject, roles: ColumnRoles): RowFacts | undefined {
  const reading = referencesOf(record, roles);
  if (!('lists' in reading)) return { broken: reading };
  const lists = reading.lists.filter(hasPatterns);
  if (lists.length === 0) return undefined;
  for (const list of lists) {
    const compiled = readReference(list);
    if (compiled?.ok === false)
      return { broken: { code: 'pattern_malformed', ...compiled.problem } };
  }
  const lonely = lists.flatMap((list) => [...lonelyVariables(list)])[0];
  return lonely === undefined ? {} : { lonely };
}

/** The readable references; or a group in them that cannot be used. */
function referencesOf(
  record: JsonObject,
  roles: ColumnRoles,
): { readonly lists: readonly Trajectory[] } | MalformedPattern {
  const lists: Trajectory[] = [];
  const { reference_trajectory: one, reference_trajectories: several } = roles;
  if (one !== undefined) {
    const side = readTrajectory(ownValue(record, one));
    if (side.state === 'calls') lists.push(side.calls);
    else if (side.state === 'unreadable' && side.problem.code === 'pattern_malformed') {
      return side.problem;
    }
  }
  if (several !== undefined) {
    const cell = ownValue(record, several);
    const reading = cell === undefined ? undefined : readTrajectories(cell);
    if (reading?.state === 'lists') lists.push(...reading.lists.map(({ calls }) => calls));
    else if (reading?.problem.code === 'pattern_malformed') return reading.problem;
  }
  return { lists };
}

/**
 * Lists the variables of a reference that occur only once, so that nothing is ever compared
 * with what they are bound to.
 * @returns their names, in the order of the steps; none where the reference cannot be used, and none
 * of those in a repeated group, whose rounds are compared
 */
function lonelyVariables(reference: Trajectory): readonly string[] {
  const reading = readReference(reference);
  if (!reading?.ok) return [];
  const uses = new Map<string, number>();
  for (const { call, name, input } of reading.compiled.steps) {
    const isRepeated = (call.groups ?? []).some(({ group }) => group.atMost > 1);
    for (const variable of [...variableUses(name), ...variableUses(input)]) {
      uses.set(variable, (uses.get(variable) ?? 0) + (isRepeated ? 2 : 1));
    }
  }
  return [...uses].filter(([, count]) => count === 1).map(([name]) => name);
}
