import type { ScoringQuestions } from '#engine/task-runner.ts';
import { FileBlob, type FileRange } from '../input/file-blob.ts';

/** A question on its way to a thread. */
export interface Asked {
  readonly id: number;
  readonly name: keyof ScoringQuestions;
  readonly input: unknown;
}

/** An answer on its way back. */
export interface Answered {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

interface WithJob {
  readonly job: { readonly blob: Blob | FileRange };
}

/** Has a thread open the file itself: what is passed on is its path. */
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
