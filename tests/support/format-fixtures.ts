import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of small files that the import tests read. */
export const FORMATS = join(fileURLToPath(import.meta.url), '../../fixtures/formats');

/** The bytes of a file in tests/fixtures/formats. */
export function fixtureBytes(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(join(FORMATS, name)));
}

/** The text of a file in tests/fixtures/formats, as it stands there. */
export function fixtureText(name: string): string {
  return readFileSync(join(FORMATS, name), 'utf8');
}
