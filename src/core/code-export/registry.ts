import { adk } from './adk.ts';
import { agentevals } from './agentevals.ts';
import { promptfoo } from './promptfoo.ts';
import type { CodeTarget } from './target.ts';
import { vertex } from './vertex.ts';

/** Every tool the chosen metrics can be written down for, in display order. */
export const CODE_TARGETS: readonly CodeTarget[] = [vertex, adk, promptfoo, agentevals];
