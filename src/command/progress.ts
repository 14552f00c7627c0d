import yoctoSpinner from 'yocto-spinner';
import { formatCount } from '#core/base/text/format-count.ts';
import type { Terminal } from './terminal.ts';

/** A line that shows how far reading is. */
export interface Progress {
  readonly update: (bytes: number, rows: number) => void;
  readonly end: () => void;
}

/** What takes less time needs no progress. */
const SHOWN_AFTER_MS = 300;

/** Shows progress on standard error where a person watches it, and nothing elsewhere. */
export function showProgress({ isWatched }: Terminal, title: string, size: number): Progress {
  if (!isWatched) return { update: () => undefined, end: () => undefined };
  const spinner = yoctoSpinner({ text: title });
  const timer = setTimeout(() => spinner.start(), SHOWN_AFTER_MS);
  return {
    update: (bytes, rows) => {
      const percent = Math.floor((bytes / Math.max(1, size)) * 100);
      spinner.text = `${title}  ${percent} %  ${formatCount(rows)} rows`;
    },
    end: () => {
      clearTimeout(timer);
      if (spinner.isSpinning) spinner.stop();
    },
  };
}
