import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

/** What is in a folder. */
export interface FolderListing {
  /** The paths of its files, beginning with the named folder. */
  readonly files: readonly string[];
  /** Links out of it or to folders, which are not followed. */
  readonly links: readonly string[];
}

/**
 * Lists the files of a folder and its subfolders, without hidden ones and `node_modules`.
 * @throws the system's error when a folder may not be read
 */
export function listFolder(folder: string): FolderListing {
  const root = realpathSync(folder) + sep;
  const [files, links]: [string[], string[]] = [[], []];
  const look = (path: string): void => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const own = join(path, entry.name);
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      if (entry.isDirectory()) look(own);
      else if (entry.isFile()) files.push(own);
      else if (entry.isSymbolicLink()) (leadsInto(own, root) ? files : links).push(own);
    }
  };
  look(folder);
  return { files, links };
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
