import type { MetricSettings } from '#core/metrics/settings.ts';
import { packRuns, packSettings } from '#storage/run-file.ts';
import type { LoadedRun } from '#storage/runs.ts';
import { writeFragment } from '#storage/share-link.ts';
import type { OpenRun } from './open-run.ts';
import { toLoadedRun } from './stored-form.ts';

/** Chat programs and mail cut links that are longer. */
export const LONG_LINK = 2000;
/** Links that are longer do not arrive. */
export const LONGEST_LINK = 32_000;

/** Rows that no packing makes short enough for a link. */
const HOPELESS_BYTES = 2_000_000;

/** Writes a link that opens this page with a run and all its rows; undefined when it is too long. */
export async function linkWithData(run: OpenRun): Promise<string | undefined> {
  if (run.rows.size > HOPELESS_BYTES) return undefined;
  const packed = await packRuns('run', [forLink(toLoadedRun(run))]);
  const link = pageAddress() + (await writeFragment(packed));
  return link.length > LONGEST_LINK ? undefined : link;
}

/** Writes a link that opens this page with settings and no data. */
export async function linkWithSettings(settings: MetricSettings): Promise<string> {
  return pageAddress() + (await writeFragment(await packSettings(settings)));
}

/** A link leaves out what can be found again from the rest, and what no link has room for. */
function forLink({ run, source, chunks }: LoadedRun): LoadedRun {
  const isSummary = run.state === 'summary';
  return {
    run: { ...run, summary: isSummary ? run.summary : [], sampleId: '' },
    source: source && { ...source, original: null },
    chunks,
  };
}

function pageAddress(): string {
  return location.href.replace(/#.*$/s, '');
}
