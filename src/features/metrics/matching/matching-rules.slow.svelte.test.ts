import { screen, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type MetricSettings, departuresOf } from '#core/score/metric/settings.ts';
import { openApp } from '../../../../tests/support/open-app.ts';
import { mountWith } from '../../../../tests/support/mount-with.ts';
import MatchingRules from './MatchingRules.svelte';

/** Shows the rules; the settings change as in the drawer, only that nothing is scored. */
async function showRules() {
  const app = await openApp();
  // not made deeply reactive: what is sent to a worker cannot be
  let settings = $state.raw(app.workspace.settings);
  let isShown = $state(false);
  const props = {
    get settings() {
      return settings;
    },
    decides: 'trajectory_exact_match',
    get isShown() {
      return isShown;
    },
    onchange: (changed: MetricSettings) => {
      settings = changed;
    },
  };
  const { user } = mountWith(app, MatchingRules, props);
  const show = (): void => {
    isShown = true;
  };
  return { user, show, words: () => departuresOf(settings).join(', ') };
}

const field = (name: string) =>
  screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' });

it('a path that says nothing is not taken, and a good one can be removed', async () => {
  const { user, words } = await showRules();
  await user.type(field('Path to ignore'), '/a//b');
  expect(screen.getByText(/has two slashes without a name between them/)).toBeTruthy();
  const add = screen.getByLabelText<HTMLButtonElement>('Add: Path to ignore');
  expect(add.disabled).toBe(true);
  await user.keyboard('{Enter}');
  expect(words()).toBe('');
  await user.clear(field('Path to ignore'));
  await user.type(field('Path to ignore'), '/temperature{Enter}');
  expect(words()).toContain('ignoring /temperature');
  expect(field('Path to ignore').value).toBe('');
  await user.click(screen.getByLabelText('Remove /temperature'));
  expect(words()).toBe('');
});

it('a tolerance is a number from 0', async () => {
  const { user, words } = await showRules();
  await user.type(field('Numeric tolerance'), 'a lot');
  await user.tab();
  expect(words()).toBe('');
  await user.type(field('Numeric tolerance'), '-0.5');
  await user.tab();
  expect(field('Numeric tolerance').value).toBe('0.5');
  expect(words()).toContain('0.5');
  await user.clear(field('Numeric tolerance'));
  await user.tab();
  expect(words()).toBe('');
});

it('a tool has a rule of its own, once', async () => {
  const { user, words } = await showRules();
  const tools = screen.getByLabelText('Tool with its own rule');
  await user.type(tools, 'set_lights{Enter}');
  // nothing is stored while it is that of all
  expect(words()).toBe('');
  const own = screen.getByText('Use the rule for all tools').closest('details')!;
  expect(own.open).toBe(true);
  await user.click(within(own).getByText('Ignore arguments'));
  expect(words()).toBe('set_lights: arguments ignored');
  await user.type(tools, 'set_lights');
  expect(screen.getByText('“set_lights” already has a rule.')).toBeTruthy();
  await user.click(within(own).getByText('Use the rule for all tools'));
  expect(words()).toBe('');
});

it('counting a repeated call once, and leaving rows without calls out, say what they do', async () => {
  const { user, words } = await showRules();
  expect(
    screen.getByText('As the Vertex AI service. Expected a, called a and a: precision 1.'),
  ).toBeTruthy();
  await user.click(screen.getByText('Count once'));
  expect(screen.getByText('Expected a, called a and a: precision 0.5.')).toBeTruthy();
  await user.click(screen.getByText('Left out'));
  expect(screen.getByText(/^As the Vertex AI service: the row is counted, but/)).toBeTruthy();
  expect(words().split(', ')).toHaveLength(2);
  await user.click(screen.getByText('Count every repeat'));
  await user.click(screen.getByText('Scored'));
  expect(words()).toBe('');
});

it('says beside each rule how many rows would change', async () => {
  const { user, show } = await showRules();
  show();
  const label = screen.getByText('Ignore arguments').closest('label');
  await eventually(() => expect(label?.textContent).toContain('5 more rows pass'));
  // and the choice that is made has no word
  expect(
    screen.getByText('All arguments must be equal').closest('label')?.textContent,
  ).not.toContain('pass');
  const flag = screen.getByText(/^Numbers in text count/);
  const note = (): string => flag.closest('.flag')?.textContent ?? '';
  await eventually(() => expect(note()).toMatch(/more rows? pass|no row changes/));
  expect(note()).not.toContain('otherwise');
  await user.click(flag);
  await eventually(() => expect(note()).toContain('otherwise: '));
});
