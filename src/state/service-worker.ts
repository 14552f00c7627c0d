import type { Notices } from './notices.svelte.ts';

/**
 * Keeps the page for use without a network. A new version waits until the person takes it: the page
 * never reloads by itself.
 * @param notices told when a new version waits
 * @param isBusy tells whether a reload would lose work
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
  notices.banner({
    id: 'update',
    kind: 'info',
    title: 'A new version is ready.',
    text: 'It is used once this page is loaded again.',
    action: {
      label: 'Update now',
      run: () => {
        if (isBusy()) notices.toast('Scoring goes on. Update when it is done.');
        else update(registration, isBusy);
      },
    },
  });
}

function update(registration: ServiceWorkerRegistration, isBusy: () => boolean): void {
  const { waiting } = registration;
  // taken in another tab already
  if (!waiting) {
    location.reload();
    return;
  }
  waiting.addEventListener('statechange', () => {
    if (waiting.state === 'activated' && !isBusy()) location.reload();
  });
  waiting.postMessage('skip-waiting');
}
