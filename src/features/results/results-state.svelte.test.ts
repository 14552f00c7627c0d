import { createRawSnippet } from 'svelte';
import { expect, it } from 'vitest';
import { mountWith } from '../../../tests/support/mount-with.ts';
import { openApp, openFile } from '../../../tests/support/open-app.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import ResultsState from './ResultsState.svelte';

const empty = createRawSnippet(() => ({ render: () => '<p>Nothing is open</p>' }));

it('says why there are no results, and what to do', async () => {
  const app = await openApp();
  // a run that is open stays
  app.workspace.clear();
  await openFile(app, 'empty.jsonl', '');
  const pane = mountWith(app, ResultsState, { empty });
  await eventually(() => expect(pane.text()).toContain('The file is empty.'));
  expect(pane.text()).toContain('Open another file');

  await openFile(app, 'letter.txt', 'Dear agent,\nplease read this letter.\nYours, etc.\n');
  await eventually(() => expect(pane.text()).toContain('The format was not recognised'));

  const sample = [...pane.element.querySelectorAll('button')].find(
    (button) => button.textContent.trim() === 'Show a sample',
  );
  sample?.click();
  await eventually(() => expect(app.workspace.sampleId).toBe('on-device-home-assistant'));
  app.workspace.clear();
  await eventually(() => expect(pane.text()).toBe('Nothing is open'));
  pane.close();
});

it('offers to score a text that was held back', async () => {
  const app = await openApp();
  const pane = mountWith(app, ResultsState, { empty });
  app.workspace.clear();
  app.workspace.holdText('{"id": "held", "predicted_trajectory": []}\n', 'Draft');
  await eventually(() => expect(pane.text()).toContain('This text was not scored again.'));
  const button = [...pane.element.querySelectorAll('button')].find(
    (item) => item.textContent.trim() === 'Try again',
  );
  button?.click();
  await eventually(() => expect(app.workspace.run?.columns.rowCount).toBe(1));
  pane.close();
});
