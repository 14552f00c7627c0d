import type { Plugin } from 'vite';

const WORKER = /^assets\/evaluation\.worker-[^/]*\.js$/;

/** Has the browser fetch the worker's code along with the page's own, which starts it at once. */
export function preloadWorker(): Plugin {
  return {
    name: 'preload-worker',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const names = Object.keys(bundle).filter((name) => WORKER.test(name));
        if (names.length !== 1) this.error('the chunk of the evaluation worker is not to be found');
        return names.map((name) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `./${name}` },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}
