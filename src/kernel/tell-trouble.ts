import type { Notices } from './notices.svelte.ts';
import type { StorageTrouble } from './storage/connection.ts';

/** Reports what is wrong with the store; it stays until it is closed. */
export function tellTrouble(notices: Notices, trouble: StorageTrouble): void {
  const [title, text] = TROUBLE[trouble];
  notices.banner({ id: 'storage', kind: 'warn', title, text });
}

const TROUBLE: Readonly<Record<StorageTrouble, readonly [title: string, text: string]>> = {
  unavailable: [
    'This browser does not let the page store anything.',
    'Scoring works; runs are lost when the page closes. Download results to keep them.',
  ],
  full: [
    'Storage is full.',
    'This run is open but not saved; older runs are untouched. Download it, or delete runs you no longer need.',
  ],
  lost: [
    'The stored runs were removed or the connection to them was lost.',
    'What is open stays open. Download it to keep it.',
  ],
  removed: [
    'A run is no longer stored.',
    'It was removed, perhaps in another tab; the others are untouched. What is open stays open. Download it to keep it.',
  ],
  blocked: [
    'Another tab runs an older version of this page.',
    'Close that tab to use the stored runs here.',
  ],
  blocking: [
    'A newer version of this page is waiting in another tab.',
    'Reload this tab to keep storing runs.',
  ],
  damaged: [
    'Some stored data could not be read.',
    'It was skipped, not deleted; everything else is listed.',
  ],
  newer: [
    'The stored runs were written by a newer version of this page.',
    'Reload to get it. Until then runs are not stored.',
  ],
};

/** Reports that the file of the open run is out of reach. */
export function tellRowsLost(notices: Notices, hasCopy: boolean): void {
  if (hasCopy) {
    notices.toast('The file was changed or deleted. Its rows are read from the copy under Runs.');
    return;
  }
  notices.banner({
    id: 'source',
    kind: 'warn',
    title: 'The file can no longer be read.',
    text: 'It was changed, moved or deleted after it was opened, and this window keeps no copy. The scores stay; open the file again to see its rows.',
  });
}
