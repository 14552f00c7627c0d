import './ui/styles/tokens.css';
import './ui/styles/base.css';
import './ui/styles/vocabulary.css';
import './ui/styles/print.css';
import { mount } from 'svelte';
import { AppState } from './kernel/app.svelte.ts';
import { watchFaults } from './kernel/faults.ts';
import { takeReportBlock } from './kernel/own-page.ts';
import App from './app/App.svelte';
import { loadPlayground } from './app/parts.svelte.ts';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');

try {
  const report = takeReportBlock();
  const app = new AppState();
  app.prepare();
  watchFaults(app.notices);
  void loadPlayground().then(({ start }) => start(app, report));
  mount(App, { target, props: { app, isReport: report !== undefined } });
} catch (error) {
  target.append('The page could not be started. Reload it: what is stored is kept.');
  throw error;
}
