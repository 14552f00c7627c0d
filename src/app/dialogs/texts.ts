/** Texts of KeyboardHelp.svelte: every shortcut and what it does, in groups. */
export const keyboardHelp = {
  title: 'Keyboard',
  groups: [
    {
      title: 'Anywhere',
      shortcuts: [
        { keys: ['?'], does: 'Show this list' },
        { keys: ['Ctrl K'], does: 'Find a command, a row or a run' },
        { keys: ['Ctrl S'], does: 'Copy a link to this run or comparison, or open Share' },
        { keys: ['Ctrl V'], does: 'Score the clipboard as a new dataset' },
        { keys: ['g p'], does: 'Go to the results' },
        { keys: ['g r'], does: 'Go to Runs' },
        { keys: ['c'], does: 'Compare runs' },
        { keys: ['←', '→'], does: 'Move within a toolbar; Tab leaves it' },
        { keys: ['Esc'], does: 'Cancel scoring; close dialogs and menus' },
      ],
    },
    {
      title: 'Rows',
      shortcuts: [
        { keys: ['/'], does: 'Filter rows by words or conditions' },
        { keys: ['j', '↓'], does: 'Next row' },
        { keys: ['k', '↑'], does: 'Previous row' },
        { keys: ['↑'], does: 'From the first row to the column heads' },
        { keys: ['n'], does: 'Next failure' },
        { keys: ['p'], does: 'Previous failure' },
        { keys: ['Ctrl G'], does: 'Go to a row by id or number' },
        { keys: ['Enter', 'o'], does: 'Open the row in full' },
        { keys: ['r'], does: 'Review the row beside the table' },
        { keys: ['e'], does: 'Type the expected calls of the row' },
      ],
    },
    {
      title: 'Review, and the row in full',
      shortcuts: [
        { keys: ['0', 'x', 'u'], does: 'Pass, fail, unsure' },
        { keys: ['w'], does: 'First wrong step; again: the next call' },
        { keys: ['c'], does: 'Name the kind of error' },
        { keys: ['1', '9'], does: 'The codes shown, on or off' },
        { keys: ['Enter'], does: 'The next row to read' },
      ],
    },
    { title: 'Editor', shortcuts: [{ keys: ['F8'], does: 'Next problem' }] },
  ],
  oneLetter: 'One-letter shortcuts',
  oneLetterHint: 'Off: letters, digits, / and ? do nothing outside of fields.',
};

export const networkDialog = {
  whileOn:
    'Judges and agents can be reached from this tab. Nothing is sent until you press “Test”, “Try”, “Judge” or “Run”, or “Load it” for a linked dataset, and then only to the address shown. The network stays on, even after a reload, until you close this tab or turn it off.',
  whileOff:
    'Your data stays on this device. The page’s security policy tells the browser to block everything that the page and its workers could load from or send to other hosts: fetches, sockets, images, scripts, frames, forms, prefetches. From its own host the page loads its own files and nothing else.',
  requests: 'Requests since this page was opened',
  blocked: 'Blocked by the browser',
  hosts: 'Hosts allowed',
  anyHost: 'any over HTTPS, and this device',
  noHost: 'none',
  turnOff: 'Turn the network off',
  turnOn:
    'Only judges, agents and linked datasets need the network. Turning it on reloads the page. Your work is kept.',
  limits:
    'A page’s policy cannot block opening another address in a tab, or WebRTC. This page does neither, and your own metrics run where they cannot. Browser extensions can read pages too and are not bound by the policy.',
};
