import { readGiven } from '#core/agents/read-given.ts';
import { valueOf, type AgentWay } from '../agent.ts';
import { faultOfCode } from '../fault-of-code.ts';
import { REPLAY_EXAMPLE } from './replay-example.ts';

/** A person’s own function, run in the page: for replays and simulations. */
export const ownFunction: AgentWay = {
  id: 'function',
  title: 'Function',
  help:
    'A JavaScript function of your own stands for the agent. It runs in a sandbox of this page, ' +
    'without network or storage, and is stored with the run. A row that takes longer than a second is stopped.',
  isLocal: true,
  fields: [
    {
      key: 'code',
      label: 'Function',
      kind: 'code',
      usual: REPLAY_EXAMPLE,
      hint: 'Takes the row and the number of the trial, gives {response, predicted_trajectory}.',
    },
  ],
  faultsOf(config) {
    const fault = faultOfCode(valueOf(ownFunction, config, 'code'));
    return fault === '' ? [] : [fault];
  },
  async call({ config, row, trial }, line) {
    const code = valueOf(ownFunction, config, 'code');
    return readGiven(await line.run({ code, args: [row(), trial], about: '' }));
  },
};
