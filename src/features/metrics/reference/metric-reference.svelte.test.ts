import { screen } from '@testing-library/dom';
import { expect } from 'vitest';
import { METRICS } from '#core/score/metrics/registry.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { it } from '../../../../tests/support/open-app.ts';
import { mountWith } from '../../../../tests/support/mount-with.ts';
import MetricReference from './MetricReference.svelte';

const wordsOf = (part: Element | null | undefined) => part?.textContent.replace(/\s+/g, ' ');

it('explains every metric with an example that is scored there and then, and finds by words', async ({
  app,
}) => {
  const { user } = mountWith(app, MetricReference, {
    ...{ open: true, metricId: 'trajectory_recall', onclose: () => undefined },
  });
  const articles = () => [...document.querySelectorAll('article')];
  expect(articles()).toHaveLength(METRICS.length);
  const heading = document.getElementById('about-trajectory_recall');
  await eventually(() => expect(document.activeElement).toBe(heading));
  const recall = heading?.closest('article');
  expect(recall?.textContent).toContain('expected calls that are made ÷ expected calls');
  await eventually(() => expect(wordsOf(recall)).toContain('2 ÷ 3 = 0.67'));
  const search = document.querySelector<HTMLInputElement>('input[type=search]')!;
  await user.click(search);
  await user.paste('bleu tokenizer');
  expect(articles().map((article) => article.querySelector('h4')?.textContent.trim())).toEqual([
    'BLEU',
  ]);
  await eventually(() => expect(wordsOf(articles()[0])).toContain('= 0.41'));
  await user.clear(search);
  await user.paste('nonsense');
  expect(articles()).toEqual([]);
  expect(screen.getByText('No metric mentions “nonsense”.')).toBeTruthy();
});
