/** What the bench of own metrics bundles: the runner, and the page's sandbox. */
export { MetricRunner } from '#engine/own-code/custom-scorer.ts';
export { openFrame } from '#kernel/sandbox/frame-sandbox.ts';
