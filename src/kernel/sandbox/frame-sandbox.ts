import { CustomScorer } from '#engine/own-code/custom-scorer.ts';
import WRITER from '#engine/own-code/writer.js?raw';
import { startSandbox, type OpenSandbox } from '#engine/own-code/sandbox.ts';
import type { CustomMetric } from '#core/score/metric/settings.ts';
import type { IsTrusted, OwnMetricScorer } from '#engine/task-runner.ts';
import FRAME from './frame.js?raw';

/**
 * Runs a program in a worker of a frame that has no origin, no network and no storage: its policy
 * allows blob workers and nothing else. The program is written and run in workers of the frame:
 * nothing of the code is examined here. Frame and workers are gone when it is closed.
 */
export const openFrame: OpenSandbox = ({ wasm, ...job }, startMs, signal) =>
  startSandbox(
    (program) => {
      const frame = document.createElement('iframe');
      const control = new MessageChannel();
      const rows = new MessageChannel();
      control.port1.onmessage = ({ data }: MessageEvent<unknown>) => program.fail(data);
      rows.port1.onmessage = ({ data }: MessageEvent<unknown>) => program.take(data);
      frame.addEventListener('load', () => {
        frame.contentWindow?.postMessage({ writer: WRITER, job, wasm }, '*', [
          control.port2,
          rows.port2,
        ]);
      });
      frame.setAttribute('sandbox', 'allow-scripts');
      frame.title = 'Sandbox';
      frame.hidden = true;
      frame.srcdoc = frameDocument(wasm !== undefined);
      document.body.append(frame);
      return {
        send: (message) => {
          // it has started: errors are those of rows
          control.port1.close();
          rows.port1.postMessage(message, [message.bytes]);
        },
        end: () => {
          control.port1.close();
          rows.port1.close();
          frame.remove();
        },
      };
    },
    startMs,
    signal,
  );

/** The CSP source of frame.js, which the page's own policy allows too; the build computes it. */
declare const SANDBOX_SCRIPT_SOURCE: string;

/**
 * The document of the sandboxed frame. Its policy allows its one script and blob workers, which
 * inherit it: no connection, no import, no evaluation of text. Where it runs Python, the interpreter
 * is compiled in it, and no JavaScript of a person runs there.
 */
export function frameDocument(isPython = false): string {
  const policy = [
    "default-src 'none'",
    `script-src ${SANDBOX_SCRIPT_SOURCE}${isPython ? " 'wasm-unsafe-eval'" : ''}`,
    'worker-src blob:',
    "connect-src 'none'",
  ].join('; ');
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><script>${FRAME}</script>`;
}

/** Gets ready to score with a person's own metrics, each in a frame. */
export function scoreInFrame(
  metrics: readonly CustomMetric[],
  isTrusted: IsTrusted,
  signal: AbortSignal,
): OwnMetricScorer {
  return new CustomScorer(metrics, isTrusted, signal, openFrame);
}
