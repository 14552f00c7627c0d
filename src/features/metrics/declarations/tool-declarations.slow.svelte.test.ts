import { expect, it } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { mountWith, type Mounted } from '../../../../tests/support/mount-with.ts';
import { openApp, openRows } from '../../../../tests/support/open-app.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { LONGEST_DECLARATIONS } from '#core/score/metric/settings.ts';
import ToolDeclarations from './ToolDeclarations.svelte';

const tool = (name: string): JsonObject => ({ name, parameters: { type: 'object' } });
const DECLARED = JSON.stringify([tool('book'), tool('cancel')]);
const ROW = { predicted_trajectory: [{ tool_name: 'book', tool_input: {} }] };

interface Panel extends Mounted {
  /** What it gave on, the newest last. */
  readonly given: (string | undefined)[];
  readonly field: HTMLTextAreaElement;
  /** Puts a text in place of the one in the field, and leaves it. */
  enter(text: string): Promise<void>;
}

async function openPanel(declarations?: string, row: JsonObject = ROW): Promise<Panel> {
  const app = await openApp();
  await openRows(app, [row]);
  const { settings } = app.workspace;
  const given: Panel['given'] = [];
  const props = $state({
    settings: { ...settings, ...(declarations !== undefined && { declarations }) },
    onchange: (changed: MetricSettings) => {
      given.push(changed.declarations);
      props.settings = changed;
    },
  });
  const mounted = mountWith(app, ToolDeclarations, props);
  const field = mounted.screen.getByRole<HTMLTextAreaElement>('textbox');
  const enter = async (text: string): Promise<void> => {
    await mounted.user.clear(field);
    if (text !== '') {
      await mounted.user.click(field);
      await mounted.user.paste(text);
    }
    await mounted.user.tab();
  };
  return { ...mounted, given, field, enter };
}

it('goes on with the declarations in use where a new text is broken, which stays to be mended', async () => {
  const { enter, given, text, field } = await openPanel(DECLARED);
  await eventually(() => expect(text()).toContain('2 tools read'));
  await enter('{"name": ');
  await eventually(() => expect(text()).toContain('No tool was read: not used.'));
  expect(text()).toMatch(/This is not JSON/);
  expect(field.value).toBe('{"name": ');
  await enter(JSON.stringify([tool('book')]));
  await eventually(() => expect(text()).toContain('1 tool read: book.'));
  expect(text()).not.toContain('not used');
  expect(given).toEqual([JSON.stringify([tool('book')])]);
});

it('uses the tools that can be read, and lists where the others cannot', async () => {
  const { enter, given, text } = await openPanel();
  const some = JSON.stringify([tool('book'), { parameters: {} }]);
  await enter(some);
  await eventually(() => expect(text()).toContain('1 tool read: book.'));
  expect(text()).toContain('/1');
  expect(text()).toContain('The tool has no name.');
  expect(given).toEqual([some]);
});

it.each<[string, (panel: Panel) => Promise<void>]>([
  ['Remove', ({ user, screen }) => user.click(screen.getByRole('button', { name: 'Remove' }))],
  ['an empty field', ({ enter }) => enter('')],
])('clears them: %s', async (_, clear) => {
  const panel = await openPanel(DECLARED);
  await eventually(() => expect(panel.text()).toContain('2 tools read'));
  await clear(panel);
  await eventually(() => expect(panel.given).toEqual([undefined]));
  expect(panel.field.value).toBe('');
  expect(panel.text()).not.toContain('tools read');
  expect(panel.screen.queryByRole('button', { name: 'Remove' })).toBeNull();
});

it('takes the functions of a Python file as JSON, and says which are no tools', async () => {
  const { enter, given, text, field } = await openPanel();
  await enter('def book(city: str, nights: int = 1):\n    "Books a room."\n\ndef _cost(n): ...');
  await eventually(() => expect(text()).toContain('1 tool read: book. In use for all rows.'));
  expect(text()).toContain('line 4 “_cost” is private by its name.');
  const [declared] = JSON.parse(given.at(-1) ?? '') as JsonObject[];
  expect(declared).toMatchObject({ name: 'book', description: 'Books a room.' });
  expect(JSON.parse(field.value)).toEqual([declared]);
  await enter('def _cost(n): ...');
  await eventually(() => expect(text()).toContain('No tool was read: not used.'));
  expect(field.value).toBe('def _cost(n): ...');
});

it('does not take a text that is too long', async () => {
  const { enter, given, text } = await openPanel();
  await enter(`${DECLARED}${' '.repeat(LONGEST_DECLARATIONS)}`);
  await eventually(() => expect(text()).toContain('More than 500,000 characters: not used.'));
  expect(given).toEqual([]);
});

it('says that rows have their own, which take precedence', async () => {
  const { text } = await openPanel(DECLARED, { ...ROW, tool_declarations: [tool('book')] });
  expect(text()).toContain(
    'Rows have their own in column “tool_declarations”; those take precedence.',
  );
  await eventually(() => expect(text()).toContain('In use for rows without their own.'));
});
