import { expect, it } from 'vitest';
import { NO_ROWS } from '#core/score/columns/scored-columns.ts';
import { digestRun, keepDigest } from './digest.ts';

it('keeps a digest where making it anew takes time', () => {
  const digest = digestRun(NO_ROWS);
  const { summary, ...rest } = digest;
  expect(keepDigest(digest, 20_000)).toEqual({ summary, digest: rest });
  expect(keepDigest(digest, 19_999)).toEqual({ summary, digest: undefined });
});
