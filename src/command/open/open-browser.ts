import { spawn } from 'node:child_process';
import { platform } from 'node:os';

/** What opens an address, by platform. */
const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', '""'],
};

/** Opens an address in the person's browser; where that fails, they have the address. */
export function openBrowser(address: string): void {
  const [command = 'xdg-open', ...args] = OPENERS[platform()] ?? ['xdg-open'];
  const opener = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
  opener.on('error', () => undefined); // the address is printed
  opener.unref();
}
