import { onTestFinished } from 'vitest';

/** Notes what is copied until the test ends. A person at the page brings a clipboard along: call it after. */
export function watchClipboard(): string[] {
  const copied: string[] = [];
  const writeText = (text: string): Promise<void> => Promise.resolve(void copied.push(text));
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'));
  return copied;
}
