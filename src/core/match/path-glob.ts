/** One name of a pattern, split at its stars; `any` for two stars. */
type GlobName = 'any' | readonly GlobPart[];

/** The characters between two stars; undefined for `?`. */
type GlobPart = readonly (string | undefined)[];

/**
 * A compiled pattern of argument paths such as `/meta/trace_*`. A path is the names from the
 * argument down; items of lists are `*`, because their place does not matter. `*` matches any part
 * of a name, `?` one character, `**` any number of names; a backslash escapes the next character.
 */
type PathGlob = readonly GlobName[];

/** A problem of a pattern. */
export type GlobProblem =
  'empty' | 'empty_name' | 'stars_in_name' | 'ends_in_backslash' | 'too_long';

/** Bounds the cost of comparing names. */
export const LONGEST_GLOB = 1000;

/** Compiles a pattern; the leading slash is optional. */
export function compileGlob(
  pattern: string,
): { readonly glob: PathGlob } | { readonly problem: GlobProblem } {
  if (pattern.length > LONGEST_GLOB) return { problem: 'too_long' };
  const names = splitNames(pattern.startsWith('/') ? pattern.slice(1) : pattern);
  if (names === undefined) return { problem: 'ends_in_backslash' };
  if (names.length === 1 && names[0] === '') return { problem: 'empty' };
  const glob: GlobName[] = [];
  for (const name of names) {
    if (name === '') return { problem: 'empty_name' };
    if (name === '**') {
      if (glob.at(-1) !== 'any') glob.push('any');
    } else if (name.replace(/\\[^]/g, '').includes('**')) return { problem: 'stars_in_name' };
    else glob.push(compileName(name));
  }
  return { glob };
}

/** Splits at slashes that are not escaped; undefined where a backslash ends the text. */
function splitNames(pattern: string): string[] | undefined {
  const names: string[] = [];
  let name = '';
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern.charAt(at);
    if (char === '/') {
      names.push(name);
      name = '';
      continue;
    }
    if (char === '\\' && at === pattern.length - 1) return undefined;
    name += char === '\\' ? char + pattern.charAt(++at) : char;
  }
  return [...names, name];
}

function compileName(name: string): readonly GlobPart[] {
  const parts: (string | undefined)[][] = [[]];
  for (let at = 0; at < name.length; at++) {
    const char = name.charAt(at);
    if (char === '*') parts.push([]);
    else if (char === '?') parts.at(-1)?.push(undefined);
    else parts.at(-1)?.push(char === '\\' ? name.charAt(++at) : char);
  }
  return parts;
}

/**
 * Compiles a pattern of a single name with `*`, `?` and backslash; the cost is bounded by the
 * lengths of name and pattern.
 */
export function nameMatcher(pattern: string): (name: string) => boolean {
  const parts = compileName(pattern);
  return (name) => isName(name, parts);
}

/** The first part must begin the name and the last must end it; the others match greedily. */
function isName(name: string, parts: readonly GlobPart[]): boolean {
  const [first = [], ...others] = parts;
  const last = others.pop();
  if (!standsAt(name, 0, first)) return false;
  if (!last) return name.length === first.length;
  let from = first.length;
  for (const part of others) {
    while (from + part.length <= name.length && !standsAt(name, from, part)) from++;
    from += part.length;
  }
  const end = name.length - last.length;
  return end >= from && standsAt(name, end, last);
}

function standsAt(name: string, at: number, part: GlobPart): boolean {
  if (at + part.length > name.length) return false;
  return part.every((char, place) => char === undefined || char === name.charAt(at + place));
}

/** A position in a pattern: the next name to match. */
export interface GlobState {
  readonly glob: PathGlob;
  readonly at: number;
}

/** The states before any name of a path; invalid patterns are skipped. */
export function startGlobs(patterns: readonly string[]): readonly GlobState[] {
  return patterns.flatMap((pattern) => {
    const compiled = compileGlob(pattern);
    return 'glob' in compiled ? pass({ glob: compiled.glob, at: 0 }) : [];
  });
}

/** Enters one name, `*` for an item of a list: the next states, or `matched`. */
export function enterName(
  states: readonly GlobState[],
  name: string,
): readonly GlobState[] | 'matched' {
  const below: GlobState[] = [];
  for (const { glob, at } of states) {
    const part = glob[at];
    if (part === undefined || (part !== 'any' && !isName(name, part))) continue;
    for (const state of pass({ glob, at: part === 'any' ? at : at + 1 })) {
      if (state.at === state.glob.length) return 'matched';
      if (!below.some((known) => known.glob === glob && known.at === state.at)) below.push(state);
    }
  }
  return below;
}

/** The state, and the next one where `**` matches no name. */
function pass(state: GlobState): GlobState[] {
  const { glob, at } = state;
  return glob[at] === 'any' ? [state, { glob, at: at + 1 }] : [state];
}
