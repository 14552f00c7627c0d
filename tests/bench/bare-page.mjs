/**
 * A page of a Chromium that is driven over a pipe, so that nothing watches its requests: Playwright
 * always does, and each request takes the page several times as long then.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 100;

/** @typedef {{resolve: (result: any) => void, reject: (reason: Error) => void}} Waiting */

export class BarePage {
  #process;
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  #lastId = 0;
  /** @type {string | undefined} */
  #sessionId;

  /**
   * @param {string} executablePath
   * @param {string} profile
   */
  constructor(executablePath, profile) {
    const args = ['--headless', '--no-sandbox', '--disable-gpu', '--window-size=1440,900'];
    this.#process = spawn(
      executablePath,
      [...args, '--no-first-run', '--remote-debugging-pipe', `--user-data-dir=${profile}`],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
    );
    let text = '';
    this.#pipe(4).on('data', (/** @type {Buffer} */ chunk) => {
      const messages = (text + chunk.toString()).split('\0');
      text = messages.pop() ?? '';
      for (const message of messages) this.#settle(JSON.parse(message));
    });
  }

  /**
   * @param {string} url
   * @returns {Promise<void>}
   */
  async open(url) {
    const { targetId } = await this.send('Target.createTarget', { url });
    const attached = await this.send('Target.attachToTarget', { targetId, flatten: true });
    this.#sessionId = attached.sessionId;
  }

  /**
   * @param {string} method of the DevTools protocol
   * @param {object} [params]
   * @returns {Promise<any>} what it gives
   */
  send(method, params = {}) {
    const id = ++this.#lastId;
    const message = JSON.stringify({ id, method, params, sessionId: this.#sessionId });
    /** @type {import('node:stream').Writable} */ (this.#pipe(3)).write(`${message}\0`);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** Runs in the page, as Playwright’s own does. */
  evaluate = /** @type {import('@playwright/test').Page['evaluate']} */ (
    async (/** @type {unknown} */ run, /** @type {unknown} */ argument) => {
      const { result, exceptionDetails } = await this.send('Runtime.evaluate', {
        expression: `(${String(run)})(${JSON.stringify(argument)})`,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'it failed');
      return result.value;
    }
  );

  /**
   * Waits until something can be pressed, and presses it.
   *
   * @param {string} name how the button’s name begins
   */
  async press(name) {
    const find = (/** @type {string} */ wanted) => {
      const button = [...document.querySelectorAll('button')].find(
        ({ textContent, disabled }) => !disabled && textContent.trim().startsWith(wanted),
      );
      button?.click();
      return button !== undefined;
    };
    // while the page is opened anew there is nobody to ask
    while (!(await this.evaluate(find, name).catch(() => false))) await wait(POLL_MS);
  }

  /**
   * Waits, without asking all the time, until the page shows a text.
   *
   * @param {string} text
   */
  async shown(text) {
    const look = (/** @type {string} */ wanted) =>
      new Promise((resolve) => {
        const isShown = () => document.body.textContent.includes(wanted);
        const timer = setInterval(() => {
          if (!isShown()) return;
          clearInterval(timer);
          resolve(true);
        }, 250);
      });
    while ((await this.evaluate(look, text).catch(() => false)) !== true) await wait(POLL_MS);
  }

  async close() {
    const ended = once(this.#process, 'exit');
    this.#sessionId = undefined;
    this.send('Browser.close').catch(() => undefined);
    await ended;
  }

  /** @param {3 | 4} number */
  #pipe(number) {
    const pipe = this.#process.stdio[number];
    if (!pipe) throw new Error('the browser has no pipe');
    return pipe;
  }

  /** @param {{id?: number, result?: unknown, error?: {message: string}}} message */
  #settle({ id = 0, result, error }) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  }
}
