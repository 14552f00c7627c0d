import type { Locator } from '@playwright/test';
import type { Playground } from './playground.ts';

/** Opens the metrics' drawer where one writes one's own. */
export async function openMetrics({ page }: Playground): Promise<Locator> {
  await page.getByRole('button', { name: 'Metrics', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Metrics' });
  await drawer.getByRole('tab', { name: 'Code' }).click();
  return drawer;
}

/** Begins a metric of one's own from a sample; gives its form. */
export async function beginMetric(app: Playground, sample: string): Promise<Locator> {
  const drawer = await openMetrics(app);
  await app.choose('New metric', sample);
  return drawer.getByRole('form', { name: 'Your metric' });
}
