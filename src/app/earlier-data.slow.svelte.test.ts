import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { putRaw, useFreshDatabases } from '../../tests/fixtures/storage/database-faults.ts';
import {
  openApp,
  openFile,
  reopenApp,
  runOf,
  scoresOf,
  settled,
  shownIds,
} from '../../tests/support/open-app.ts';
import { emptyStore } from '../../tests/support/stored.ts';
import { reviveStored } from '../../tests/support/stored-values.ts';
import { readVerdictFile } from '#core/judge/verdict-file.ts';
import { formOf } from '#core/score/metric/judge-metric.ts';
import { readMetricSet } from '#core/score/metric-sets/metric-set.ts';
import { agentOf } from '#features/agents/agent-session.svelte.ts';
import { showPairs } from '#features/compare/comparison-link.ts';
import { comparisonOf } from '#features/compare/comparison.svelte.ts';
import { GateEditor } from '#features/gate/gate-editor.svelte.ts';
import { judgeAnswersOf } from '#features/judge/judge-answers.svelte.ts';
import { judgeOf } from '#features/judge/judge-session.svelte.ts';
import { verdictOf } from '#core/score/review/review.ts';
import { takeLabels } from '#features/review/reviewer.ts';
import { MetricSets } from '#features/metrics/sets/metric-sets.svelte.ts';
import { referenceEditorOf } from '#features/references/reference-editor.ts';
import { sharingOf } from '#features/share/sharing.svelte.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { RunStore } from '#kernel/storage/runs.ts';
import { Store } from '#kernel/storage/connection.ts';

/** What version 4fc23a4b has written: see README.md beside it. */
const EARLIER = 'tests/fixtures/earlier/';

interface Database {
  readonly ids: {
    readonly devices: string;
    readonly agents: readonly [string, string];
    readonly files: readonly string[];
  };
  readonly records: Readonly<Record<string, readonly unknown[]>>;
}

const bytesOf = (name: string) => new Uint8Array(readFileSync(EARLIER + name));
const textOf = (name: string) => new TextDecoder().decode(bytesOf(name));
const database = () => JSON.parse(textOf('database.json'), reviveStored) as Database;
const links = () => JSON.parse(textOf('links.json')) as Record<string, string>;

/** The page over what that version has stored, and over what it kept of settings. */
async function openEarlier(link = ''): Promise<AppState> {
  useFreshDatabases();
  const made = new Store(() => undefined);
  await new RunStore(made).list();
  made.close();
  for (const [store, records] of Object.entries(database().records))
    for (const record of records) await putRaw(store, record);
  const { localStorage: kept } = JSON.parse(textOf('settings.json')) as {
    readonly localStorage: Readonly<Record<string, string>>;
  };
  for (const [key, text] of Object.entries(kept)) localStorage.setItem(key, text);
  history.replaceState(null, '', link || '#/');
  return reopenApp();
}

function expectNoFault(app: AppState): void {
  expect(app.notices.banners.filter(({ kind }) => kind !== 'info')).toEqual([]);
}

/** The run of devices: its rows, scores, verdicts, ratings and codes. */
async function expectDevices(app: AppState): Promise<void> {
  const run = runOf(app);
  expect(await shownIds(app)).toHaveLength(4);
  expect(scoresOf(app, 'trajectory_exact_match')).toEqual([1, 1, 0, 1]);
  expect(scoresOf(app, 'judge:goal_success')).toEqual([1, 0, 1, 1]);
  expect(scoresOf(app, 'rule:at most 3 calls')).toEqual([1, 1, 1, 1]);
  expect(run.record.ratings).toMatchObject([
    { row: 0, rating: 5 },
    { row: 2, rating: 1, note: 'One degree too low.' },
  ]);
  expect(run.record.errorAnalysis?.codes).toHaveLength(4);
  expect(run.record.errorAnalysis?.marks).toMatchObject([
    { row: 2, step: 0, code: 'wrong value', note: 'The number was heard wrongly.' },
    { row: 1, step: 1, code: 'asks needlessly' },
    { row: 0, step: null, code: '' },
  ]);
  expectNoFault(app);
}

describe('runs stored by an earlier version', () => {
  it('open with all that a person and a judge said of them', async () => {
    const app = await openEarlier();
    const { devices } = database().ids;
    expect(app.library.list).toHaveLength(7);
    expect(runOf(app).record.id).toBe(devices);
    await expectDevices(app);
    // labels for a judge become reviews, and no verdict given before is another
    await takeLabels(app, runOf(app));
    const { marks = [] } = runOf(app).record.errorAnalysis ?? {};
    const reviews = marks.map((one) => [one.row, verdictOf(one), one.note.split('; ').at(-1)]);
    expect(reviews).toEqual([
      [2, 'fail', 'Label 0 for Goal success'],
      [1, 'fail', 'Label 1 for Goal success'],
      [0, 'pass', 'Label 1 for Goal success'],
      [3, 'pass', 'Label 1 for Goal success'],
    ]);
    // a reference that was learnt is in its rows, and what it replaced is not lost
    expect(await runOf(app).rows.text()).toContain('"$optional"');
    await referenceEditorOf(app).undo(1);
    await settled(app);
    expect(scoresOf(app, 'trajectory_exact_match')).toEqual([1, 0, 0, 1]);
    expectNoFault(app);
  });

  it('open with the answers of agents that are called otherwise now', async () => {
    const app = await openEarlier();
    for (const id of database().ids.agents) {
      await app.workspace.openRun(id);
      await settled(app);
      expect(await shownIds(app)).toEqual(['lamp', 'lamp']);
      expect(scoresOf(app, 'trajectory_exact_match')).toEqual([0, 0]);
      const exchange = await agentOf(app).answers.exchangeOfRow(runOf(app), 1);
      expect(exchange?.legs[0]?.text).toContain('It will be warm.');
    }
    expectNoFault(app);
  });

  it('open where the file was one of a kind that is not read any more', async () => {
    const app = await openEarlier();
    for (const id of database().ids.files) {
      await app.workspace.openRun(id);
      await settled(app);
      expect(await shownIds(app)).toHaveLength(runOf(app).record.rowCount);
      // scored again, they are read from what was kept of them
      const metrics = ['trajectory_recall'];
      await app.workspace.setSettings({ ...app.workspace.settings, metrics });
      await settled(app);
      expect(scoresOf(app, 'trajectory_recall')[0]).not.toBeNull();
    }
    expectNoFault(app);
  });

  it('open with an agent’s run that was left', async () => {
    const app = await openEarlier();
    const agent = agentOf(app);
    await agent.lookUp();
    expect(agent.unfinished).toMatchObject({ answered: 1, isOfThis: true });
    await agent.forget();
    expect(agent.unfinished).toBeUndefined();
    expectNoFault(app);
  });
});

describe('files of an earlier version', () => {
  it.each(['devices.run.gz', 'redacted.run.gz', 'report.html'])('%s opens', async (name) => {
    const app = await openApp();
    await openFile(app, name, bytesOf(name));
    expect(runOf(app).record.name).toMatch(/^devices, references changed/);
    await expectDevices(app);
  });

  it('a backup puts all its runs back', async () => {
    const app = await openApp();
    await openFile(app, 'runs.backup.gz', bytesOf('runs.backup.gz'));
    expect(app.library.list).toHaveLength(7 + 1);
    await app.workspace.openRun(database().ids.devices);
    await expectDevices(app);
  });

  it('a metric set is read without a problem', () => {
    expect(readMetricSet(textOf('metric-set.json'))).toMatchObject({
      ok: true,
      problems: [],
      set: {
        settings: {
          rules: [{ text: 'ends with an answer' }, { text: 'at most 3 calls' }],
          judges: [{ id: 'goal_success', samples: 2 }],
        },
      },
    });
  });

  it('a gate’s config is judged', async () => {
    const app = await openEarlier();
    const comparison = comparisonOf(app);
    await comparison.open(database().ids.agents);
    const [baseline, candidate] = comparison.runs;
    const gate = new GateEditor(app);
    await gate.open([baseline!, candidate!]);
    await gate.write(textOf('gate.json'));
    expect(gate.problems).toEqual([]);
    expect(gate.report).toBeDefined();
  });

  it('verdicts are read with what was judged', () => {
    const reading = readVerdictFile(
      textOf('verdicts.jsonl'),
      { allowed: [0, 1] } as never,
      [],
      formOf,
    );
    expect(reading.head?.metric.id).toBe('goal_success');
    expect(reading.answers).toHaveLength(8);
    expect(reading.problems).toEqual([]);
  });

  it('verdicts of a judge that is no longer offered score the rows', async () => {
    const app = await openEarlier();
    await emptyStore('verdicts');
    const answers = judgeAnswersOf(app);
    await answers.take(textOf('verdicts.jsonl'));
    expect(answers.status).toContain('4 of 4 rows judged with 0 calls, 4 from stored verdicts.');
    expect(scoresOf(app, 'judge:goal_success')).toEqual([1, 0, 1, 1]);
  });
});

describe('links of an earlier version', () => {
  it('a run, settings, and runs to compare', async () => {
    const { run, runs, settings } = links();
    await expectDevices(await openEarlier(run));
    const review = sharingOf(await openEarlier(settings)).review;
    expect(review).toMatchObject({ settings: { judges: [{ id: 'goal_success' }] } });
    const app = await openEarlier(runs);
    expect(app.library.visiting).toHaveLength(2);
    expect(app.router.screen).toBe('compare');
    expectNoFault(app);
  });

  it('views of what is shown otherwise now', async () => {
    const { transition, scatter } = links();
    expectNoFault(await openEarlier(transition));
    const app = await openEarlier(scatter);
    const { router } = app;
    expect(router.screen).toBe('compare');
    const comparison = comparisonOf(app);
    await comparison.open([router.param('a'), router.param('b')]);
    showPairs({ of: '', rows: '', scores: router.param('scores') }, '', comparison);
    expect(comparison.result?.metrics.length).toBeGreaterThan(0);
    expectNoFault(app);
  });
});

it('settings of an earlier version choose what there is', async () => {
  const app = await openEarlier();
  const { chosen, metric } = judgeOf(app);
  expect(chosen.judge).toBeUndefined();
  expect(chosen.obstacle).toContain('no longer offered');
  expect(metric.id).toBe('goal_success');
  expect(agentOf(app).setup.config).toMatchObject({
    way: 'http',
    values: { url: 'http://127.0.0.1:8000/chain/invoke' },
  });
  expect(new MetricSets().list.map(({ name }) => name)).toEqual(['Devices']);
  expectNoFault(app);
});
