import './ui/styles/tokens.css';
import './ui/styles/base.css';
import { mount } from 'svelte';
import { AppState } from './kernel/app.svelte.ts';
import { watchFaults } from './kernel/faults.ts';
import { takeReportBlock } from './kernel/own-page.ts';
import App from './app/App.svelte';
import { start } from './app/start.ts';

/** The longest that the first paint waits for the workers to be started. */
const HEAD_START_MS = 100;

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');

async function open(target: HTMLElement): Promise<void> {
  const report = takeReportBlock();
  const app = new AppState();
  watchFaults(app.notices, () => app.router.screen);
  void start(app, report);
  // Workers and store get ready in other threads while this one draws, once it has started them.
  const pause = new Promise((resolve) => setTimeout(resolve, HEAD_START_MS));
  await Promise.race([app.workersBegun, pause]);
  mount(App, { target, props: { app } });
}

open(target).catch((error: unknown) => {
  target.append('The page could not be started. Reload it: what is stored is kept.');
  throw error;
});
