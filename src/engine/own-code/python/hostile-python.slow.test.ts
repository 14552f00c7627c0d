import { beforeAll, describe, expect, it } from 'vitest';
import {
  PYTHON_ATTACKS,
  PYTHON_BROKEN,
  PYTHON_ENDLESS,
  pythonAttack,
} from '../../../../tests/support/hostile-python.ts';
import { useThreadFrames } from '../../../../tests/support/thread-frame.ts';
import { openProcess } from '#command/own-metrics/own-metrics.ts';
import { openFrame } from '#kernel/sandbox/frame-sandbox.ts';
import type { CustomResult } from '#core/score/custom-metrics/read-result.ts';
import { MetricRunner } from '../custom-scorer.ts';

const DEADLINES = { startMs: 6000, batchMs: 4000, rowMs: 1000, mostHung: 1 };

beforeAll(useThreadFrames);

describe.each([
  ['a frame', openFrame],
  ['a process', openProcess],
])('hostile Python in %s', (_where, open) => {
  async function score(code: string): Promise<CustomResult | undefined> {
    const metric = { name: 'm', code, scale: 'number', language: 'python' } as const;
    const runner = new MetricRunner(metric, new AbortController().signal, open, DEADLINES);
    try {
      const [result] = await runner.score(new TextEncoder().encode('{}').buffer, 1);
      return result;
    } finally {
      runner.close();
    }
  }

  it('reaches nothing', async () => {
    const tried = String(Object.keys(PYTHON_ATTACKS).length);
    const more: unknown = expect.arrayContaining([
      ['tried', tried],
      ['through', 'none'],
    ]);
    expect(await score(pythonAttack('http://127.0.0.1:1/', 'm'))).toMatchObject({ value: 0, more });
  });

  it.each(Object.entries(PYTHON_BROKEN))('ends with %s', async (_what, [code, said]) => {
    expect(await score(code)).toMatchObject({ message: expect.stringMatching(said) });
  });

  it.each(Object.entries(PYTHON_ENDLESS))('is ended: %s', async (_what, code) => {
    expect(await score(code)).toMatchObject({
      message: expect.stringMatching(
        /no result within|not finish within|MemoryError|ended what it ran in/,
      ),
    });
  });
});
