import { runInNewContext } from 'node:vm';
import type { SandboxJob } from '#engine/own-code/sandbox.ts';
import WRITER from '#engine/own-code/writer.js?raw';

/** Writes a program as the worker of a frame does. */
export function writeProgram(job: SandboxJob, writer = WRITER): string {
  let program = '';
  const addEventListener = (_type: string, listener: (event: object) => void): void =>
    listener({ data: job });
  const postMessage = (text: string): void => void (program = text);
  runInNewContext(writer, { addEventListener, postMessage });
  return program;
}
