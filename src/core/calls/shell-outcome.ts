import type { StepRecord } from './step.ts';

/** What shells of coding agents write before what a command printed. */
const HEAD =
  /^(?:(?:(?:Chunk ID|Wall time|Exit code|Original token count|Total output lines): [^\n]{1,80}\n|Process exited with code [^\n]{1,80}\n|Command executed in terminal[^\n]{0,800}\n){1,9}Output:|<returncode>-?\d{1,9}<|exitcode: -?\d{1,9} \()/;
/** The same after it. */
const TAIL =
  /\n(?:Exit Code: -?\d{1,9}|<exited with exit code -?\d{1,9}>|\[The command completed with exit code -?\d{1,9}\.?\])(?:\n(?:Signal|Background PIDs|Process Group PGID|\[[\w ]{1,40}): ?[^\n]{0,200}){0,5}\s{0,3}$/;
/** What Codex returns of a call that failed, or that a person refused or broke off. */
const FAILED =
  /^(?:failed in sandbox: |apply_patch verification failed: |exec_command failed for |aborted by user after |(?:exec command|patch) rejected by user)/;
const TAIL_LENGTH = 1000;

const CODE = /(?:exit ?code:? |exited with code |<returncode>)(-?\d{1,9})/i;
const SECONDS = /^Wall time: (\d{1,9}(?:\.\d{1,9})?) seconds$/m;

/**
 * How a command ended, as a coding agent's shell reports it in the text of the result.
 * @returns nothing for any other text; no error for the exit code 0
 */
export function shellOutcome(text: string): {
  readonly error?: string | true;
  readonly record?: StepRecord;
} {
  if (FAILED.test(text)) return { error: true };
  const head = HEAD.exec(text)?.[0];
  // most results are of other tools, and long
  const tail = head === undefined ? text.slice(-TAIL_LENGTH) : '';
  const report = head ?? (tail.includes('xit ') ? TAIL.exec(tail)?.[0] : undefined) ?? '';
  if (report === '') return {};
  const code = Number(CODE.exec(report)?.[1] ?? 0);
  const seconds = SECONDS.exec(report)?.[1];
  return {
    ...(code !== 0 && { error: `exit code ${code}` }),
    ...(seconds !== undefined && { record: { durationMs: Number(seconds) * 1000 } }),
  };
}
