/** Which colours are shown; `system` follows the device. */
export type ThemeChoice = 'system' | 'light' | 'dark';

const KEY = 'trajectory-playground:theme';
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
    try {
      localStorage.setItem(KEY, choice);
    } catch {
      // without storage the choice lasts until the page is closed
    }
    this.#apply();
  }

  #apply(): void {
    if (this.#choice === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = this.#choice;
  }
}

function readChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(KEY);
    return CHOICES.find((choice) => choice === stored) ?? 'system';
  } catch {
    return 'system';
  }
}
