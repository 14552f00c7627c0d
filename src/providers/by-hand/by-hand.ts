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
  help: 'Nothing leaves this page except what you copy. Name the model, so that the verdicts are attributed to it.',
  ask: () =>
    Promise.reject(new CallError('rejected', 'Copy the prompts and paste the verdicts instead.')),
};
