/** Height of a line in px: `--l-3`. */
export const LINE_HEIGHT = 20;

/** How many characters are measured to know the width of one. */
export const PROBE_LENGTH = 1000;

const LAYOUT_UNITS = 64;

/** The part of the text in sight, in px. */
interface EditorView {
  readonly scrollTop: number;
  readonly scrollLeft: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The next width that is a whole number of the browser's layout units. With characters this wide,
 * coloured pieces and the plain text below them never drift apart by rounding.
 */
export function evenWidth(charWidth: number): number {
  return Math.ceil(charWidth * LAYOUT_UNITS) / LAYOUT_UNITS;
}

/** The text area as state: what is in sight, where the caret is, how wide a character is. */
export class TextField {
  #area: HTMLTextAreaElement | undefined;
  #view = $state.raw<EditorView>({ scrollTop: 0, scrollLeft: 0, width: 0, height: 0 });
  #caret = $state(0);
  #naturalWidth = $state(0);

  /** Width of a character in px; 0 before it is known. */
  readonly charWidth = $derived(evenWidth(this.#naturalWidth));
  /** What a character is to be wider by, in px. */
  readonly letterSpacing = $derived(this.charWidth - this.#naturalWidth);

  get view(): EditorView {
    return this.#view;
  }

  /** Offset of the end of the selection that moves. */
  get caret(): number {
    return this.#caret;
  }

  /** Attachment of the text area. */
  readonly watchArea = (area: HTMLTextAreaElement): (() => void) => {
    this.#area = area;
    const observer = new ResizeObserver(() => this.readView());
    observer.observe(area);
    return () => {
      observer.disconnect();
      this.#area = undefined;
    };
  };

  /** Attachment of a span with PROBE_LENGTH characters in the text's font. */
  readonly watchProbe = (probe: HTMLElement): (() => void) => {
    const observer = new ResizeObserver(() => {
      this.#naturalWidth = probe.getBoundingClientRect().width / PROBE_LENGTH;
    });
    observer.observe(probe);
    return () => observer.disconnect();
  };

  readView(): void {
    if (!this.#area) return;
    const { scrollTop, scrollLeft, clientWidth, clientHeight } = this.#area;
    this.#view = { scrollTop, scrollLeft, width: clientWidth, height: clientHeight };
  }

  readCaret(): void {
    const area = this.#area;
    if (!area) return;
    this.#caret = area.selectionDirection === 'backward' ? area.selectionStart : area.selectionEnd;
  }

  /** Reads the caret when the selection that changed is the text area's. */
  onSelection(): void {
    if (this.#area && document.activeElement === this.#area) this.readCaret();
  }

  /** Takes text from elsewhere and starts at its top; what was typed here is equal already. */
  take(text: string): void {
    const area = this.#area;
    if (!area || area.value === text) return;
    area.value = text;
    area.setSelectionRange(0, 0);
    area.scrollTo(0, 0);
    this.readCaret();
  }

  /** Puts a text in the place of another, and the caret behind it. */
  replace(from: number, to: number, text: string): void {
    const area = this.#area;
    if (!area) return;
    area.focus({ preventScroll: true });
    area.setRangeText(text, from, to, 'end');
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }

  /** Selects a part of a 1-based line, that begins at a 0-based column, and brings it into sight. */
  reveal(line: number, start: number, end: number, column: number): void {
    const area = this.#area;
    if (!area) return;
    area.focus({ preventScroll: true });
    area.setSelectionRange(start, end);
    const { scrollLeft, clientWidth, clientHeight } = area;
    area.scrollTop = (line - 1) * LINE_HEIGHT - (clientHeight - LINE_HEIGHT) / 2;
    const x = column * this.charWidth;
    const isInSight = x >= scrollLeft && x < scrollLeft + clientWidth * 0.9;
    if (!isInSight) area.scrollLeft = x - clientWidth / 2;
    this.#caret = start;
  }
}
