import { CallError } from '#core/judge/call-error.ts';
import { verdictSchema } from '#providers/chat.ts';
import type { Provider } from '#providers/provider.ts';

interface Session {
  prompt(text: string, options: object): Promise<string>;
  destroy(): void;
}

/** The browser’s Prompt API, as far as it is used here. */
interface BrowserModel {
  availability(): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>;
  create(options: object): Promise<Session>;
}

function builtIn(): BrowserModel | undefined {
  return (globalThis as { readonly LanguageModel?: BrowserModel }).LanguageModel;
}

/** The model that is built into some browsers: no key, no network. */
export const browserModel: Provider = {
  id: 'browser-model',
  title: 'Built into the browser',
  baseUrl: '',
  places: [],
  key: 'none',
  model: 'built-in',
  help:
    'Nothing leaves this device, and the network may stay off. Chrome on a desktop computer has ' +
    'such a model; it is downloaded by the browser when it is first used.',
  async ask({ system, user, form }, signal) {
    const model = builtIn();
    if (!model) throw new CallError('rejected', 'This browser has no built-in model.');
    if ((await model.availability()) === 'unavailable') {
      throw new CallError('rejected', 'The built-in model does not run on this device.');
    }
    const initialPrompts = [{ role: 'system', content: system }];
    const session = await model.create({ initialPrompts, signal });
    try {
      const responseConstraint = verdictSchema(form);
      const text = await session.prompt(user, { responseConstraint, signal });
      return { text, usage: undefined, isCut: false };
    } catch (error) {
      if (signal.aborted) throw error;
      throw new CallError('server', error instanceof Error ? error.message : String(error));
    } finally {
      session.destroy();
    }
  },
  listModels: () => Promise.resolve(builtIn() ? ['built-in'] : []),
};
