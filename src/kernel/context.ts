import { createContext } from 'svelte';
import type { AppState } from './app.svelte.ts';

/** The app's state, for every component below App. */
export const [getApp, setApp] = createContext<AppState>();
