import { CallError } from '#core/judge/call-error.ts';
import type { Provider } from '#providers/provider.ts';

/** A model in a chat window, or a person: prompts are copied there and verdicts pasted back. */
export const byHand: Provider = {
  id: 'by-hand',
  title: 'By hand: copy and paste',
  baseUrl: '',
  places: [],
  key: 'none',
  isManual: true,
  model: 'chat window',
  help: 'Nothing leaves this page except what you copy. Export the prompts and import the verdicts under Offline.',
  ask: () =>
    Promise.reject(new CallError('rejected', 'Copy the prompts and paste the verdicts instead.')),
  listModels: () => Promise.resolve([]),
};
