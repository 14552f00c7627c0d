/** How long a setting is kept: on this device, or until this tab is closed. */
export type Keeper = 'device' | 'tab';

/** Everything the browser keeps for this page besides runs, by the end of its key. */
export type SettingName =
  | 'agent'
  | 'agent-pace'
  | 'author'
  | 'backup'
  | 'drawer'
  | 'judge'
  | 'judge-key'
  | 'judge-metric'
  | 'judge-templates'
  | 'keys'
  | 'metric-sets'
  | 'network'
  | 'readings'
  | 'table'
  | 'theme'
  | 'trusted-code'
  | 'welcome';

/**
 * Loads a text that the browser keeps for this page.
 * @returns empty when nothing is kept, or the browser keeps nothing
 */
export function loadText(name: SettingName, keeper: Keeper = 'device'): string {
  try {
    return storageOf(keeper).getItem(keyOf(name)) ?? '';
  } catch {
    return ''; // a browser may refuse to keep anything: all is as usual then
  }
}

/**
 * Keeps a text, or forgets it when it is empty.
 * @returns false when the browser refused: what it sets lasts until the page is closed
 */
export function saveText(name: SettingName, text: string, keeper: Keeper = 'device'): boolean {
  try {
    if (text === '') storageOf(keeper).removeItem(keyOf(name));
    else storageOf(keeper).setItem(keyOf(name), text);
    return true;
  } catch {
    return false; // who keeps it may say so
  }
}

/**
 * Loads a value that the browser keeps for this page.
 * @returns null when nothing is kept, or it is not JSON
 */
export function loadValue(name: SettingName, keeper: Keeper = 'device'): unknown {
  try {
    return JSON.parse(loadText(name, keeper)) as unknown;
  } catch {
    return null; // nothing is kept, or what another page wrote under the same key
  }
}

/** Keeps a value as JSON, or forgets it when it is null; false when the browser refused. */
export function saveValue(name: SettingName, value: unknown, keeper: Keeper = 'device'): boolean {
  return saveText(name, value === null ? '' : JSON.stringify(value), keeper);
}

/** What to add where a person keeps something; empty when the browser has kept it. */
export function describeRefusal(isKept: boolean): string {
  return isKept
    ? ''
    : ' The browser refused to store it: export it, or it is lost when the page closes.';
}

/** Other pages of the same host have their own keys. */
function keyOf(name: SettingName): string {
  return `trajectory-playground:${name}`;
}

/** Asking for a storage may throw, too. */
function storageOf(keeper: Keeper): Storage {
  return keeper === 'tab' ? sessionStorage : localStorage;
}
