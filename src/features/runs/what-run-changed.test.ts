import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { type Run, whatChanged } from './group-runs.ts';

const RUN = {
  datasetName: 'a',
  fingerprint: '1',
  rowCount: 18,
  settings: DEFAULT_SETTINGS,
  summary: [{ columnId: 'x' }],
} as unknown as Run;
const AGENT = {
  ...{ way: 'model', title: 'A model', runId: 'r', trials: 1, headers: [] },
  values: { model: 'small', steps: '10' },
};

const large = { ...AGENT, values: { ...AGENT.values, model: 'large' } };
const patient = { ...AGENT, values: { ...AGENT.values, steps: '20' } };
const ownAgent = { ...AGENT, title: 'Own agent', values: {} };
const settings = { ...DEFAULT_SETTINGS, duplicates: 'multiset' } as const;
const otherFile = { datasetName: 'b', fingerprint: '2' };
const taskSet = { count: 18, ids: 'a', content: 'b' };

it.each<[now: Partial<Run>, before: Partial<Run>, text: string]>([
  [{ settings }, {}, 'repeats counted once'],
  [{}, { settings }, 'standard rules'],
  [{ agent: large }, { agent: AGENT }, 'agent: small → large'],
  [{ agent: AGENT }, {}, 'agent: small'],
  [{}, { agent: AGENT }, 'no agent'],
  [{ agent: patient }, { agent: AGENT }, 'agent settings'],
  [{ agent: ownAgent }, { agent: AGENT }, 'agent: small → Own agent'],
  [otherFile, {}, 'file: b'],
  [{ ...otherFile, name: 'b' }, {}, 'other data'],
  [{ fingerprint: '2' }, {}, 'other data'],
  [{ fingerprint: '2', taskSet }, { taskSet }, 'other calls'],
  [{ fingerprint: '2', rowCount: 20 }, {}, 'other data, +2 rows'],
  [{ rowCount: 17 }, {}, '−1 row'],
  [{ summary: [] }, {}, 'other metrics'],
  [{}, {}, 'scored again'],
])('%j against %j: %s', (now, before, text) => {
  expect(whatChanged({ ...RUN, ...now }, { ...RUN, ...before }).join(', ')).toBe(text);
});
