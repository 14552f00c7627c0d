import { isSecretName } from '#core/agents/agent-config.ts';
import { holdsKey } from '#core/judge/redact.ts';

/** Why an address is refused. */
type AddressFault = 'empty' | 'not whole' | 'bad scheme' | 'not https' | 'has secret';

/**
 * Checks an address before anything is sent to it: https, or http on this device, as the page's
 * policy allows. Without a scheme the browser would send to the page's host.
 */
export function faultOfAddress(address: string): AddressFault | undefined {
  const text = address.trim();
  if (text === '') return 'empty';
  const scheme = /^([a-z][\w+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined || !URL.canParse(text)) return 'not whole';
  const url = new URL(text);
  if (scheme !== 'https' && scheme !== 'http') return 'bad scheme';
  if (scheme === 'http' && !isOnThisDevice(url)) return 'not https';
  const secrets = [...url.searchParams.keys()].filter(isSecretName);
  return url.username !== '' || url.password !== '' || secrets.length > 0
    ? 'has secret'
    : undefined;
}

/** Whether an address is on this device, by a name that the page's policy allows. */
export function isOnThisDevice({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1';
}

/** Leaves out texts with a key, and addresses with a secret, so that they are not stored. */
export function withoutSecrets(
  texts: Readonly<Record<string, string>>,
  keys: readonly string[],
): Record<string, string> {
  const isKept = ([, text]: [string, string]): boolean =>
    !holdsKey(text, keys) && faultOfAddress(text) !== 'has secret';
  return Object.fromEntries(Object.entries(texts).filter(isKept));
}
