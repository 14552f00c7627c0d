import type { ScoringQuestions } from '#engine/task-runner.ts';
import { FileBlob, type FileRange } from '../input/file-blob.ts';

/** A thread of `score`, which answers questions about slices of a file. */
export interface ScoreThread {
  readonly ask: (name: keyof ScoringQuestions, input: unknown) => Promise<{ value: unknown }>;
}

interface WithJob {
  readonly job: { readonly blob: Blob | FileRange };
}

/** Replaces a file by its path, to be opened by the thread itself. */
export function sendInput(input: unknown): unknown {
  const { job } = input as WithJob;
  return job.blob instanceof FileBlob
    ? { ...(input as object), job: { ...job, blob: job.blob.range } }
    : input;
}

/** The inverse of {@link sendInput}. */
export function receiveInput(input: unknown): unknown {
  const { job } = input as WithJob;
  return job.blob instanceof Blob
    ? input
    : { ...(input as object), job: { ...job, blob: new FileBlob(job.blob) } };
}

/** The first message to the command's thread. */
export interface ThreadStart {
  readonly args: readonly string[];
  readonly hasColors: boolean;
  readonly isOnGitHub: boolean;
  readonly isWatched: boolean;
  readonly width: number;
}

/** What the main thread does for the command's thread. */
export interface MainThread {
  readonly write: (text: string) => Promise<boolean>;
  readonly report: (line: string) => void;
  readonly progress: (text: string) => void;
  /** The next bytes of standard input; undefined at its end. */
  readonly read: () => Promise<Uint8Array | undefined>;
  readonly removeAtEnd: (path: string) => void;
  /** Ends the thread and the process. */
  readonly end: (exitCode: number) => void;
}

/** The message sent on Ctrl-C. */
export const CANCEL = 'cancel';
