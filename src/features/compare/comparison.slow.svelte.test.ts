import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { comparisonOf } from './comparison.svelte.ts';
import { AFTER, BEFORE, row, THREE_ROWS, type Row } from '../../../tests/e2e/rows.ts';
import { mountWith, textOf, type Mounted } from '../../../tests/support/mount-with.ts';
import { openApp, runOf, settled } from '../../../tests/support/open-app.ts';
import { storeRuns } from '../../../tests/support/stored-runs.ts';
import Compare from './Compare.svelte';
import { comparisonMarkdown } from '#core/compare/comparison-markdown.ts';
import { withNumbersAsText } from '#features/metrics/matching/apply-rules.ts';
import { settingsOf } from '#kernel/run/dataset-settings.ts';
import { FIRST_SAMPLE } from '#samples/registry.ts';

let app: AppState;
beforeEach(async () => {
  app = await openApp();
});

/** Scores datasets and shows them side by side. */
async function compare(datasets: Readonly<Record<string, readonly Row[]>>): Promise<Mounted> {
  const ids = await storeRuns(app, datasets);
  const letters = ['a', 'b', 'c'];
  app.router.go('compare', Object.fromEntries(ids.map((id, at) => [letters[at] ?? '', id])));
  await eventually(() => expect(app.router.screen).toBe('compare'));
  return mountScreen();
}

async function mountScreen(): Promise<Mounted> {
  const screen = mountWith(app, Compare, {});
  await eventually(() => {
    flushSync();
    expect(screen.element.querySelector('[aria-label="Filters"]')).not.toBeNull();
  });
  return screen;
}

async function expectIds({ element }: Mounted, ids: readonly string[]): Promise<void> {
  await eventually(() => {
    flushSync();
    const shown = [...element.querySelectorAll('[role=grid] [role=rowheader]')].map(textOf);
    expect(shown).toEqual(ids);
  });
}

/** What the line of numbers says of a metric. */
function metric({ element }: Mounted, name: string): string {
  flushSync();
  const tiles = [...element.querySelectorAll('[aria-label=Metrics] button')];
  const labels = tiles.map((tile) => tile.getAttribute('aria-label') ?? '');
  return labels.find((label) => label.startsWith(`${name}: `)) ?? '';
}

async function openFold({ screen, user }: Mounted, name: string): Promise<void> {
  await user.click(await eventually(() => screen.getByText(name)));
  await eventually(() => {
    flushSync();
    expect(screen.queryByRole('table', { name })).not.toBeNull();
  });
}

describe('two runs on the screen', () => {
  it('have their means, their difference and the rows on each side, also the other way round', async () => {
    const screen = await compare({ before: BEFORE, after: AFTER });
    expect(metric(screen, 'Exact match')).toBe(
      'Exact match: A 0.50; B 0.50, difference 0.00, better on 1 and worse on 1 of 4 rows',
    );
    expect(metric(screen, 'In-order match')).toMatch(
      /A 0\.75; B 0\.50, difference −0\.25, better on 1 and worse on 2 of 4 rows/,
    );
    expect(metric(screen, 'Precision')).toMatch(
      /A 0\.67; B 0\.75, difference \+0\.08, better on 2/,
    );
    await screen.user.click(screen.button('Swap'));
    await eventually(() =>
      expect(metric(screen, 'In-order match')).toMatch(/A 0\.50; B 0\.75, difference \+0\.25/),
    );
  });

  it('are such as share rows where the page chooses A; it says where none does', async () => {
    const rowsOf = (...ids: string[]): Row[] => ids.map((id) => row(id, 'ab', 'ab'));
    const names = ['main', 'other', 'today'] as const;
    const [main, other, today] = await storeRuns(app, {
      [names[0]]: rowsOf('1', '2', '3', '4'),
      [names[1]]: rowsOf('x', 'y'),
      [names[2]]: rowsOf('1', '2', '3'),
    });
    app.router.go('compare', {});
    await eventually(() => expect(app.router.screen).toBe('compare'));
    const { element } = await mountScreen();
    expect([app.router.param('a'), app.router.param('b')]).toEqual([main, today]);
    app.router.replace({ b: other ?? '' });
    await eventually(() => expect(textOf(element)).toContain('No common row'));
    await eventually(() => expect(app.router.param('a')).not.toBe(''));
  });

  it('name the rows that are lost before anything else', async () => {
    const screen = await compare({
      before: [...BEFORE, row('lost', 'ab', 'ab')],
      after: [...AFTER, row('lost', '', 'ab')],
    });
    await expectIds(screen, ['lost', 'worse', 'mixed', 'better', 'same']);
    const text = textOf(screen.element);
    expect(text).toContain('1 row lost: it passes in A, B makes no calls.');
    expect(text).toContain('5 of 7 rows');
    await screen.user.click(screen.screen.getByRole('tab', { name: 'Numbers' }));
    flushSync();
    expect(screen.lines('Pass table')).toContain('only A passes|3');
    await screen.user.click(screen.screen.getByRole('tab', { name: /^Rows/ }));
    await eventually(() => {
      flushSync();
      const line = screen.element.querySelector('[role=grid] [aria-rowindex="2"]');
      expect(textOf(line)).toMatch(/Lost.*−1 ?B ?no calls, 2 expected/);
    });
    await screen.user.click(screen.button('Lost'));
    await expectIds(screen, ['lost']);
    expect(screen.button('Lost').getAttribute('aria-pressed')).toBe('true');
  });

  it('are filtered, which the link says', async () => {
    const screen = await compare({ before: BEFORE, after: AFTER });
    for (const [name, ...ids] of [
      ['Improved', 'better'],
      ['Same', 'same'],
      ['Only in A', 'gone'],
      ['Only in B', 'new'],
      ['Regressed', 'worse', 'mixed'],
    ] as const) {
      expect(textOf(screen.button(name))).toMatch(new RegExp(` ${String(ids.length)}(?: rows?)?$`));
      await screen.user.click(screen.button(name));
      await expectIds(screen, ids);
    }
    expect(location.hash).toMatch(/&rows=regressed$/);
    await screen.user.click(screen.screen.getByRole('tab', { name: 'Numbers' }));
    flushSync();
    await screen.user.click(screen.button('only B passes'));
    await expectIds(screen, ['better']);
    await eventually(() => expect(decodeURIComponent(location.hash)).toContain('scores=0,0,1,1,'));
    await screen.user.click(screen.button('All'));
    await eventually(() => expect(location.hash).toMatch(/&b=[^&]+$/));
  });

  it('open a row call by call', async () => {
    const screen = await compare({ before: BEFORE, after: AFTER });
    await expectIds(screen, ['worse', 'mixed', 'better', 'same']);
    const line = [...screen.element.querySelectorAll('[role=grid] [role=row]')].find((one) =>
      textOf(one).includes('Prompt of mixed'),
    );
    await screen.user.click(line!);
    const calls = (): string[] =>
      [...screen.element.querySelectorAll('[aria-label="Calls of all runs"] [role=row]')].map(
        textOf,
      );
    await eventually(() => expect(calls()).toHaveLength(4));
    expect(calls()).toEqual([
      expect.stringMatching(/^expected ?A ?B/),
      expect.stringMatching(/^1 equal call ?a$/),
      expect.stringMatching(/^b ?\{\} ?equal ?b ?\{\} ?missing$/),
      expect.stringMatching(/^no call ?extra ?x ?\{\} ?no call$/),
    ]);
    await screen.user.click(screen.button('1 equal call'));
    flushSync();
    expect(calls()[2]).toMatch(/^a ?\{\} ?equal ?a ?\{\} ?equal ?a ?\{\}$/);
    await openFold(screen, 'Scores');
    const scores = [...screen.element.querySelectorAll('[aria-label=Scores] tr')].map(textOf);
    expect(scores.find((one) => one.startsWith('In-order match'))).toMatch(/match ?1 ?0 ?−1/);
  });

  it('are filtered by a text, which can be cleared where no row has it', async () => {
    const screen = await compare({ before: BEFORE, after: AFTER });
    await expectIds(screen, ['worse', 'mixed', 'better', 'same']);
    const field = screen.screen.getByRole('combobox', { name: 'Filter rows by text' });
    await screen.user.type(field, 'of be');
    await expectIds(screen, ['better']);
    await screen.user.type(field, 'yond');
    await eventually(() => {
      flushSync();
      expect(textOf(screen.element)).toContain('No matching row');
    });
    await screen.user.click(screen.button('Show all rows'));
    await expectIds(screen, ['worse', 'mixed', 'better', 'same']);
  });

  it('are filtered by a condition on either of them, with a chip that goes', async () => {
    const screen = await compare({
      before: BEFORE.map((one) => ({ ...one, room: 'hall' })),
      after: AFTER,
    });
    const field = screen.screen.getByRole('combobox', { name: 'Filter rows by text' });
    // only A has rooms: every row of B would be one that is not the hall
    await screen.user.type(field, 'room != hall{Enter}');
    expect(textOf(screen.element)).toContain('this run has no metric or column “room”');
    await screen.user.clear(field);
    await screen.user.type(field, 'trajectory_recall = 0{Enter}');
    await expectIds(screen, ['worse', 'better']);
    await screen.user.click(screen.button('Remove Recall 0'));
    await expectIds(screen, ['worse', 'mixed', 'better', 'same']);
  });

  it('go by what tells their names apart', async () => {
    const screen = await compare({
      'On-device home assistant, edited · as text': BEFORE,
      'On-device home assistant, edited · typed numbers': AFTER,
    });
    await expectIds(screen, ['worse', 'mixed', 'better', 'same']);
    const shown = [...screen.element.querySelectorAll('select')].flatMap(
      ({ labels, selectedOptions }) =>
        textOf(labels[0] ?? null).startsWith('Run ') ? textOf(selectedOptions[0] ?? null) : [],
    );
    expect(shown).toEqual([
      expect.stringMatching(/^On-device… as text · /),
      expect.stringMatching(/^On-device… typed numbers · /),
    ]);
    await screen.user.click(screen.element.querySelector('[role=grid] [aria-rowindex="2"]')!);
    await openFold(screen, 'Scores');
    await eventually(() => {
      flushSync();
      const heads = [...screen.element.querySelectorAll('[aria-label=Scores] th[title]')];
      expect(heads.map((head) => [textOf(head), head.getAttribute('title')])).toEqual([
        [
          expect.stringMatching(/A ?On-device… as text/),
          expect.stringContaining('edited · as text'),
        ],
        [expect.stringMatching(/B ?On-device… typed numbers/), expect.stringContaining('edited')],
      ]);
    });
  });

  it('say when they have no row in common', async () => {
    const screen = await compare({ three: THREE_ROWS, before: BEFORE });
    expect(textOf(screen.element)).toContain('A and B have no row in common');
    await screen.user.click(screen.button('Only in A'));
    await expectIds(screen, ['r-same', 'r-swapped', 'r-extra']);
  });

  it('are needed', async () => {
    app.router.go('compare');
    await eventually(() => expect(app.router.screen).toBe('compare'));
    const { element } = mountWith(app, Compare, {});
    await eventually(() => {
      flushSync();
      expect(textOf(element)).toContain('Comparing needs two runs');
    });
  });

  it('may be the same calls under another rule: what it changes is no matter of chance', async () => {
    const before = runOf(app).record.id;
    const loose = withNumbersAsText(settingsOf(FIRST_SAMPLE));
    await app.workspace.openSample(FIRST_SAMPLE, undefined, loose);
    await settled(app);
    const after = runOf(app).record.id;
    app.router.go('compare', { a: before, b: after });
    await eventually(() => expect(app.router.screen).toBe('compare'));
    const screen = await mountScreen();
    await screen.user.click(screen.screen.getByText('What this rests on'));
    flushSync();
    const text = textOf(screen.element);
    expect(text).toMatch(/B’s rules make \d more rows? pass on in-order match: mean 0\.\d\d → 0\./);
    expect(text).toContain('The calls are the same in both runs');
    expect(text).not.toMatch(/No clear difference|McNemar/);
    const { results, runs } = comparisonOf(app);
    const named = [{ lost: [], regressed: [] }];
    const reported = runs.map(({ record }) => record);
    expect(comparisonMarkdown(reported, results, named)).toMatch(/\*\*B’s rules make \d more/);
  });

  it('say which cannot be opened, one or several', async () => {
    const [a = ''] = await storeRuns(app, { before: BEFORE });
    for (const [place, said] of [
      [{ a, b: 'gone' }, 'Run B cannot be opened. It was deleted, not kept, or'],
      [{ a: 'x', b: 'y' }, 'Runs A and B cannot be opened. They were deleted, not kept, or'],
      [{ a: 'x', b: 'y', c: 'z' }, 'Runs A, B and C cannot be opened. They were'],
    ] as const) {
      app.router.go('compare', place);
      await eventually(() => expect(app.router.param('b')).toBe(place.b));
      const screen = mountWith(app, Compare, {});
      await eventually(() => expect(screen.text()).toContain(said));
      await screen.close();
    }
  });

  it('have a figure of their differences, with the numbers of the table', async () => {
    const screen = await compare({ before: BEFORE, after: AFTER });
    await screen.user.click(screen.screen.getByRole('tab', { name: 'Numbers' }));
    flushSync();
    expect(screen.lines('Numbers').find((one) => one.startsWith('In-order match'))).toMatch(
      /^In-order match\|0\.75\|0\.50\|−0\.25 ?\|–\|1\|2\|4\|–$/,
    );
    await eventually(() => {
      expect(screen.lines('Differences')).toHaveLength(5);
    });
  });

  it('are set against each other as what fits the metric: a pass table, or a scatter with a table', async () => {
    const screen = await compare({ before: BEFORE, after: AFTER });
    await screen.user.click(screen.screen.getByRole('tab', { name: 'Numbers' }));
    flushSync();
    const has = (table: string): boolean =>
      screen.screen.queryByRole('table', { name: table }) !== null;
    expect([has('Pass table'), has('Scatter')]).toEqual([true, false]);
    await screen.user.click(screen.button('Recall: A'));
    await eventually(() => expect([has('Pass table'), has('Scatter')]).toEqual([false, true]));
    const figure = screen.screen.getByRole('figure', { name: 'Scatter' });
    expect(textOf(figure)).toMatch(/rows where B is better: 1, worse: 2, same: 1\./);
    const openTab = async (name: RegExp): Promise<void> => {
      await screen.user.click(screen.screen.getByRole('tab', { name }));
      flushSync();
    };
    await screen.user.click(screen.button('A 0.00, B 1.00'));
    await expectIds(screen, ['better']);
    expect(screen.button('Remove Recall: A 0.00, B 1.00')).toBeDefined();
    await openTab(/^Numbers/);
    const choose = async (scores: RegExp): Promise<void> => {
      flushSync();
      const line = [...screen.element.querySelectorAll('[aria-label=Scatter] tr')].find((one) =>
        scores.test(textOf(one)),
      );
      line?.querySelector('button')?.focus();
      await screen.user.keyboard('{Enter}');
    };
    await choose(/^A 1\.00, B 0\.50 ?1$/);
    await expectIds(screen, ['mixed']);
  });
});

it('three runs on the screen change places, are taken out and added', async () => {
  const screen = await compare({ first: BEFORE, second: AFTER, third: BEFORE.slice(1) });
  const chosen = (): string[] =>
    [...screen.element.querySelectorAll('select')]
      .filter(({ labels }) => textOf(labels[0] ?? null).startsWith('Run '))
      .map(({ selectedOptions }) => textOf(selectedOptions[0] ?? null).split(' · ')[0] ?? '');
  expect(chosen()).toEqual(['first', 'second', 'third']);
  await screen.user.click(screen.screen.getByRole('radio', { name: 'C against A' }));
  expect(comparisonOf(app).focus).toBe(1);
  // a run that is compared already changes places
  await screen.user.selectOptions(
    screen.screen.getByRole('combobox', { name: 'Run A, the baseline' }),
    screen.screen.getAllByRole('option', { name: /^third/ })[0]!,
  );
  await eventually(() => {
    flushSync();
    expect(chosen()).toEqual(['third', 'second', 'first']);
  });
  await screen.user.click(screen.button('Remove C'));
  await eventually(() => expect(screen.button('Swap')).toBeDefined());
  await screen.user.click(screen.button('Add run'));
  await screen.user.click(
    await eventually(() => screen.screen.getByRole('menuitem', { name: /^first/ })),
  );
  await eventually(() => {
    flushSync();
    expect(chosen()).toEqual(['third', 'second', 'first']);
  });
  expect(location.hash).toMatch(/[?&]c=/);
});
