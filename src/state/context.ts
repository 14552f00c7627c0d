import { createContext } from 'svelte';
import type { AppState } from './app.svelte.ts';

/** Gives every component below App the app's state. */
export const [getApp, setApp] = createContext<AppState>();
