import * as v from 'valibot';
import { lineAtOffset, placeInJson } from '#core/base/json/place-in-json.ts';
import { readJson } from '#core/base/literals/read-json.ts';
import { readLiteral } from '#core/base/literals/read-literal.ts';
import { printPath } from '#core/base/text/sentence.ts';
import { GateFile, type GateConfig } from './gate-config.ts';

/** A problem of a config. */
export interface ConfigProblem {
  /** The place: `conditions[1].min`; empty for the file as a whole. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly reason: string;
}

/** A config, or all its problems. */
export type ConfigReading =
  | { readonly ok: true; readonly config: GateConfig }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

/** Reads a gate’s config from JSON; each problem has its place and says what to do. */
export function readGateConfig(text: string): ConfigReading {
  if (text.trim() === '') return fault('', 1, 'is empty; `gate --init` writes a config from a run');
  const reading = readJson(text);
  if (!reading.ok) {
    const line = lineAtOffset(text, reading.column - 1);
    return fault('', line, `is not JSON: ${reading.reason}`);
  }
  const twice = keyUsedTwice(text);
  if (twice !== undefined) return fault('', lineAtOffset(text, twice), 'has a key twice');
  const { success, output, issues } = v.safeParse(GateFile, reading.value);
  if (!success) return { ok: false, problems: distinct(issues.map((one) => problemOf(one, text))) };
  const { $schema: _, ...config } = output;
  return { ok: true, config };
}

function fault(path: string, line: number, reason: string): ConfigReading {
  return { ok: false, problems: [{ path, line, reason }] };
}

/** Finds a key that is used twice: JSON would silently drop the first threshold. */
function keyUsedTwice(text: string): number | undefined {
  const literal = readLiteral(text, 'json');
  const twice = literal.ok && literal.tolerances.find(({ kind }) => kind === 'duplicate_keys');
  return twice ? twice.at : undefined;
}

function problemOf({ path, message }: v.BaseIssue<unknown>, text: string): ConfigProblem {
  const keys = path?.map(({ key }) => key as string | number) ?? [];
  const line = lineAtOffset(text, placeInJson(text, keys));
  return { path: printPath(keys), line, reason: message };
}

/** Names a value once that breaks two limits. */
function distinct(problems: readonly ConfigProblem[]): readonly ConfigProblem[] {
  return [...new Map(problems.map((one) => [`${one.path} ${one.reason}`, one])).values()];
}
