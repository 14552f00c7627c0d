import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = join(fileURLToPath(import.meta.url), '../../fixtures/formats');

/** The bytes of a file in tests/fixtures/formats. */
export function fixtureBytes(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(join(FOLDER, name)));
}

/** The text of a file in tests/fixtures/formats, as it stands there. */
export function fixtureText(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8');
}
