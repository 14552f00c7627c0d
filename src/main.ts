import './styles/tokens.css';
import './styles/base.css';
import { mount } from 'svelte';
import { AppState } from '#state/app.svelte.ts';
import { takeReportBlock } from '#state/own-page.ts';
import App from './App.svelte';

/** The longest that the first paint waits for the workers to be started. */
const HEAD_START_MS = 100;

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');
const report = takeReportBlock();
const app = new AppState();
void app.start(report);
// Workers and store get ready in other threads while this one draws, once it has started them.
const pause = new Promise((resolve) => setTimeout(resolve, HEAD_START_MS));
void Promise.race([app.workersBegun, pause]).then(() => mount(App, { target, props: { app } }));
