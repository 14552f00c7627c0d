import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FILE_LIMITS } from '#engine/run-file/archive.ts';
import { findReportRun } from '#engine/run-file/report.ts';
import { openRunFile } from '#kernel/storage/run-file.ts';
import { eventually } from '../support/eventually.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SAMPLE = join(ROOT, 'src/samples/on-device-home-assistant.jsonl');
/** MicroPython is 400 kB of it: in the command, and in the page that its reports are. */
const TARBALL_LIMIT_BYTES = 2_100_000;

const run = promisify(execFile);
let folder: string;
let tarball: string;

/** What a process wrote, and how it ended. */
interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the installed command, with nobody to read what it writes where the readers leave. */
function command(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  { readersLeave = false } = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const bin = join(folder, 'node_modules/.bin/trajectory-playground');
    const child = spawn(bin, args, { cwd: folder, env: { PATH: process.env['PATH'], ...env } });
    let [out, err] = ['', ''];
    if (readersLeave) for (const stream of [child.stdout, child.stderr]) stream.destroy();
    child.stdout.on('data', (piece) => (out += String(piece)));
    child.stderr.on('data', (piece) => (err += String(piece)));
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'installed-'));
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: ROOT });
  tarball = join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.tgz'))!,
  );
  writeFileSync(join(folder, 'package.json'), '{"name":"empty","private":true,"type":"module"}');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the command keeps aside while it runs. */
const temporaryFolders = (): string[] =>
  readdirSync(folder).filter(
    (name) => name.startsWith('trajectory-playground-') && !name.endsWith('.tgz'),
  );

/** The first block of code of a document, in a language. */
function codeOf(document: string, language: string): string {
  const text = readFileSync(join(ROOT, document), 'utf8');
  return new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(text)![1]!;
}

/** The example of a document as a program, and what the document says that it prints. */
function exampleOf(document: string) {
  const code = codeOf(document, 'js');
  const stated = [...code.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line]) => line!);
  const print =
    "const __print = (...values) => console.log(values.map((one) => JSON.stringify(one)).join(' '));";
  return { program: `${print}\n${code.replace(/^console\.log\(/gm, '__print(')}`, stated };
}

describe('the package, installed into an empty folder', () => {
  it('is small, and brings nothing along', () => {
    expect(statSync(tarball).size).toBeLessThan(TARBALL_LIMIT_BYTES);
    const installed = readdirSync(join(folder, 'node_modules')).filter((name) => name[0] !== '.');
    expect(installed).toEqual(['trajectory-playground']);
    const files = readdirSync(join(folder, 'node_modules/trajectory-playground'));
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist']));
    const built = join(folder, 'node_modules/trajectory-playground/dist/package');
    const [ofCommand, ofPackage] = ['COMMAND', 'PACKAGE'].map((name) =>
      readFileSync(join(built, `NOTICES-OF-THE-${name}.txt`), 'utf8'),
    );
    for (const name of [
      '@micropython/micropython-webassembly-pyscript',
      'commander',
      'cli-table3',
      'papaparse',
      'yocto-spinner',
    ])
      expect(ofCommand).toMatch(new RegExp(`^${name} \\d+\\.\\d+`, 'm'));
    for (const name of ['papaparse', 'hyparquet', 'hyparquet-compressors'])
      expect(ofPackage).toMatch(new RegExp(`^${name} \\d+\\.\\d+`, 'm'));
  });

  it('has nothing of Node in it, and runs in a browser, too', () => {
    const built = join(folder, 'node_modules/trajectory-playground/dist/package');
    const loaded = new Set<string>();
    const load = (name: string): void => {
      if (loaded.has(name)) return;
      loaded.add(name);
      const code = readFileSync(join(built, name), 'utf8');
      // the reader of ZIP archives asks first whether there is Node
      const used = code.replaceAll(/\btypeof process<[^;]{0,200};/g, '');
      expect(used).not.toMatch(/\bnode:|\brequire\(|\bprocess\.|\bBuffer\b/);
      for (const [, next] of code.matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g)) load(next!);
    };
    load('api.js');
    expect([...loaded]).toContain('parquet.js');
  });

  it('does what its document shows', async () => {
    const { program, stated } = exampleOf('docs/package.md');
    writeFileSync(join(folder, 'example.js'), program);
    const { stdout } = await run('node', ['example.js'], { cwd: folder });
    expect(stated.length).toBeGreaterThan(4);
    expect(stdout.trim().split('\n')).toEqual(stated);
  });

  it('has types, with none of the library that reads stored data', async () => {
    const declared = join(folder, 'node_modules/trajectory-playground/dist/package/api.d.ts');
    expect(readFileSync(declared, 'utf8')).not.toMatch(/Schema|valibot/);
    writeFileSync(
      join(folder, 'typed.ts'),
      `import { readDataset, score, type ScoredRun } from 'trajectory-playground';
       const run: ScoredRun = await score(await readDataset('[]'), { metrics: ['bleu'] });
       const values: readonly (number | null)[] = run.values('bleu');
       // @ts-expect-error a metric has a name
       await score(await readDataset(''), { metrics: [1] });
       export { values };`,
    );
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023'];
    const tsgo = join(ROOT, 'node_modules/.bin/tsgo');
    const { stdout } = await run(tsgo, [...options, '--types', '', 'typed.ts'], { cwd: folder });
    expect(stdout).toBe('');
  });
});

describe.each([
  ['Deno', ['deno', 'run', '--allow-read', '--allow-write', '--allow-env', '--allow-sys']],
  ['Bun', ['bun', 'run']],
])('in %s', (_name, runtime) => {
  /** What a program prints; undefined where no registry can be asked for the runtime. */
  const printed = async (program: string, ...args: string[]): Promise<string | undefined> => {
    const { PATH, HOME } = process.env;
    const options = { cwd: folder, env: { PATH, HOME, NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1' } };
    const npx = ['--yes', ...runtime, program, ...args];
    try {
      return (await run('npx', npx, options)).stdout;
    } catch (error) {
      const { stderr = '', stdout = '' } = error as { stderr?: string; stdout?: string };
      if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH/.test(stderr)) return undefined;
      throw new Error(stdout + stderr, { cause: error });
    }
  };

  it('the package does what its document shows', async ({ skip }) => {
    const { program, stated } = exampleOf('docs/package.md');
    writeFileSync(join(folder, 'example.mjs'), program);
    const out = await printed('example.mjs');
    if (out === undefined) return skip('no registry can be reached');
    expect(out.trim().split('\n')).toEqual(stated);
  });

  it('the command gives the same', async ({ skip }) => {
    const bin = 'node_modules/trajectory-playground/dist/package/command.js';
    const conditions = [
      { metric: 'trajectory_exact_match', min: 0.1 },
      { rows: 'unscored', max: 0.5 },
    ];
    writeFileSync(join(folder, 'passes.json'), JSON.stringify({ version: 1, conditions }));
    const lines = [
      ['score', SAMPLE],
      ['compare', SAMPLE, SAMPLE],
      ['gate', SAMPLE, '--config', 'passes.json'],
      ['convert', SAMPLE],
    ];
    for (const args of lines) {
      const out = await printed(bin, ...args);
      if (out === undefined) return skip('no registry can be reached');
      expect(out).toBe((await command(args)).out);
    }
  });
});

/** What is left on a screen of what a terminal receives: colours and modes are passed over. */
function screenOf(received: string): string {
  const lines = [''];
  let [row, column] = [0, 0];
  for (const [, code, count, kind, mark] of received.matchAll(
    /(\u001b\[\??(\d*)[\d;]*([A-Za-z]))|([^])/gu,
  )) {
    if (mark === '\n') lines[++row] ??= '';
    else if (mark === '\r' || kind === 'G') column = mark === '\r' ? 0 : Number(count || 1) - 1;
    else if (kind === 'A') row = Math.max(0, row - Number(count || 1));
    else if (kind === 'K')
      lines[row] = count === '' || count === '0' ? lines[row]!.slice(0, column) : '';
    else if (code === undefined) {
      const line = lines[row]!.padEnd(column);
      lines[row] = line.slice(0, column) + mark! + line.slice(column + 1);
      column++;
    }
  }
  return lines.join('\n');
}

describe('the command, installed', () => {
  it.runIf(process.platform === 'linux')(
    'leaves on a terminal what a pipe receives, and no progress',
    async () => {
      const large = join(folder, 'terminal.jsonl');
      const sample = readFileSync(SAMPLE, 'utf8');
      writeFileSync(large, sample.repeat(Math.ceil(12_000_000 / sample.length)));
      const bin = join(folder, 'node_modules/.bin/trajectory-playground');
      for (const args of [
        ['score', SAMPLE],
        ['score', large],
        ['compare', SAMPLE, SAMPLE],
      ]) {
        const line = [bin, ...args].map((part) => `'${part}'`).join(' ');
        const env = { PATH: process.env['PATH'], TERM: 'xterm', NO_COLOR: '1' };
        const { stdout } = await run('script', ['-qefc', line, '/dev/null'], { cwd: folder, env });
        expect(screenOf(stdout)).toBe((await command(args)).out);
      }
    },
  );

  it('is executable as it is built, too', () => {
    const { mode } = statSync(join(ROOT, 'dist/package/command.js'));
    expect(mode & 0o777).toBe(0o755);
  });

  it('prints a table without colours where nobody watches', async () => {
    const { code, out, err } = await command(['score', SAMPLE]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^Exact match +0\.38 +0\.50 +0\.18 to 0\.61 +16 +2 +0$/m);
    expect(out).not.toContain('\u001b');
    const forced = await command(['score', SAMPLE], { FORCE_COLOR: '1' });
    expect(forced.out).toContain('\u001b[');
    const without = await command(['score', SAMPLE], { FORCE_COLOR: '1', NO_COLOR: '1' });
    expect(without.out).toBe(out);
  });

  it('prints completions whole, which a shell may read twice', async () => {
    const { out } = await command(['complete', '--', '']);
    expect(out.trim().split('\n').length).toBeGreaterThan(6);
    writeFileSync(join(folder, 'complete.sh'), (await command(['complete', 'bash'])).out);
    const { stderr } = await run('bash', ['-c', '. ./complete.sh; . ./complete.sh'], {
      cwd: folder,
    });
    expect(stderr).toBe('');
  });

  it('gives the same scores with threads as without', async () => {
    const sample = readFileSync(SAMPLE, 'utf8');
    const large = join(folder, 'large.jsonl');
    writeFileSync(large, sample.repeat(Math.ceil(6_000_000 / sample.length)));
    const [few, many] = await Promise.all([
      command(['score', SAMPLE, '--json']),
      command(['score', large, '--json']),
    ]);
    const meansOf = ({ out }: Ended) => {
      const { summary_metrics: found } = JSON.parse(out) as {
        readonly summary_metrics: Readonly<Record<string, number>>;
      };
      return Object.entries(found).filter(([name]) => name.endsWith('/mean'));
    };
    expect(many.code).toBe(0);
    for (const [at, [name, mean]] of meansOf(many).entries()) {
      expect(meansOf(few)[at]![0]).toBe(name);
      expect(mean).toBeCloseTo(meansOf(few)[at]![1], 12);
    }
  });

  it('runs own metrics, which reach nothing and are ended when they hang or die', async () => {
    const metric = (name: string, code: string) => ({
      ...{ name, code, scale: 'number', better: 'none', isOn: true },
    });
    const custom = [
      metric('calls', '(row) => row.predicted_trajectory?.length ?? null'),
      metric('later', 'async () => { await null; return 0.5; }'),
      metric(
        'reach',
        `() => ['process', 'require', 'fetch', 'Buffer', 'console', 'WebSocket']
          .filter((name) => typeof globalThis[name] !== 'undefined').length`,
      ),
      metric(
        'evaluate',
        `() => { try { return globalThis.constructor.constructor('return 1')(); } catch { return 0; } }`,
      ),
      metric('hang', '(row) => { if (row.id === "hd-03") for (;;); return 1; }'),
      metric(
        'die',
        `(row) => { const all = [row.id]; while (row.id === 'hd-03') all.push('x'.repeat(1e8).split('')); return 1; }`,
      ),
    ];
    const settings = { metrics: [], tools: [], custom };
    const set = { kind: 'trajectory-playground/metric-set', version: 1, name: 'mine', settings };
    writeFileSync(join(folder, 'set.json'), JSON.stringify(set));
    const args = ['score', SAMPLE, '--metrics', 'set.json', '--out', 'own.jsonl'];
    const refused = await command(args);
    expect(refused.err).toContain('Not run without --allow-code: calls, later, reach');
    expect((await command([...args, '--allow-code'])).code).toBe(0);
    const rows = readFileSync(join(folder, 'own.jsonl'), 'utf8').trim().split('\n');
    const [first, , third] = rows.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(first).toMatchObject({
      ...{ 'calls/score': 1, 'later/score': 0.5, 'reach/score': 0, 'evaluate/score': 0 },
    });
    expect(third).toMatchObject({
      ...{ 'hang/score': null, 'hang/error': 'Stopped: no result within 1 s.' },
      ...{ 'die/score': null, 'die/error': expect.stringMatching(/^Stopped: /) as string },
    });
  });

  it('never writes the file that is its standard input, or reads its standard output', async () => {
    const sample = readFileSync(SAMPLE, 'utf8');
    const bin = join(folder, 'node_modules/.bin/trajectory-playground');
    writeFileSync(join(folder, 'rows.jsonl'), sample);
    for (const line of [
      'score - --out rows.jsonl < rows.jsonl',
      'score /dev/stdin --out ./rows.jsonl < rows.jsonl',
      'gate - --init --force --config rows.jsonl < rows.jsonl',
      'convert rows.jsonl >> rows.jsonl',
    ]) {
      await expect(run('sh', ['-c', `"${bin}" ${line}`], { cwd: folder })).rejects.toMatchObject({
        code: 3,
        stderr: expect.stringContaining('which is read') as string,
      });
      expect(readFileSync(join(folder, 'rows.jsonl'), 'utf8')).toBe(sample);
    }
  });

  it('writes a report that the page opens', async () => {
    const { code } = await command(['score', SAMPLE, '--out', 'report.html']);
    expect(code).toBe(0);
    const report = new Blob([readFileSync(join(folder, 'report.html'))]);
    const opened = await openRunFile((await findReportRun(report))!, FILE_LIMITS, 'report');
    expect(opened).toMatchObject({ ok: true, runs: [{ run: { rowCount: 18 } }] });
  });

  it('ends with its own exit code when readers leave early', async () => {
    const conditions = [{ metric: 'trajectory_exact_match', min: 0.9 }];
    writeFileSync(join(folder, 'gate.json'), JSON.stringify({ version: 1, conditions }));
    const cases: readonly [number, readonly string[]][] = [
      [0, ['score', SAMPLE]],
      [0, ['compare', SAMPLE, SAMPLE]],
      [1, ['gate', SAMPLE]],
      [1, ['gate', SAMPLE, '--annotate', '--json']],
      [3, ['gate', SAMPLE, '--config', 'none.json', '--annotate']],
      [0, ['convert', SAMPLE]],
      [3, ['sql', '--table', 'a.b.c', '--columns', 'id=id']],
    ];
    for (const [expected, args] of cases) {
      const { code } = await command(args, { TMPDIR: folder }, { readersLeave: true });
      expect([code, args]).toEqual([expected, args]);
    }
    expect(temporaryFolders()).toEqual([]);
  });

  it('ends quietly when who reads has read enough, and by Ctrl-C', async () => {
    const bin = join(folder, 'node_modules/.bin/trajectory-playground');
    const { stdout, stderr } = await run('sh', ['-c', `"${bin}" convert "${SAMPLE}" | head -c 10`]);
    expect(stdout).toBe('{"id":"hd-');
    expect(stderr).not.toMatch(/EPIPE|at .*:\d+/);
    const child = spawn(bin, ['open', SAMPLE, '--no-browser'], { cwd: folder });
    const address = await new Promise<string>((resolve) => {
      child.stdout.once('data', (piece) => resolve(String(piece).trim()));
    });
    expect(await (await fetch(address)).text()).toContain('embedded-run');
    expect((await fetch(new URL('/', address))).status).toBe(404);
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    const waiting = spawn(bin, ['score', '-'], {
      cwd: folder,
      env: { TMPDIR: folder, PATH: process.env['PATH'] },
    });
    waiting.stdin.write('{"id": 1}');
    await eventually(() => expect(temporaryFolders()).toHaveLength(1));
    waiting.kill('SIGINT');
    expect(await new Promise((resolve) => waiting.once('exit', resolve))).toBe(130);
    expect(temporaryFolders()).toEqual([]);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'is ended by %s while it waits for a pipe, reads standard input, or is busy',
    async (signal) => {
      const bin = join(folder, 'node_modules/.bin/trajectory-playground');
      const env = { TMPDIR: folder, PATH: process.env['PATH'] };
      await run('sh', ['-c', 'rm -f pipe; mkfifo pipe'], { cwd: folder });
      const call = [{ tool_name: 'a', tool_input: {} }];
      const row = { id: '1', predicted_trajectory: call, reference_trajectory: call };
      // one list that is read as a whole
      writeFileSync(join(folder, 'busy.json'), JSON.stringify({ a: new Array(300_000).fill(row) }));
      const busy = ['compare', ...new Array<string>(8).fill('busy.json')];
      for (const args of [['score', 'pipe'], ['score', '-'], busy]) {
        const child = spawn(bin, args, { cwd: folder, env });
        // a slow machine may not have come to the point where the command takes the signal
        const ended = new Promise<unknown>((resolve) => {
          child.once('exit', (code, by) => resolve(by === signal ? 130 : code));
        });
        const began = Date.now();
        if (args[1] === '-') {
          child.stdin.write('{"id": 1}');
          await eventually(() => expect(temporaryFolders()).toHaveLength(1));
        } else await eventually(() => expect(Date.now() - began).toBeGreaterThan(600));
        child.kill(signal);
        expect([await ended, args]).toEqual([130, args]);
        expect(temporaryFolders()).toEqual([]);
      }
    },
  );
});
