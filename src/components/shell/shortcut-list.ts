/** A key and what it does, as the keyboard list shows it. */
export interface Shortcut {
  readonly keys: readonly string[];
  readonly does: string;
}

/** Every shortcut, in the groups of the keyboard list. */
export const SHORTCUTS: readonly {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}[] = [
  {
    title: 'Anywhere',
    shortcuts: [
      { keys: ['?'], does: 'Show this list' },
      { keys: ['Ctrl K'], does: 'Find a command by its words, or a row, or a run' },
      { keys: ['Ctrl S'], does: 'Copy a link with the run, or share it in another way' },
      { keys: ['Ctrl V'], does: 'Score the clipboard as a new dataset' },
      { keys: ['g p'], does: 'Go to Playground' },
      { keys: ['g r'], does: 'Go to Runs' },
      { keys: ['c'], does: 'Compare runs' },
      { keys: ['Esc'], does: 'Cancel scoring, close what floats' },
    ],
  },
  {
    title: 'Rows',
    shortcuts: [
      { keys: ['/'], does: 'Filter rows by text' },
      { keys: ['f'], does: 'Write the filters as text' },
      { keys: ['j', '↓'], does: 'Next row' },
      { keys: ['k', '↑'], does: 'Previous row' },
      { keys: ['n'], does: 'Next failure' },
      { keys: ['p'], does: 'Previous failure' },
      { keys: ['Ctrl G'], does: 'Go to a row by id or number' },
      { keys: ['Enter'], does: 'Open the row' },
      { keys: ['1', '5'], does: 'Rate the row, from bad to good; the same again takes it back' },
    ],
  },
  {
    title: 'Editor',
    shortcuts: [{ keys: ['F8'], does: 'Next problem' }],
  },
];
