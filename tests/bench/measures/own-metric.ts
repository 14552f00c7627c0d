/** What the bench of own metrics bundles: the runner, and the page's sandbox. */
export { MetricRunner } from '#engine/own-code/metric-runner.ts';
export { openFrame } from '#kernel/sandbox/frame-sandbox.ts';
