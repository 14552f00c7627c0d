import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A browser as people have it, driven over a protocol of its own. */
export interface RemoteBrowser {
  /** Opens an address and waits until it is loaded. */
  open(url: string): Promise<void>;
  /** Runs a function in the page; argument and result are JSON. */
  run<A, T>(work: (argument: A) => T | Promise<T>, argument?: A): Promise<T>;
  /** Gives a file to the file input that a selector finds. */
  chooseFile(selector: string, path: string): Promise<void>;
  /** Where downloads are put. */
  readonly downloads: string;
  /** Errors and warnings on the console of the open page. */
  complaints(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** A kind of browser. */
export interface BrowserKind {
  readonly name: string;
  /** Why it cannot be started on this machine; undefined where it can. */
  readonly missing: string | undefined;
  start(): Promise<RemoteBrowser>;
}

/** The first of some files that there is. */
export function findProgram(paths: readonly string[]): string | undefined {
  return paths.find((path) => existsSync(path));
}

/** A program that runs until it is ended, with a home folder of its own. */
export class Program {
  readonly home: string;
  readonly #child;
  readonly #onLine = new Set<(line: string) => void>();
  readonly #ended: Promise<unknown>;
  readonly #kill = (): void => {
    try {
      if (this.#child.pid !== undefined) process.kill(-this.#child.pid, 'SIGTERM');
    } catch {
      // it has ended already
    }
  };

  constructor(command: string, args: (home: string) => readonly string[], env = {}) {
    this.home = mkdtempSync(join(tmpdir(), 'remote-browser-'));
    this.#child = spawn(command, args(this.home), {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, HOME: this.home, ...env },
      // its children end with it
      detached: true,
    });
    process.once('exit', this.#kill);
    this.#ended = new Promise((resolve) => {
      this.#child.once('close', resolve);
      this.#child.once('error', resolve);
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      let rest = '';
      stream.setEncoding('utf8').on('data', (text: string) => {
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) for (const told of this.#onLine) told(line);
      });
    }
  }

  /** Follows what it writes, line by line. */
  onLine(told: (line: string) => void): void {
    this.#onLine.add(told);
  }

  /** Waits for a line that it writes. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      this.onLine((line) => {
        const match = pattern.exec(line);
        if (match) resolve(match);
      });
      void this.#ended.then(() => reject(new Error(`It ended before it wrote ${String(pattern)}`)));
    });
  }

  async end(): Promise<void> {
    this.#kill();
    process.off('exit', this.#kill);
    await this.#ended;
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
  }
}
