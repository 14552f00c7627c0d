import { expect, it } from 'vitest';
import { postFaults, type WorkerFault } from './served-by-page.ts';

/** The global scope of a worker, and what it has posted. */
function openScope() {
  const posted: WorkerFault[] = [];
  const scope = Object.assign(new EventTarget(), {
    postMessage: (fault: WorkerFault) => void posted.push(fault),
  });
  postFaults(scope);
  const dispatch = (type: string, fields: object): void =>
    void scope.dispatchEvent(Object.assign(new Event(type), fields));
  return { posted, dispatch };
}

it('posts what was thrown and what was rejected, with kind and stack', () => {
  const { posted, dispatch } = openScope();
  const thrown = new RangeError('too far');
  dispatch('error', { error: thrown, message: 'Uncaught RangeError: too far' });
  const rejected = new TypeError('no row');
  dispatch('unhandledrejection', { reason: rejected });
  expect(posted).toEqual([
    { fault: { name: 'RangeError', message: 'too far', stack: thrown.stack } },
    { fault: { name: 'TypeError', message: 'no row', stack: rejected.stack } },
  ]);
  expect(structuredClone(posted)).toEqual(posted);
});

it('posts what is no error as one', () => {
  const { posted, dispatch } = openScope();
  dispatch('error', { error: null, message: 'Script error.' });
  dispatch('unhandledrejection', { reason: undefined });
  expect(posted).toMatchObject([
    { fault: { name: 'Error', message: 'Script error.' } },
    { fault: { name: 'Error', message: 'undefined' } },
  ]);
});
