import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

/** A folder of one’s own for each test, or for all of a file; it is gone afterwards. */
export function useFolder(isForAll = false) {
  let folder = '';
  const [before, after] = isForAll ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(() => void (folder = mkdtempSync(join(tmpdir(), 'trajectory-tests-'))));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const path = (name = ''): string => join(folder, name);
  return {
    path,
    /** Writes a file: a text, a value as JSON, or a list as lines of JSON; returns its path. */
    write(name: string, content: string | Uint8Array | object): string {
      mkdirSync(dirname(path(name)), { recursive: true });
      writeFileSync(path(name), textOf(content));
      return path(name);
    },
    read: (name: string): string => readFileSync(path(name), 'utf8'),
  };
}

function textOf(content: string | Uint8Array | object): string | Uint8Array {
  if (typeof content === 'string' || content instanceof Uint8Array) return content;
  if (!Array.isArray(content)) return JSON.stringify(content);
  return content.map((row) => `${JSON.stringify(row)}\n`).join('');
}
