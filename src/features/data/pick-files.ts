/** Asks for files, or for a folder with all that is in it; what is chosen is opened by the menu. */
export function pickFiles(isFolder: boolean): void {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) return;
  input.webkitdirectory = isFolder;
  input.click();
}
