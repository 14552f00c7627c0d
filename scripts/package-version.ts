// Reads the version from package.json for the builds.
import { readFileSync } from 'node:fs';

/** The version in package.json. */
export function packageVersion(): string {
  const path = new URL('../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(path, 'utf8')) as { readonly version: string };
  return version;
}
