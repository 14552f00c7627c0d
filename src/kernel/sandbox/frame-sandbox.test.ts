import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { countFrames, useThreadFrames } from '../../../tests/support/thread-frame.ts';
import {
  LONGEST_ANSWERS,
  type RunningSandbox,
  type SandboxBatch,
  type SandboxJob,
} from '#engine/own-code/sandbox.ts';
import { frameDocument, openFrame } from './frame-sandbox.ts';

beforeEach(useThreadFrames);

/** A program that waits for rows and answers them by the given body. */
const answering = (body: string): string =>
  `addEventListener('message', ({ ports: [port] }) => {
    port.onmessage = ({ data: { nonce, bytes } }) => { ${body} };
    port.postMessage('ready');
  });
  const say = (port, nonce, said) => port.postMessage(nonce + ' ' + JSON.stringify(said));`;

/** A program with nothing of a person’s in it. */
const jobOf = (program: string): SandboxJob => ({
  before: `const __score = () => undefined;\n${program}`,
  code: 'let x;',
  name: '',
});
const open = (program: string, startMs = 20_000): Promise<RunningSandbox> =>
  openFrame(jobOf(program), startMs, new AbortController().signal);

const batch = (change: Partial<SandboxBatch> = {}): SandboxBatch => ({
  bytes: new ArrayBuffer(2),
  rowCount: 1,
  deadlineMs: 20_000,
  patienceMs: 1000,
  onRows: () => undefined,
  ...change,
});

const lost = (how: string) => ({ name: 'SandboxLost', loss: expect.objectContaining({ how }) });

describe('a sandbox', () => {
  it('gives the answers of its program', async () => {
    const sandbox = await open(answering('say(port, nonce, [bytes.byteLength])'));
    expect(await sandbox.run(batch())).toEqual([2]);
    expect(countFrames()).toBe(1);
    sandbox.close();
    expect(countFrames()).toBe(0);
    await expect(sandbox.run(batch())).rejects.toMatchObject(lost('closed'));
  });

  it('passes over answers that are late, forged or to another question', async () => {
    const forged = `
      for (const data of [' [1]', [1], { nonce, results: [1] }, null, 'x', nonce, '1,2,3,4 [1]'])
        port.postMessage(data);
      say(port, nonce, [2]);
      say(port, nonce, [3]);`;
    const sandbox = await open(answering(forged));
    expect(await sandbox.run(batch())).toEqual([2]);
    expect(await sandbox.run(batch())).toEqual([2]);
    sandbox.close();
  });

  it('tells how many rows are done, whatever its program claims', async () => {
    const claims = `
      for (const said of [1, -5, 99, [0, 0]]) say(port, nonce, said);`;
    const sandbox = await open(answering(claims));
    const told: number[] = [];
    await sandbox.run(batch({ rowCount: 2, onRows: (done) => told.push(done) }));
    expect(told).toEqual([1, 0, 2]);
    sandbox.close();
  });

  it.each([
    ['too few', '[]'],
    ['too many', '[1, 2]'],
    ['none', '"results"'],
    ['no JSON', 'undefined'],
  ])('is lost when its answers are %s', async (_count, results) => {
    const sandbox = await open(answering(`say(port, nonce, ${results})`));
    await expect(sandbox.run(batch())).rejects.toMatchObject(lost('garbled'));
    expect(countFrames()).toBe(0);
  });

  it('is lost when its answers are too long, which are not even parsed', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    const long = `port.postMessage(nonce + ' ["' + 'x'.repeat(${String(LONGEST_ANSWERS)}) + '"]')`;
    const sandbox = await open(answering(long));
    await expect(sandbox.run(batch())).rejects.toMatchObject(lost('too_long'));
    expect(parse).not.toHaveBeenCalled();
    expect(countFrames()).toBe(0);
  });

  it.each([
    ['of progress', 'for (let n = 0; n < 3000; n++) say(port, nonce, 0);'],
    ['that are nothing', 'for (let n = 0; n < 3000; n++) port.postMessage({});'],
  ])('is lost when it sends messages without end: %s', async (_what, flood) => {
    const sandbox = await open(answering(flood));
    let told = 0;
    const running = sandbox.run(batch({ onRows: () => told++ }));
    await expect(running).rejects.toMatchObject(lost('flooding'));
    expect(told).toBeLessThanOrEqual(500);
    expect(countFrames()).toBe(0);
  });

  it('is lost when it does not answer in time, and when it is closed meanwhile', async () => {
    const silent = await open(answering(''));
    await expect(silent.run(batch({ deadlineMs: 50 }))).rejects.toMatchObject(lost('silent'));
    expect(countFrames()).toBe(0);
    const closed = await open(answering(''));
    const end = closed.run(batch()).catch((error: unknown) => error);
    closed.close();
    expect(await end).toMatchObject(lost('closed'));
  });
});

describe('opening a sandbox', () => {
  it.each([
    ['throws', 'throw new TypeError("no")', lost('broken')],
    ['is no program', 'a b', lost('broken')],
    ['has no function', answering('').replace('ready', 'no function'), lost('no_function')],
  ])('fails when the program %s', async (_what, program, loss) => {
    await expect(open(program)).rejects.toMatchObject(loss);
    expect(countFrames()).toBe(0);
  });

  it('fails when the program does not wait for rows in time', async () => {
    await expect(open('for (;;);', 100)).rejects.toMatchObject(lost('silent'));
    expect(countFrames()).toBe(0);
  });

  it('can be cancelled', async () => {
    const abort = new AbortController();
    const end = openFrame(jobOf(answering('')), 20_000, abort.signal).catch(
      (error: unknown) => error,
    );
    abort.abort();
    expect(await end).toMatchObject({ name: 'AbortError' });
    expect(countFrames()).toBe(0);
    await expect(openFrame(jobOf(''), 0, abort.signal)).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

describe('the frame’s document', () => {
  const text = frameDocument();

  it('allows its one script, blob workers and nothing else', () => {
    const [, script = ''] = /<script>([^]*)<\/script>$/.exec(text) ?? [];
    const hash = createHash('sha256').update(script).digest('base64');
    const [, policy] = /content="([^"]*)"/.exec(text) ?? [];
    expect(policy?.split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'sha256-${hash}'`,
      'worker-src blob:',
      "connect-src 'none'",
    ]);
  });

  it('states its policy before its script', () => {
    expect(text.indexOf('Content-Security-Policy')).toBeLessThan(text.indexOf('<script>'));
  });
});

it('puts the frame into the page without an origin of its own', async () => {
  const attributes: [string, string][] = [];
  const { createElement, body } = document as unknown as {
    readonly createElement: (name: string) => object;
    readonly body: unknown;
  };
  const setAttribute = (name: string, value: string): number => attributes.push([name, value]);
  vi.stubGlobal('document', {
    body,
    createElement: (name: string) => Object.assign(createElement(name), { setAttribute }),
  });
  (await open(answering(''))).close();
  expect(attributes).toEqual([['sandbox', 'allow-scripts']]);
});
