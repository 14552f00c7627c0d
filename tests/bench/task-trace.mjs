/** The tasks of a page's main thread, by the processor time they take: others share the machine. */

/**
 * @typedef {{name: string, pid: number, tid: number, tdur?: number, args: {name?: string}}} TraceEvent
 */

/**
 * Does something in a page and finds its longest task meanwhile. A trace costs time, too: what is
 * done is not to be timed to the millisecond.
 *
 * @template R
 * @param {import('@playwright/test').Page} page
 * @param {() => Promise<R>} act
 * @returns {Promise<{value: R, longestMs: number}>} what it gives, and ms of processor time
 */
export async function withLongestTask(page, act) {
  const session = await page.context().newCDPSession(page);
  /** @type {TraceEvent[]} */
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    // the protocol's types do not say what is in a trace
    for (const event of value)
      events.push(/** @type {TraceEvent} */ (/** @type {unknown} */ (event)));
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'], recordMode: 'recordContinuously' },
  });
  const value = await act();
  // tasks after the last thing seen count too
  await page.waitForTimeout(1000);
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  return { value, longestMs: longestOf(events) };
}

/** @param {readonly TraceEvent[]} events */
function longestOf(events) {
  const idOf = (/** @type {TraceEvent} */ { pid, tid }) => `${pid} ${tid}`;
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(idOf),
  );
  let longest = 0;
  for (const event of events) {
    const isTask = event.name.endsWith('RunTask') && mains.has(idOf(event));
    if (isTask) longest = Math.max(longest, (event.tdur ?? 0) / 1000);
  }
  return longest;
}
