import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isLeftOut } from '#engine/file-set.ts';

/** What is in a folder. */
export interface FolderListing {
  /** The paths of its files, beginning with the named folder. */
  readonly files: readonly string[];
  /** Its hidden files and folders, and `node_modules`. */
  readonly leftOut: readonly string[];
  /** Links out of it or to folders, which are not followed. */
  readonly links: readonly string[];
}

/**
 * Lists the files of a folder and its subfolders; what is in a folder that is left out is not.
 * @throws the system's error when a folder may not be read
 */
export function listFolder(folder: string): FolderListing {
  const root = realpathSync(folder) + sep;
  const [files, leftOut, links]: [string[], string[], string[]] = [[], [], []];
  const look = (path: string): void => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const own = join(path, entry.name);
      if (isLeftOut(relative(folder, own).split(sep).join('/'))) leftOut.push(own);
      else if (entry.isDirectory()) look(own);
      else if (entry.isFile()) files.push(own);
      else if (entry.isSymbolicLink()) (leadsInto(own, root) ? files : links).push(own);
    }
  };
  look(folder);
  return { files, leftOut, links };
}

function leadsInto(link: string, root: string): boolean {
  try {
    return statSync(link).isFile() && realpathSync(link).startsWith(root);
  } catch {
    return false; // a broken link
  }
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false; // reading it reports the error
  }
}
