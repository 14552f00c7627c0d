import { afterEach, expect, it, vi } from 'vitest';
import { scoreForm } from '#core/judge/verdict-form.ts';
import type { JudgeAnswer } from './provider.ts';
import { PROVIDERS, providerById } from './registry.ts';

const VERDICT = '{"explanation":"Fine.","score":1}';

afterEach(() => vi.unstubAllGlobals());

/** Asks a provider that answers with this. */
function ask(id: string, answer: unknown): Promise<JudgeAnswer> {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answer)));
  const { signal } = new AbortController();
  const question = { system: 's', user: 'u', form: scoreForm([0, 1]), temperature: 0 };
  const connection = { baseUrl: 'http://judge', model: 'm', key: 'k' };
  return providerById(id)!.ask({ ...connection, ...question, withinMs: 5000 }, signal);
}

/** A whole answer with a provider’s reason to stop, and with none where it is undefined. */
const STOPPED: Readonly<Record<string, (reason: string | undefined) => unknown>> = {
  openai: (finish_reason) => ({ choices: [{ message: { content: VERDICT }, finish_reason }] }),
  anthropic: (stop_reason) => ({ content: [{ type: 'text', text: VERDICT }], stop_reason }),
  gemini: (finishReason) => ({
    candidates: [{ content: { parts: [{ text: VERDICT }] }, finishReason }],
  }),
};

it.each<[string, boolean, ...(string | undefined)[]]>([
  ['openai', false, 'stop', 'tool_calls', 'eos', 'eos_token', 'stop_sequence', undefined],
  ['openai', true, 'length', 'model_length', 'max_tokens', 'MAX_TOKENS', 'abort', 'error'],
  ['anthropic', false, 'end_turn', 'tool_use', 'stop_sequence', undefined],
  ['anthropic', true, 'max_tokens', 'model_context_window_exceeded', 'pause_turn'],
  ['gemini', false, 'STOP', 'FINISH_REASON_UNSPECIFIED', undefined],
  ['gemini', true, 'MAX_TOKENS', 'OTHER', 'LANGUAGE', 'MALFORMED_FUNCTION_CALL'],
])('%s: an answer is cut: %s, by what it says of its end', async (id, isCut, ...reasons) => {
  for (const reason of reasons) {
    expect(await ask(id, STOPPED[id]!(reason)), reason).toMatchObject({ text: VERDICT, isCut });
  }
});

it('every judge that is asked over the network says why it stopped', () => {
  const asked = PROVIDERS.filter(({ key }) => key !== 'none').map(({ id }) => id);
  expect(Object.keys(STOPPED).sort()).toEqual(asked.sort());
});

it('gives all that Anthropic’s model says, so that two verdicts are seen as two', async () => {
  const tool = (score: number) => ({ type: 'tool_use', name: 'give_verdict', input: { score } });
  const called = { content: [tool(1), tool(0)], stop_reason: 'tool_use' };
  expect((await ask('anthropic', called)).text).toBe('{"score":1}\n{"score":0}');
  const content = ['{"explanation":"Fine.",', '"score":1}'].map((text) => ({ type: 'text', text }));
  const said = { content, stop_reason: 'end_turn' };
  expect((await ask('anthropic', said)).text).toBe(VERDICT);
});
