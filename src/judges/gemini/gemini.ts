import type { Judge } from '../judge.ts';
import { idsOf, join, pick, requestJson } from '../request-json.ts';

/** Gemini through Google’s own library, which is loaded with the first question. */
export const gemini: Judge = {
  id: 'gemini',
  title: 'Gemini',
  baseUrl: 'https://generativelanguage.googleapis.com',
  places: [{ title: 'Gemini', baseUrl: 'https://generativelanguage.googleapis.com' }],
  key: 'needed',
  model: 'gemini-2.5-flash',
  help: 'A key comes from Google AI Studio. Restrict it to the Generative Language API.',
  async ask(request, signal) {
    const { askGemini } = await import('./ask-gemini.ts');
    return askGemini(request, signal);
  },
  async listModels({ baseUrl, key }, signal) {
    const url = join(baseUrl, 'v1beta/models?pageSize=200');
    const list = pick(
      await requestJson({ url, headers: { 'x-goog-api-key': key } }, signal),
      'models',
    );
    if (!Array.isArray(list)) return [];
    return idsOf(
      list.map((model) => ({ id: String(pick(model, 'name')).replace(/^models\//, '') })),
    );
  },
};
