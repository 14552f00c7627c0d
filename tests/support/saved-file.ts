import { vi } from 'vitest';
import { eventually } from './eventually.ts';

/** A file as it reaches the browser's list of downloads. */
export interface SavedFile {
  readonly name: string;
  readonly content: Blob;
  readonly text: string;
}

/** Does something that saves a file, and gives that file. */
export async function savedFile(start: () => unknown): Promise<SavedFile> {
  const contents: Blob[] = [];
  const names: string[] = [];
  // jsdom has neither
  Object.assign(URL, { createObjectURL: () => '', revokeObjectURL: () => undefined });
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    contents.push(content as Blob);
    return 'blob:saved';
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  await start();
  await eventually(() => {
    if (names.length === 0) throw new Error('no file was saved');
  });
  create.mockRestore();
  click.mockRestore();
  const [content] = contents;
  const [name] = names;
  if (names.length !== 1 || !content || name === undefined)
    throw new Error(`${String(names.length)} files were saved`);
  return { name, content, text: await content.text() };
}
