import { loadText, saveText } from './settings-storage.ts';

/** Which colours are shown; `system` follows the device. */
export type ThemeChoice = 'system' | 'light' | 'dark';

const KEY = 'theme';
const CHOICES: readonly ThemeChoice[] = ['system', 'light', 'dark'];

/** The theme a person has chosen, kept on this device. */
export class Theme {
  #choice = $state<ThemeChoice>(readChoice());

  constructor() {
    this.#apply();
  }

  get choice(): ThemeChoice {
    return this.#choice;
  }

  set choice(choice: ThemeChoice) {
    this.#choice = choice;
    saveText(KEY, choice);
    this.#apply();
  }

  #apply(): void {
    if (this.#choice === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = this.#choice;
  }
}

function readChoice(): ThemeChoice {
  const stored = loadText(KEY);
  return CHOICES.find((choice) => choice === stored) ?? 'system';
}
