import { perApp } from './per-app.svelte.ts';
import { loadText, saveText } from './settings-storage.ts';

/** Whether single characters are shortcuts: speech input and shaky hands press them unasked. */
class OneLetterKeys {
  #isOn = $state(loadText('keys') !== 'off');

  get isOn(): boolean {
    return this.#isOn;
  }

  set isOn(isOn: boolean) {
    this.#isOn = isOn;
    saveText('keys', isOn ? '' : 'off');
  }
}

/** The choice of an app, kept on this device. */
export const oneLetterKeysOf = perApp(() => new OneLetterKeys());
