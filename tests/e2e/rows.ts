import type { Page } from '@playwright/test';

/** A row as a person would write it. */
export type Row = Readonly<Record<string, unknown>>;

/** Tool calls without arguments, one per letter: "ab" calls a, then b. */
export function calls(letters: string): Row[] {
  return letters.split('').map((letter) => ({ tool_name: letter, tool_input: {} }));
}

/** A row with an id and both trajectories, each a letter per call. */
export function row(id: string, prediction: string, reference: string, more: Row = {}): Row {
  return {
    id,
    prompt: `Prompt of ${id}`,
    predicted_trajectory: calls(prediction),
    reference_trajectory: calls(reference),
    ...more,
  };
}

/** Rows as JSON lines. */
export function jsonl(rows: readonly Row[]): string {
  return rows.map((one) => `${JSON.stringify(one)}\n`).join('');
}

/** Rows as CSV, with the columns of the first. */
export function csv(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {});
  const cell = (value: unknown): string => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `"${text.replaceAll('"', '""')}"`;
  };
  const lines = rows.map((one) => names.map((name) => cell(one[name])).join(','));
  return [names.join(','), ...lines, ''].join('\n');
}

/** Three rows with means 0.33, 0.67, 1.00, 0.83 and 1.00, in the order of the metrics. */
export const THREE_ROWS: readonly Row[] = [
  row('r-same', 'ab', 'ab'),
  row('r-swapped', 'ba', 'ab'),
  row('r-extra', 'ax', 'a'),
];

/** Rows of a run to compare with those of {@link AFTER}: each is named after what becomes of it. */
export const BEFORE: readonly Row[] = [
  row('same', 'ab', 'ab'),
  row('better', 'x', 'a'),
  row('worse', 'a', 'a'),
  row('mixed', 'abx', 'ab'),
  row('gone', 'a', 'a'),
];

/** The later run, its rows in another order. */
export const AFTER: readonly Row[] = [
  row('mixed', 'a', 'ab'),
  row('worse', 'x', 'a'),
  row('better', 'a', 'a'),
  row('new', 'a', 'a'),
  row('same', 'ab', 'ab'),
];

/** Opens a file of about this size that the page writes itself, with texts no disk can compress. */
export async function openLargeFile(
  page: Page,
  name: string,
  bytes: number,
): Promise<{ rowCount: number }> {
  return page.evaluate(
    ({ name, bytes }) => {
      const call = (tool: string) => `[{"tool_name":"${tool}","tool_input":{"n":1}}]`;
      const isTable = name.endsWith('.csv');
      const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const parts: string[] = isTable
        ? ['id,prompt,predicted_trajectory,reference_trajectory\n']
        : [];
      const random = new Uint8Array(3000);
      let size = 0;
      let rowCount = 0;
      while (size < bytes) {
        crypto.getRandomValues(random);
        const prompt = btoa(String.fromCharCode(...random));
        const id = `big-${rowCount++}`;
        const line = isTable
          ? `${id},${prompt},${cell(call('a'))},${cell(call('a'))}\n`
          : `{"id":"${id}","prompt":"${prompt}","predicted_trajectory":${call('a')},"reference_trajectory":${call('a')}}\n`;
        parts.push(line);
        size += line.length;
      }
      const list = new DataTransfer();
      list.items.add(new File(parts, name));
      const input = document.querySelector<HTMLInputElement>('input[type=file]');
      if (!input) throw new Error('no file input');
      input.files = list.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
      return { rowCount };
    },
    { name, bytes },
  );
}
