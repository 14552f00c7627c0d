import { createContext, runInContext } from 'node:vm';
import { vi } from 'vitest';
import { Sandbox } from '#kernel/sandbox/frame-sandbox.ts';
import { SandboxLost } from '#engine/own-code/sandbox.ts';
import { writeProgram } from './write-program.ts';

/** The events of ports are Node's, and those that jsdom knows are its own: each is asked by name. */
const EVENTS = {
  EventTarget: {
    prototype: {
      addEventListener(this: MessagePort, type: string, listener: () => void) {
        this.addEventListener(type, listener);
      },
    },
  },
  Event: {
    prototype: { preventDefault: () => undefined, stopImmediatePropagation: () => undefined },
  },
  MessageEvent: {
    prototype: {
      get data(): unknown {
        return (this as MessageEvent).data;
      },
      get ports(): unknown {
        return (this as unknown as MessageEvent).ports;
      },
    },
  },
};

/**
 * Runs a person's code in the test's own thread, by the program that the real sandbox runs: jsdom
 * has no workers. It is no sandbox, and what hangs hangs: a browser shows that it is stopped.
 */
export function useThreadSandbox(): void {
  vi.spyOn(Sandbox, 'open').mockImplementation((job) => {
    const { port1, port2 } = new MessageChannel();
    const context = createContext({
      ...{ MessagePort, TextDecoder, performance, setTimeout, ...EVENTS },
      self: {},
      addEventListener: (type: string, listener: (event: object) => void) => {
        if (type !== 'message') return;
        const event = { ports: [port2], stopImmediatePropagation: () => undefined };
        // once all of the program has run
        queueMicrotask(() => listener(event));
      },
    });
    try {
      runInContext(writeProgram(job), context, { filename: 'program.js' });
    } catch (error) {
      const message = String(error);
      return Promise.reject(new SandboxLost({ how: 'broken', message, line: 0 }));
    }
    return new Promise((resolve, reject) => {
      port1.onmessage = ({ data }: MessageEvent<string>) => {
        port1.onmessage = null;
        port1.start();
        const frame = document.createElement('iframe');
        if (data === 'ready') resolve(Reflect.construct(Sandbox, [frame, port1]) as Sandbox);
        else reject(new SandboxLost({ how: 'no_function' }));
      };
    });
  });
}
