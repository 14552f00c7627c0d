import { onTestFinished } from 'vitest';

/**
 * Notes what is copied until the end of the test. Testing Library's user replaces the clipboard:
 * call this after it.
 */
export function watchClipboard(): string[] {
  const copied: string[] = [];
  const writeText = (text: string): Promise<void> => Promise.resolve(void copied.push(text));
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'));
  return copied;
}
