import { spawn } from 'node:child_process';
import process from 'node:process';
import { CustomScorer } from '#engine/own-code/custom-scorer.ts';
import { parseMessage, startSandbox, type OpenSandbox } from '#engine/own-code/sandbox.ts';
import type { TaskRunner } from '#engine/task-runner.ts';
import WRITER from '#engine/own-code/writer.js?raw';
import { CouldNotRun } from '../could-not-run.ts';
import GLOBALS from './browser-globals.js?raw';
import PROCESS from './code-process.js?raw';

/** The memory limit of a metric. */
const MAX_MEGABYTES = 256;

/** Newer versions of Node have the permission model without “experimental”. */
const PERMISSION = ['--permission', '--experimental-permission'].find((flag) =>
  process.allowedNodeEnvironmentFlags.has(flag),
);

/**
 * Checks that the user's code can be isolated from the rest of the device.
 * @throws CouldNotRun outside of Node, which alone can do this
 */
export function requireIsolation(
  versions: Readonly<NodeJS.ProcessVersions> = process.versions,
): void {
  const other = Object.entries(OTHER_RUNTIMES).find(([key]) => versions[key] !== undefined)?.[1];
  if (other === undefined && PERMISSION !== undefined) return;
  throw new CouldNotRun(
    `The code of your own metrics is kept from files and programs by Node’s permission model, which ${other ?? 'this version of Node'} does not have.`,
    'Leave --allow-code out, or run the command with Node 20.19 or newer.',
  );
}

const OTHER_RUNTIMES: Readonly<Record<string, string>> = { deno: 'Deno', bun: 'Bun' };

/** A message of a process; anything else is ignored. */
interface ProcessMessage {
  /** What the program has posted, as a list in JSON. */
  readonly posted?: unknown;
  readonly isTooLong?: unknown;
  readonly failed?: unknown;
}

/** Options that isolate a process; the network only from Node 25 on. */
export const KEPT_FROM_ALL = [
  PERMISSION ?? '',
  '--frozen-intrinsics',
  '--disallow-code-generation-from-strings',
  `--max-old-space-size=${MAX_MEGABYTES}`,
];

/** Runs a program in a process of its own, see code-process.js. */
export const openProcess: OpenSandbox = ({ wasm, ...job }, startMs, signal) =>
  startSandbox(
    (program) => {
      requireIsolation();
      const child = spawn(process.execPath, [...KEPT_FROM_ALL, '--eval', PROCESS], {
        env: {},
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      const end = (): void => program.lose({ how: 'ended' });
      child.on('error', end).on('exit', end);
      child.on('message', ({ failed, posted, isTooLong }: ProcessMessage) => {
        if (failed) program.fail(failed);
        if (isTooLong === true) program.lose({ how: 'too_long' });
        const said = typeof posted === 'string' ? parseMessage(posted) : undefined;
        if (Array.isArray(said)) for (const message of said) program.take(message);
      });
      const packed = wasm && Buffer.from(wasm).toString('base64');
      child.send({ writer: WRITER, globals: GLOBALS, job, wasm: packed });
      return {
        send: ({ nonce, bytes, patienceMs }) =>
          child.send({ nonce, json: new TextDecoder().decode(bytes), patienceMs }),
        end: () => child.kill('SIGKILL'),
      };
    },
    startMs,
    signal,
  );

/** Prepares scoring with custom metrics. */
export const openOwnMetrics: TaskRunner['openOwnMetrics'] = (metrics, isTrusted, signal) =>
  Promise.resolve(new CustomScorer(metrics, isTrusted, signal, openProcess));
