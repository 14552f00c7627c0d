import { isSecretName } from '#core/agents/agent-config.ts';

/** Why nothing may be sent to an address. */
type AddressProblem = 'empty' | 'not whole' | 'bad scheme' | 'not https' | 'has secret';

/** What is wrong with an address, and the address that was meant, where that can be told. */
export interface AddressFault {
  readonly problem: AddressProblem;
  readonly corrected?: string;
}

/**
 * Checks an address before anything is sent to it: https, or http on this device, as the page's own
 * policy allows. Without a scheme the browser would send to the host of the page.
 */
export function faultOfAddress(address: string): AddressFault | undefined {
  const text = address.trim();
  if (text === '') return { problem: 'empty' };
  const scheme = /^([a-z][\w+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  const bare = text.replace(/^(?:https?:)?\/*/i, '');
  if (scheme === undefined || !URL.canParse(text)) {
    const isHost = scheme === undefined && /^(?:localhost|[^\s/?#@]+[.:])/i.test(bare);
    const corrected = `http://${bare}`;
    if (!isHost || !URL.canParse(corrected)) return { problem: 'not whole' };
    return { problem: 'not whole', corrected: overHttps(new URL(corrected), bare) };
  }
  const url = new URL(text);
  if (scheme !== 'https' && scheme !== 'http') return { problem: 'bad scheme' };
  if (scheme === 'http' && !isOnThisDevice(url))
    return { problem: 'not https', corrected: overHttps(url, bare) };
  const secrets = [...url.searchParams.keys()].filter(isSecretName);
  if (url.username !== '' || url.password !== '' || secrets.length > 0)
    return { problem: 'has secret' };
  return undefined;
}

/** Whether an address is on this device, under a name that the page's own policy allows. */
export function isOnThisDevice({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1';
}

/** Other names of this device, which the page's own policy does not allow. */
const THIS_DEVICE = /^(?:127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\]|.+\.localhost)$/;

function overHttps(url: URL, bare: string): string {
  if (isOnThisDevice(url)) return `http://${bare}`;
  if (!THIS_DEVICE.test(url.hostname)) return `https://${bare}`;
  const port = url.port === '' ? '' : `:${url.port}`;
  return `http://localhost${port}${bare.replace(/^[^/?#]*/, '')}`;
}
