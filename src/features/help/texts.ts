export const help = {
  title: 'Help',
  parts: 'Parts of the help',
  pages: 'Questions',
  keys: 'Keyboard',
  all: 'All questions',
};

/** Every shortcut and what it does, in groups. */
export const keys = {
  groups: [
    {
      title: 'Anywhere',
      shortcuts: [
        { keys: ['?'], does: 'Help: answers, and these keys' },
        { keys: ['Ctrl K'], does: 'Find a command, a row or a run' },
        { keys: ['Ctrl S'], does: 'Copy a link to this run or comparison, or open Share' },
        { keys: ['Ctrl V'], does: 'Score the clipboard as a new dataset' },
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
        { keys: ['f'], does: 'Fix what fails the row' },
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
