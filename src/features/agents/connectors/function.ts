import { readGiven } from '#core/agents/code-call.ts';
import { languageOf, CODE_LIMIT } from '#core/score/custom-metrics/custom-metric.ts';
import { valueOf, type AgentConnector } from './agent.ts';
import { hinted } from './connector-fields.ts';
import { ownFunction as texts } from '#features/agents/texts.ts';

/** A function to begin with: it replays the reference, with mistakes in a stated share of the rows. */
const REPLAY_EXAMPLE = `// Replays what was expected, with a mistake in a share of the rows.
const share = 0.25;

function agent(row, trial) {
  if (!row.reference_trajectory) throw new Error('The row has no expected calls to replay.');
  const calls = [...row.reference_trajectory];
  // the same row and trial come out the same each time
  const random = randomOf(\`\${row.id} \${row.prompt} \${trial}\`);
  if (random() < share) {
    const at = Math.floor(random() * calls.length);
    const mistakes = [
      () => calls.splice(at, 1),
      () => calls.splice(at, 0, calls[at]),
      () => (calls[at] = { ...calls[at], tool_input: { mistaken: true } }),
    ];
    if (calls.length === 0) calls.push({ tool_name: 'not_needed', tool_input: {} });
    else mistakes[Math.floor(random() * mistakes.length)]();
  }
  return { response: row.reference ?? 'Done.', predicted_trajectory: calls };
}

// random numbers in [0,1) that a text decides
function randomOf(text) {
  let state = 0;
  for (const sign of text) state = (Math.imul(state, 31) + sign.codePointAt(0)) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
`;

/** A person’s own function, run in the page: for replays and simulations. */
export const ownFunction: AgentConnector = {
  id: 'function',
  title: texts.title,
  help: texts.help,
  isLocal: true,
  fields: [hinted('code', 'code', texts.code, REPLAY_EXAMPLE)],
  faultsOf(config) {
    const code = valueOf(ownFunction, config, 'code');
    if (code.trim() === '') return [texts.needsFunction];
    if (languageOf(code) === 'python') return [texts.isPython];
    return code.length > CODE_LIMIT ? [texts.functionTooLong(CODE_LIMIT)] : [];
  },
  async call({ row, trial }, client) {
    return readGiven(await client.run([row(), trial]));
  },
};
