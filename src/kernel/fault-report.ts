import { copyText } from './clipboard.ts';
import type { Notices } from './notices.svelte.ts';

/**
 * The words that a report keeps of an error's message: those that engines use themselves. All
 * others may be of the data, a prompt or a key.
 */
const KEPT_WORDS = new Set(
  `a an access accessed answering after allocation allowed already an and another argument arguments array
  aborted assignment at be been before bigint body bounds buffer call called can cannot child
  circular class clone cloned closed code column connection constant constructor contains convert
  converting could crashed data database date decode define defined depth detached does end error exceeded
  execute exist expected export extensible failed fetch find for found from function has if import
  in inactive index initialization initialized input instance integer invalid is iterable iterator
  json key length limit line load loaded map match maximum memory message method missing mix module
  must network new no node not null number object of on operation operator or out parameter parse
  permission position private properties property prototype quota range read reading recursion
  reduce regular request required resource returned script set setting size source stack storage
  store stopped string structure structures such symbol syntax terminated the this time timed to
  token too transaction type undefined unexpected unknown unreachable unsupported unterminated
  value values variable was with worker write`.split(/\s+/),
);

/** The most that a report lists. */
const MAX_FAULTS = 5;
const MAX_WORDS = 40;
const MAX_FRAMES = 20;

/**
 * Copies what a person may send to those who mend the page. It holds nothing of the data.
 * @param faults what went wrong, as `describeFault` returns it
 */
export async function copyReport(
  notices: Notices,
  faults: readonly string[],
  screen: string,
): Promise<void> {
  // the name of the page's first script differs with every version
  const script = document.querySelector<HTMLScriptElement>('script[src]');
  const text = [
    `Trajectory Playground, ${fileOf(script?.src ?? '') ?? 'in one file'}`,
    `Browser: ${navigator.userAgent}`,
    `Screen: ${screen}`,
    ...faults.slice(-MAX_FAULTS),
  ].join('\n');
  await copyText(notices, text, 'Report copied. It contains none of your data.');
}

/**
 * Describes an error without anything of the data, a prompt or a key.
 * @returns the kind of error, the words of its message that engines use, and where it was thrown
 */
export function describeFault(error: Error): string {
  const words = error.message.split(/[^\p{L}]+/u).slice(0, MAX_WORDS);
  const kept = words.map((word) => (KEPT_WORDS.has(word.toLowerCase()) ? word : '…'));
  const message = kept.filter((word, i) => word !== '…' || kept[i - 1] !== '…').join(' ');
  return [`${error.name}: ${message}`, ...listFrames(error)].join('\n  ');
}

/** The places of a stack, as file, line and column. The message before them may hold anything. */
function listFrames({ message, stack = '' }: Error): string[] {
  const places = stack.slice(Math.max(0, stack.indexOf(message)) + message.length).split('\n');
  const frames = places.flatMap((line) => {
    const place = /:(\d+:\d+)\)?$/.exec(line);
    return place ? [`${fileOf(line.slice(0, place.index)) ?? 'page'}:${place[1] ?? ''}`] : [];
  });
  return frames.slice(0, MAX_FRAMES);
}

/** The name of a script of the page; undefined for others: a person may have named them. */
function fileOf(url: string): string | undefined {
  const name = url.slice(url.lastIndexOf('/') + 1).replace(/\?.*/s, '');
  return /^[\w.-]+\.(js|ts|svelte)$/.test(name) ? name : undefined;
}
