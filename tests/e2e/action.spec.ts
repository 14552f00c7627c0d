import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { jsonl, row, type Row } from './rows.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ACTION = readFileSync(join(ROOT, 'action.yml'), 'utf8');
const SCRIPT = join(ROOT, '.github/run-gate.sh');

const rows = (count: number, passing: number): readonly Row[] =>
  Array.from({ length: count }, (_, at) => row(`t-${at}`, at < passing ? 'ab' : 'x', 'ab'));

/** What a job was left with. */
interface Job {
  readonly status: number | null;
  readonly out: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** Reads a file of the report; undefined where it is not there. */
  readonly report: (name: string) => string | undefined;
  /** What npm was asked for, and where. */
  readonly asked: string;
}

let folder: string;
/** The runner's own folder, outside the workspace. */
const temp = (): string => join(folder, 'temp');
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gate-action-'));
  mkdirSync(temp());
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

/** In the place of npm: what builds the command of the Action's checkout. */
function stubNpm(script: string): void {
  chmodSync(
    write('npm', `#!/usr/bin/env bash\necho "$PWD: $*" >> "${folder}/asked"\n${script}\n`),
    0o755,
  );
}

/** Runs the step of action.yml as a runner does: inputs in variables, files for what it says. */
function run(inputs: Readonly<Record<string, string>>): Job {
  const env: Record<string, string> = {
    ...{ PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}`, HOME: folder, CI: 'true' },
    ...{ RUNNER_TEMP: temp(), GITHUB_ACTIONS: 'true' },
    GITHUB_STEP_SUMMARY: write('summary.md', ''),
    GITHUB_OUTPUT: write('output.txt', ''),
    GITHUB_EVENT_PATH: write('event.json', '{ "pull_request": { "number": 7 } }'),
  };
  const given = new Map(
    [
      ...ACTION.matchAll(
        /^ {2}([a-z-]+):\n {4}description: .*\n(?: {4}required: true\n| {4}default: (.*)\n)/gm,
      ),
    ].map(([, name, value = '']) => [name!, inputs[name!] ?? value.replace(/^'(.*)'$/, '$1')]),
  );
  for (const [, variable, input] of ACTION.matchAll(
    /^ {8}(GATE_\w+): \$\{\{ inputs\.([a-z-]+) \}\}$/gm,
  ))
    env[variable!] = given.get(input!)!;
  env['GATE_ACTION'] = ROOT;
  env['GATE_BUILD'] = join(temp(), 'trajectory-playground');
  const { status, stdout, stderr } = spawnSync('bash', [SCRIPT], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  const outputs = readFileSync(join(folder, 'output.txt'), 'utf8').trim().split('\n');
  return {
    status,
    out: stdout + stderr,
    summary: readFileSync(join(folder, 'summary.md'), 'utf8'),
    outputs: Object.fromEntries(
      outputs.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
    ),
    report: (name) => {
      const path = join(temp(), 'gate-report', name);
      return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    },
    asked: existsSync(join(folder, 'asked')) ? readFileSync(join(folder, 'asked'), 'utf8') : '',
  };
}

test.beforeEach(() => {
  stubNpm(`[ "$1" = ci ] || { mkdir dist && cp -r "${join(ROOT, 'dist/package')}" dist/package; }`);
  write('main.jsonl', jsonl(rows(100, 90)));
  write(
    'gate.json',
    '{\n  "version": 1,\n  "conditions": [\n    { "metric": "trajectory_exact_match", "min": 0.75 },\n    { "metric": "trajectory_exact_match", "noWorseBy": 0.05 }\n  ]\n}\n',
  );
});

test('a run that passes: summary, outputs and report, no annotation', () => {
  write('today run.jsonl', jsonl(rows(100, 90)));
  const job = run({ file: 'today run.jsonl', baseline: 'main.jsonl' });
  expect(job.status).toBe(0);
  expect(job.outputs).toMatchObject({ verdict: 'PASS', 'exit-code': '0' });
  expect(job.summary).toContain('### Gate: ● PASS');
  expect(job.summary).toContain('today run.jsonl against main.jsonl');
  expect(job.out).not.toContain('::error');
  expect(job.report('junit.xml')).toContain('failures="0"');
  expect(JSON.parse(job.report('gate.json')!)).toMatchObject({ verdict: 'PASS' });
  expect(job.report('errors.txt')).toBeUndefined();
});

test('the command is built from the checkout, outside the workspace, once', () => {
  write('.npmrc', 'registry=http://127.0.0.1:1/\n');
  write('package.json', '{ "scripts": { "build:package": "touch hacked" } }');
  expect(run({ file: 'main.jsonl', baseline: 'main.jsonl' }).status).toBe(0);
  const source = join(temp(), 'gate-source');
  const { asked, status } = run({ file: 'main.jsonl', baseline: 'main.jsonl' });
  expect(status).toBe(0);
  expect(asked.trim().split('\n')).toEqual([
    `${source}: ci --ignore-scripts --no-audit --no-fund`,
    `${source}: run build:package`,
  ]);
  expect(existsSync(source)).toBe(false);
  expect(readFileSync(SCRIPT, 'utf8')).not.toContain('npx');
});

test('a run that fails: the job fails, and the lines of the config say why', () => {
  write('worse.jsonl', jsonl(rows(100, 40)));
  const job = run({ file: 'worse.jsonl', baseline: 'main.jsonl' });
  expect(job.status).toBe(1);
  expect(job.outputs['verdict']).toBe('FAIL');
  expect(job.summary).toContain('✕ FAIL');
  expect(job.out).toMatch(
    /^::error file=gate\.json,line=4,title=Gate::FAIL: Exact match is at least/m,
  );
  expect(job.out).toMatch(
    /^::error file=gate\.json,line=5,title=Gate::FAIL: Exact match no worse/m,
  );
});

test('a run that is inconclusive warns, and fails the job unless that is not wanted', () => {
  write('close.jsonl', jsonl(rows(100, 80)));
  write(
    'gate.json',
    '{ "version": 1,\n "conditions": [{ "metric": "trajectory_exact_match", "min": 0.75 }] }',
  );
  const job = run({ file: 'close.jsonl' });
  expect(job.status).toBe(2);
  expect(job.outputs).toMatchObject({ verdict: 'INCONCLUSIVE', 'exit-code': '2' });
  expect(job.out).toMatch(/^::warning file=gate\.json,line=2,title=Gate::INCONCLUSIVE/m);
  expect(run({ file: 'close.jsonl', 'fail-on-inconclusive': 'false' }).status).toBe(0);
});

test('what cannot be judged never passes', () => {
  write('gate.json', '{ "version": 1, "conditions": [{ "metric": "sweetness", "min": 0.5 }] }');
  const broken = run({ file: 'main.jsonl' });
  expect(broken.status).toBe(3);
  expect(broken.outputs).toMatchObject({ verdict: 'NOT JUDGED', 'exit-code': '3' });
  expect(broken.summary).toContain('There is no metric “sweetness”');
  expect(broken.out).toMatch(/^::error file=gate\.json,line=1,title=Gate::/m);

  const odd = run({ file: '$(touch hacked).jsonl' });
  expect(odd.status).toBe(3);
  expect(existsSync(join(folder, 'hacked'))).toBe(false);

  rmSync(join(temp(), 'trajectory-playground'), { recursive: true });
  stubNpm('echo "npm error network" >&2; exit 1');
  const offline = run({ file: 'main.jsonl' });
  expect(offline.status).toBe(3);
  expect(offline.outputs['verdict']).toBe('NOT JUDGED');
  expect(offline.summary).toContain('npm error network');

  stubNpm('exit 0');
  expect(run({ file: 'main.jsonl' }).status).toBe(3);
});

test('the script is one that bash takes, and has every variable from action.yml', () => {
  execFileSync('bash', ['-n', SCRIPT]);
  const used = new Set(readFileSync(SCRIPT, 'utf8').match(/GATE_\w+/g));
  const given = new Set(ACTION.match(/GATE_\w+(?=:)/g));
  expect([...used].sort()).toEqual([...given].sort());
});
