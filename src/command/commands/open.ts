import { spawn } from 'node:child_process';
import { platform } from 'node:os';
import { countOf } from '#core/base/text/sentence.ts';
import { CouldNotRun, EXIT } from '#command/could-not-run.ts';
import { openScored } from '#command/open-scored.ts';
import { reportPieces } from '#command/outputs/report-output.ts';
import type { ScoredFile } from '#command/score-input.ts';
import {
  declareScoringOptions,
  readScoringOptions,
  scoringFiles,
} from '#command/scoring-options.ts';
import { say } from '#command/printable.ts';
import type { Terminal, Subcommand } from '#command/subcommand.ts';
import { createServer } from 'node:http';

/** The limit of a page with a file in it. */
const MAX_BYTES = 200_000_000;

/** `open FILE`: opens the page with the file, on this device only. */
export const open: Subcommand = {
  define: (command) =>
    void declareScoringOptions(command)
      .argument('<file>', 'a file, or - for standard input')
      .option('-p, --port <number>', 'port of the page; left out: any free one')
      .option('--no-browser', 'print the address only'),
  examples: [{ line: 'open runs.jsonl', does: 'Open a run in the page.' }],
  files: ({ args: [file], options }) => ({
    reads: [String(file), ...scoringFiles(options)],
    writes: [],
  }),
  async run({ args, options, terminal, folder }) {
    const [path] = args as [string];
    const port = Number(options['port'] ?? 0);
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      throw new CouldNotRun(`--port is ${String(options['port'])}, and ports go from 0 to 65535.`);
    const scoring = await readScoringOptions(options, terminal);
    const file = await openScored(path, scoring, terminal, folder);
    const server = await listen(await writePage(file, terminal), port);
    await terminal.print(say`${server.address}\n`);
    terminal.report(say`Ctrl-C ends it.`);
    if (terminal.isWatched && options['browser'] !== false) openBrowser(server.address);
    try {
      await aborted(terminal.signal);
    } finally {
      await server.close();
    }
    return EXIT.done;
  },
};

async function listen(...args: Parameters<typeof servePage>): ReturnType<typeof servePage> {
  try {
    return await servePage(...args);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CouldNotRun(
      code === 'EADDRINUSE'
        ? `Port ${args[1]} is taken.`
        : `The page cannot be served: ${message}.`,
      'Leave --port out to take any free one.',
    );
  }
}

async function writePage(file: ScoredFile, terminal: Terminal): Promise<Uint8Array> {
  const { title, run } = file;
  if ((run.original ?? run.rows).size > MAX_BYTES)
    throw new CouldNotRun(
      `${title} is too large to be put into a page.`,
      'Open dist/trajectory-playground.html and drop the file there, or score it here.',
    );
  const pieces: Uint8Array[] = [];
  for await (const piece of reportPieces(file)) pieces.push(piece);
  terminal.report(say`${title}: ${countOf(run.columns.rowCount, 'row')}`);
  return Buffer.concat(pieces);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
}

const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', '""'],
};

/** Opens an address in the user's browser; errors are ignored, because the address is printed. */
export function openBrowser(address: string): void {
  const [command = 'xdg-open', ...args] = OPENERS[platform()] ?? ['xdg-open'];
  const opener = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
  opener.on('error', () => undefined); // the address is printed
  opener.unref();
}

/** A page served on this device only. */
export interface PageServer {
  readonly address: string;
  readonly close: () => Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/**
 * Serves HTML on the loopback interface under a path that other users of this device cannot guess.
 * Port 0 takes any free one; rejects when the port is taken.
 */
export function servePage(page: Uint8Array, port: number): Promise<PageServer> {
  const path = `/${crypto.randomUUID()}/`;
  const server = createServer(({ url = '', method, headers }, response) => {
    // not parsed as a URL, because `//` is not one
    const [pathname = ''] = url.split('?');
    // with another host name the request could come from a page elsewhere
    const isOwn = /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? '');
    if (!isOwn || method !== 'GET' || pathname !== path) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    response.end(page);
  });
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, LOOPBACK, () => {
      const address = server.address();
      const actual = typeof address === 'object' && address ? address.port : port;
      resolve({
        address: `http://${LOOPBACK}:${actual}${path}`,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });
}
