import { flushSync } from 'svelte';
import { describe, expect, vi } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { mountWith, textOf, type Mounted } from '../../../tests/support/mount-with.ts';
import { row } from '../../../tests/e2e/rows.ts';
import { it, openRows, shownIds } from '../../../tests/support/open-app.ts';
import RowDrawer from './RowDrawer.svelte';
import RowPanel from './RowPanel.svelte';

const onclose = vi.fn();
const ontype = vi.fn();
const linkTo = (_: unknown, row: number): string => `https://example.org/#row=${row}`;

interface Opened extends Mounted {
  /** What shows the row. */
  readonly dialog: HTMLElement;
}

/** Opens the row of an id in full, once it has been read. */
async function openRow(app: AppState, id: string): Promise<Opened> {
  app.view.select((await shownIds(app)).indexOf(id));
  const mounted = mountWith(app, RowDrawer, { open: true, linkTo, onclose, ontype });
  const dialog = mounted.element.querySelector('dialog')!;
  await expectName(dialog, `Row ${id}`);
  return { ...mounted, dialog };
}

const mountPanel = (app: AppState, onexpand = vi.fn()): Mounted =>
  mountWith(app, RowPanel, {
    acts: { onfix: vi.fn(), onexpect: vi.fn(), ontype, onexpand },
    onclose,
  });

/** Shows the row of an id beside the table, once it has been read. */
async function showRow(app: AppState, id: string): Promise<Opened> {
  app.view.select((await shownIds(app)).indexOf(id));
  const mounted = mountPanel(app);
  await eventually(() => expect(mounted.text()).toContain(id));
  return { ...mounted, dialog: mounted.element };
}

async function expectName(dialog: HTMLElement, name: string): Promise<void> {
  await eventually(() => {
    flushSync();
    expect(dialog.getAttribute('aria-label')).toBe(name);
  });
}

/** The lines of calls that begin with a word, as the texts of their cells. */
function calls({ dialog }: Opened, word: string): string[][] {
  return lines({ dialog }, word).map((line) =>
    [...line.querySelectorAll('[role=cell]')].map(textOf),
  );
}

function lines({ dialog }: Pick<Opened, 'dialog'>, word: string): HTMLElement[] {
  return [...dialog.querySelectorAll<HTMLElement>('[role=table] [role=row]')].filter((line) =>
    textOf(line).startsWith(word),
  );
}

describe('a row in full', () => {
  it('says its place, and goes to other rows and failures by its buttons', async ({ app }) => {
    const row = await openRow(app, 'hd-04');
    const place = (): string => textOf(row.dialog.querySelector('[role=status]'));
    expect(place()).toBe('4 of 18');
    const press = async (name: string, id: string): Promise<void> => {
      row.button(name).focus();
      await row.user.keyboard('{Enter}');
      await expectName(row.dialog, `Row ${id}`);
    };
    await press('Next failure', 'hd-05');
    await press('Previous failure', 'hd-04');
    await app.view.setFilters([{ kind: 'agent-failed' }]);
    flushSync();
    expect(place()).toBe('not in the filtered rows');
  });

  it('tells by path what differs, with both values and their types', async ({ app }) => {
    const row = await showRow(app, 'hd-05');
    expect(textOf(row.dialog)).toMatch(/equal call/);
    expect(
      [...row.dialog.querySelectorAll('[role=table] button')].filter((button) =>
        textOf(button).includes('equal call'),
      ),
    ).toHaveLength(2);
    expect(calls(row, 'missing')).toEqual([
      ['missing', 'lock_door {"door": "back"}', expect.stringMatching(/^no call/)],
    ]);
    expect(calls(row, 'changed')).toEqual([
      [
        'changed',
        expect.stringMatching(/^set_temperature 1 equal argument ?temperature 17 number/),
        expect.stringMatching(/^set_temperature 1 equal argument ?temperature "17" string/),
      ],
    ]);
    expect(textOf(row.dialog)).toContain('6 expected, 5 called: 4 equal, 1 changed, 1 missing');
  });

  it('names the metric that an edit is for where the row passes others', async ({ app }) => {
    expect(textOf((await openRow(app, 'hd-06')).dialog)).toContain('To pass exact match: remove');
  });

  it('marks a moved call, and goes from each of its places to the other', async ({ app }) => {
    const row = await showRow(app, 'hd-04');
    const [expected, made, ...others] = lines(row, 'moved');
    expect(others).toEqual([]);
    expect(textOf(expected!)).toContain('set_device_info');
    expect(textOf(expected!)).toContain('Expected at position 3');
    expect(textOf(made!)).toContain('Called at position 1');
    for (const [from, to] of [
      [expected, made],
      [made, expected],
    ]) {
      from?.querySelector<HTMLElement>('button[aria-label^="Go there"]')?.focus();
      await row.user.keyboard('{Enter}');
      await eventually(() => expect(document.activeElement).toBe(to));
    }
  });

  it.for([
    ['hd-10', ['agent failed', 'The agent’s calls are not recorded; left out.']],
    ['hd-18', ['No expected calls recorded; left out.']],
  ] as const)('says why %s is not evaluated', async ([id, words], { app }) => {
    const row = await openRow(app, id);
    for (const said of words) expect(textOf(row.dialog)).toContain(said);
  });

  it('shows prompt, both answers, other columns and the row as it is in the data', async ({
    app,
  }) => {
    const row = await openRow(app, 'hd-05');
    const known = [...row.dialog.querySelectorAll('summary')].find((one) =>
      textOf(one).startsWith('6 expected, 5 called: 4 equal, 1 changed, 1 missing'),
    )!;
    expect(textOf(known)).toMatch(/Exact 0 · .*room whole house/);
    await row.user.click(known);
    const part = (name: string): string =>
      textOf(row.dialog.querySelector(`section[aria-label="${name}"]`));
    await eventually(() => expect(part('Response')).toContain('Sleep well. Lights are out'));
    expect(part('Response')).toContain('bedroom at 17 °C');
    expect(part('room')).toContain('whole house');
    expect(part('prompt')).toContain('alarm on');
    const raw = [...row.dialog.querySelectorAll('summary')].find((one) =>
      textOf(one).startsWith('Raw row'),
    )!;
    expect(textOf(raw)).toContain('line 5');
    await row.user.click(raw);
    await eventually(() => expect(textOf(row.dialog)).toContain('"temperature": "17"'));
  });

  it('lists a thousand calls a side in parts', async ({ app }) => {
    const many = Array.from({ length: 1000 }, (_, call) => ({
      tool_name: `tool_${String(call % 7)}`,
      tool_input: { call },
    }));
    await openRows(app, [
      {
        id: 'long',
        predicted_trajectory: many.map((call, at) =>
          at % 10 === 0 ? { ...call, tool_input: { call: -at - 1 } } : call,
        ),
        reference_trajectory: many,
      },
    ]);
    const row = await showRow(app, 'long');
    expect(textOf(row.dialog)).toContain('1,000 expected, 1,000 called: 900 equal, 100 changed');
    expect(row.dialog.querySelectorAll('[role=table] [role=row]').length).toBeLessThan(250);
    expect(textOf(row.button('Show'))).toMatch(/^Show \d+ more$/);
  });
});

describe('the panel of the selected row', () => {
  it('shows no row where none matches the filters', async ({ app }) => {
    const panel = mountPanel(app);
    await eventually(() => expect(panel.text()).toContain('hd-02'));
    await app.view.setFilters([{ kind: 'text', text: 'no such text' }]);
    const none = 'No row to show: no row matches the filters.';
    await eventually(() => expect(panel.text()).toBe(none));
    await app.view.setFilters([]);
    await eventually(() => expect(panel.text()).toContain('hd-02'));
  });

  it('unfolds and marks the call that the filters look for', async ({ app }) => {
    const long = `x${'a'.repeat(60)}b`;
    await openRows(app, [row('r-0', long, `y${'a'.repeat(60)}b`)]);
    const { element } = mountPanel(app);
    const lines = (): (string | undefined)[] =>
      [...element.querySelectorAll<HTMLElement>('[data-slot]')].map(
        ({ dataset }) => dataset['slot'],
      );
    await eventually(() => expect(lines().length).toBeGreaterThan(0));
    expect(lines()).not.toContain('61');
    await app.view.setFilters([{ kind: 'tool', tool: 'b' }]);
    const found = (): HTMLElement | null | undefined =>
      element.querySelector('.sought')?.closest<HTMLElement>('[data-slot]');
    await eventually(() => {
      flushSync();
      expect(lines().at(-1)).toBe(found()?.dataset['slot']);
    });
    expect(textOf(found() ?? null)).toContain('equal b');
  });

  it('says that the filters hide its row, and shows it among the others again', async ({ app }) => {
    const panel = mountPanel(app);
    await eventually(() => expect(panel.text()).toContain('hd-02'));
    expect(panel.screen.queryByRole('button', { name: 'Show it' })).toBeNull();
    await app.view.setFilters([{ kind: 'text', text: 'kettle' }]);
    expect(panel.text()).toContain('hd-02');
    expect(panel.text()).toContain('The filters hide this row.');
    await panel.user.click(panel.screen.getByRole('button', { name: 'Show it' }));
    await eventually(() => expect(panel.text()).not.toContain('Show it'));
    expect([app.view.filters, app.view.selectedIndex]).toEqual([[], 1]);
  });
});
