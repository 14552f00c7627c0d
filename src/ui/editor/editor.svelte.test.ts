import { expect, it, vi } from 'vitest';
import { mountWith } from '../../../tests/support/mount-with.ts';
import Editor from './Editor.svelte';

it('hands on files that are pasted; of what has text too, the text is put in', () => {
  const [onfiles, ontake, unused] = [vi.fn(), vi.fn(), vi.fn()];
  const { screen } = mountWith(undefined, Editor, {
    ...{ text: '', starts: new Uint32Array(1), problems: [], onedit: unused, onlarge: unused },
    ...{ onfiles, ontake },
  });
  const files = [new File(['{}'], 'rows.jsonl')];
  const paste = (text: string): boolean =>
    screen.getByRole('textbox').dispatchEvent(
      Object.assign(new Event('paste', { cancelable: true }), {
        clipboardData: { files, getData: () => text },
      }),
    );
  expect(paste('cells')).toBe(true);
  expect(onfiles).not.toHaveBeenCalled();
  expect(paste('')).toBe(false);
  expect(ontake.mock.calls).toEqual([['cells']]);
  expect(onfiles).toHaveBeenCalledExactlyOnceWith(files);
});
