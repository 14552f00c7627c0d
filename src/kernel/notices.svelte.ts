/** Something a person can do about a notice. */
export interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
}

/** A short message that goes away by itself. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly action?: NoticeAction;
}

/** A message that stays until it is resolved or closed. One per id. */
export interface Notice {
  readonly id: string;
  readonly kind: 'warn' | 'info' | 'error';
  readonly title: string;
  readonly text: string;
  readonly actions?: readonly NoticeAction[];
  /** Whether it is about the data that is open, and goes with it. */
  readonly isOfData?: true;
}

const TOAST_MS = 8000;

/** Messages to the person at the page. */
export class Notices {
  #toasts = $state.raw<readonly Toast[]>([]);
  #banners = $state.raw<readonly Notice[]>([]);
  #nextId = 1;
  /** Whether somebody is at the short messages: none goes away meanwhile. */
  isHeld = false;

  get toasts(): readonly Toast[] {
    return this.#toasts;
  }

  get banners(): readonly Notice[] {
    return this.#banners;
  }

  /**
   * Shows a short message, in the place of an equal one without an action; `onGone` is called when it
   * can no longer be acted on.
   */
  toast(text: string, action?: NoticeAction, onGone?: () => void): void {
    const id = this.#nextId++;
    const others = this.#toasts.filter((toast) => toast.action || toast.text !== text);
    this.#toasts = [...others, action ? { id, text, action } : { id, text }];
    const end = (): void => {
      if (this.isHeld && this.#toasts.some((toast) => toast.id === id)) {
        setTimeout(end, TOAST_MS);
        return;
      }
      this.dismissToast(id);
      onGone?.();
    };
    setTimeout(end, TOAST_MS);
  }

  dismissToast(id: number): void {
    this.#toasts = this.#toasts.filter((toast) => toast.id !== id);
  }

  /** They go with the screen they came on. */
  dismissToasts(): void {
    this.#toasts = [];
  }

  /** Shows a message that stays; it replaces one with the same id. */
  banner(notice: Notice): void {
    this.#banners = [...this.#banners.filter(({ id }) => id !== notice.id), notice];
  }

  dismissBanner(id: string): void {
    this.#banners = this.#banners.filter((notice) => notice.id !== id);
  }

  /** Replaces the notices about the data with those about other data, if any. */
  setOfData(banners: readonly Notice[] = []): void {
    this.#banners = [...this.#banners.filter(({ isOfData }) => !isOfData), ...banners];
  }

  get ofData(): readonly Notice[] {
    return this.#banners.filter(({ isOfData }) => isOfData);
  }
}
