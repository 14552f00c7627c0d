import { expect, it, vi } from 'vitest';
import { screen } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { describeFault } from '#core/agents/agent-error.ts';
import type { AgentSession } from './agent-session.svelte.ts';
import { mountWith } from '../../../tests/support/mount-with.ts';
import SessionBar from '#features/sessions/SessionBar.svelte';
import { agentSession } from './texts.ts';

it('a run of an agent that was paused for its failures says so, and goes on or stops', async () => {
  const resume = vi.fn();
  const cancel = vi.fn();
  const progress = { done: 5, total: 12, known: 0, failed: 5, called: 5 };
  const underWay = { texts: agentSession, progress, isPaused: false, resume, cancel };
  const session = underWay as unknown as AgentSession;
  mountWith(undefined, SessionBar, { session, alert: describeFault('server') });
  const alert = screen.getByRole('alert').textContent;
  expect(alert).toContain('five calls in a row failed for the same reason');
  expect(alert).toContain('The agent’s server failed.');
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  expect(resume).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  expect(cancel).toHaveBeenCalledOnce();
});
