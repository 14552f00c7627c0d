import { isSecretName } from '#core/agents/agent-config.ts';

/**
 * Says why an address must not be used as it stands.
 * @param address an absolute URL; placeholders in braces may stand in it
 * @returns a sentence; an empty text when it is good
 */
export function faultOfAddress(address: string): string {
  let url: URL;
  try {
    url = new URL(address.trim());
  } catch {
    return address.trim() === '' ? 'An address is needed.' : 'The address is not a whole URL.';
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return 'The address begins with neither https:// nor http://.';
  if (url.protocol === 'http:' && !isOnThisDevice(url))
    return 'Without https only this device can be reached: localhost or 127.0.0.1.';
  const secrets = [...url.searchParams.keys()].filter(isSecretName);
  if (url.username !== '' || url.password !== '' || secrets.length > 0)
    return 'A secret in an address ends up in logs. Put it into a secret header.';
  return '';
}

/** Tells whether an address is one of this device. */
export function isOnThisDevice({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1';
}
