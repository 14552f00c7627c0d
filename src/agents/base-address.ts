import { trimEndWhere } from '#core/text/trim-end.ts';
import type { AgentField } from './agent.ts';

/**
 * Makes the field of a server’s address.
 * @param hint an example
 * @returns the field
 */
export function addressField(hint: string): AgentField {
  return { key: 'url', label: 'Address', kind: 'url', usual: '', hint };
}

/**
 * Joins a server’s address and a path.
 * @param base the address, with or without a slash at its end
 * @param path the path below it
 * @returns the URL
 */
export function below(base: string, path: string): string {
  return `${trimEndWhere(base.trim(), (char) => char === '/')}/${path}`;
}
