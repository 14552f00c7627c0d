import type { ProxyMarked } from 'comlink';
import {
  unpackTexts,
  type PassedScores,
  type PackedColumns,
} from '#core/score/columns/pack-columns.ts';
import { HeldRun, type HeldRuns } from './held-run.ts';
import { openRun, type FileToOpen, type OpenedRun } from './open-file.ts';
import * as QUESTIONS from './questions.ts';
import type { RowSource } from './read-rows.ts';

type Questions = typeof QUESTIONS;

/**
 * Questions about runs whose columns and sources the worker keeps: functions of these runs, an input
 * and a callback for the progress. The page asks `reader.ask(run, 'view', input)`.
 */
export type RunQuestions = {
  [
    Name in keyof Questions as Questions[Name] extends (runs: HeldRuns, ...rest: never[]) => unknown
      ? Name
      : never
  ]: Questions[Name];
};

/**
 * Questions about files: functions of an input, which has all they need, and a callback for the
 * progress. Any worker can answer. The page asks `pool.ask('codeIn', input)`.
 */
export type FileQuestions = Omit<Questions, keyof RunQuestions>;

const MAX_HELD = 9;

/** What the page can call in a worker. */
export type EvaluationApi = ReturnType<typeof createEvaluationApi>;

/** Receives what an answer reports while it is worked out; rejects to stop it. */
type OnProgress = ((value: never) => Promise<void>) & ProxyMarked;
/** A question once its types are left behind: the page's `ask` has checked them. */
type Untyped = (...args: readonly unknown[]) => unknown;

/**
 * Creates what a worker offers to the page, with its own runs to keep.
 * @param isLifeLocked whether the worker holds its own lock name, which ends with it
 */
export function createEvaluationApi(isLifeLocked: Promise<boolean>) {
  /** Runs whose columns this worker keeps, so that they cross the boundary once. */
  const held = new Map<string, HeldRun>();

  function heldRun(key: string): HeldRun {
    const run = held.get(key);
    if (!run) throw new RangeError(`no columns held as ${key}`);
    return run;
  }

  function keep(key: string, run: HeldRun): string[] {
    held.delete(key);
    held.set(key, run);
    for (const oldest of held.keys()) {
      if (held.size <= MAX_HELD) break;
      held.delete(oldest);
    }
    return [...held.keys()];
  }

  return {
    /**
     * Answers at once, which distinguishes a living worker from a dead one.
     * @returns whether the worker holds its own lock name, which ends with it
     */
    ping(): Promise<boolean> {
      return isLifeLocked;
    },

    /**
     * Keeps the rows of a run from one on, and its source, for the questions about runs. The runs
     * used longest ago are dropped; the keys of those kept are returned.
     */
    hold(
      key: string,
      from: number,
      piece: PackedColumns,
      source: RowSource,
      share?: number,
    ): string[] {
      const run = from === 0 ? new HeldRun() : heldRun(key);
      run.add(from, piece, source, share);
      return keep(key, run);
    },

    /**
     * Opens a file. The rows that are scored at once are kept; `kept` has the keys of all runs that are.
     */
    async open(key: string, file: FileToOpen): Promise<OpenedRun & { kept: string[] }> {
      const { run, ...opened } = await openRun(file);
      return { ...opened, kept: run ? keep(key, run) : [...held.keys()] };
    },

    /** Replaces score columns of a run that is kept; `order` lists the ids of all it has then. */
    putScores(key: string, changed: readonly PassedScores[], order: readonly string[]): void {
      heldRun(key).putScores(changed.map(unpackTexts), order);
    },

    /**
     * Answers a question.
     * @param keys the runs that it is about, which are kept; absent: it is about files
     */
    async ask(
      name: keyof Questions,
      keys: readonly string[] | undefined,
      input: unknown,
      onProgress?: OnProgress,
    ): Promise<unknown> {
      const runs = keys ? [keys.map(heldRun)] : [];
      return await (QUESTIONS[name] as Untyped)(...runs, input, onProgress);
    },
  };
}
