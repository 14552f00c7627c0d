import { expect, it } from 'vitest';
import { matchCommands, type Command } from './commands.ts';

const command = (title: string, group = '', words = ''): Command => {
  return { id: title, title, group, words, keys: '', run: () => undefined };
};
const COMMANDS = [
  command('Results as CSV', 'Download', 'export save'),
  command('Compare runs', 'Screens'),
  command('Dark theme', 'Theme'),
  command('Open run “compare me”', 'Runs'),
  command('Recompare', 'Screens'),
];
const found = (text: string): string[] => matchCommands(COMMANDS, text).map(({ title }) => title);

it('lists all for no text, in their order', () => {
  expect(found('  ')).toEqual(COMMANDS.map(({ title }) => title));
});

it.each([
  ['dow csv', ['Results as CSV']],
  ['export', ['Results as CSV']],
  ['export csv', ['Results as CSV']],
  ['CSV results', ['Results as CSV']],
  ['compare', ['Compare runs', 'Open run “compare me”', 'Recompare']],
  ['run comp', ['Compare runs', 'Open run “compare me”']],
  ['nothing like it', []],
])('finds for “%s”: %j', (text, titles) => {
  expect(found(text)).toEqual(titles);
});
