/**
 * Gives a file to the browser's download list.
 * @param content what is in it
 * @param name its name
 */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * Makes a title into the beginning of a file's name.
 * @param title any text
 * @returns letters, digits and hyphens; never empty
 */
export function fileName(title: string): string {
  const plain = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return plain.slice(0, 60) || 'run';
}
