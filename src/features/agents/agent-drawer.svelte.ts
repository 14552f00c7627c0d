import { perApp } from '#kernel/per-app.svelte.ts';

/** The drawer that runs an agent: its code comes when it is first opened. */
class AgentDrawerState {
  state = $state<'unused' | 'open' | 'closed'>('unused');
}

/** The drawer of an app. */
export const agentDrawerOf = perApp(() => new AgentDrawerState());
