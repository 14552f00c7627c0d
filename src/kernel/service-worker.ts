import type { Notices } from './notices.svelte.ts';

/**
 * Keeps the page for use without a network. A new version waits until the person accepts it: the page
 * never reloads by itself.
 * @param isBusy returns whether a reload would lose work
 */
export async function registerServiceWorker(
  notices: Notices,
  isBusy: () => boolean,
): Promise<void> {
  // on a plain-http host the property is absent, whatever the types say
  const isOffered = import.meta.env.PROD && import.meta.env.MODE !== 'single';
  if (!isOffered || !('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register('./sw.js');
    const offer = (): void => offerUpdate(registration, notices, isBusy);
    if (registration.waiting) offer();
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing;
      worker?.addEventListener('statechange', () => {
        if (registration.waiting === worker) offer();
      });
    });
  } catch {
    // without it the page works as long as its host does
  }
}

function offerUpdate(
  registration: ServiceWorkerRegistration,
  notices: Notices,
  isBusy: () => boolean,
): void {
  // the first version has nothing to wait for
  if (!registration.active) return;
  const run = (): void => {
    if (isBusy()) notices.toast('Scoring is running. Update when it is done.');
    else takeUpdate(registration, () => (isBusy() ? offer() : location.reload()));
  };
  const offer = (): void =>
    notices.banner({
      id: 'update',
      kind: 'info',
      title: 'A new version is ready.',
      text: 'It is used once you reload this page.',
      actions: [{ label: 'Update now', run }],
    });
  offer();
}

/** How long a browser has to answer before it is asked again. */
const ASK_AGAIN_MS = 2000;

/** Lets the version that waits take over. */
function takeUpdate(registration: ServiceWorkerRegistration, onTaken: () => void): void {
  const { waiting } = registration;
  if (!waiting) {
    onTaken();
    return;
  }
  const ask = (): void => waiting.postMessage('skip-waiting');
  // a browser waits until the version before is idle, and now and then forgets to look again
  const timer = setInterval(ask, ASK_AGAIN_MS);
  waiting.addEventListener('statechange', () => {
    if (waiting.state === 'activating') return;
    clearInterval(timer);
    if (waiting.state === 'activated') onTaken();
  });
  ask();
}
