import { px, widthOf, type Ink, type PathShape, type TextShape } from './figure.ts';

/** Size of all text in px, and how far below their middle and top letters have their baseline. */
const TEXT = { size: 12, middle: 4, top: 10, bottom: -3 } as const;

/** What `save` keeps. */
interface State {
  readonly fillStyle: string;
  readonly strokeStyle: string;
  readonly lineWidth: number;
  readonly textAlign: CanvasTextAlign;
  readonly textBaseline: CanvasTextBaseline;
  readonly dash: readonly number[];
  readonly origin: readonly [x: number, y: number];
  readonly isUpright: boolean;
}

const ANCHORS: Partial<Record<CanvasTextAlign, TextShape['anchor']>> = {
  left: 'start',
  right: 'end',
  center: 'middle',
  start: 'start',
  end: 'end',
};

/**
 * As much of a canvas as the chart library draws bars and axes with: what is drawn on it becomes
 * lines and text, in the inks that its colours name. Nothing is clipped.
 */
export class RecordingContext {
  readonly shapes: (PathShape | TextShape)[] = [];
  readonly canvas: { width: number; height: number; readonly getContext: () => RecordingContext };
  fillStyle = 'ink';
  strokeStyle = 'ink';
  lineWidth = 1;
  textAlign: CanvasTextAlign = 'start';
  textBaseline: CanvasTextBaseline = 'alphabetic';
  font = '';
  lineDashOffset = 0;
  #dash: readonly number[] = [];
  #origin: readonly [x: number, y: number] = [0, 0];
  #isUpright = false;
  #path = '';
  readonly #saved: State[] = [];

  constructor(width: number, height: number) {
    this.canvas = { width, height, getContext: () => this };
  }

  save(): void {
    const { fillStyle, strokeStyle, lineWidth, textAlign, textBaseline } = this;
    this.#saved.push({
      fillStyle,
      strokeStyle,
      lineWidth,
      textAlign,
      textBaseline,
      dash: this.#dash,
      origin: this.#origin,
      isUpright: this.#isUpright,
    });
  }

  restore(): void {
    const state = this.#saved.pop();
    if (!state) return;
    const { dash, origin, isUpright, ...styles } = state;
    Object.assign(this, styles);
    this.#dash = dash;
    this.#origin = origin;
    this.#isUpright = isUpright;
  }

  resetTransform(): void {
    this.#origin = [0, 0];
    this.#isUpright = false;
  }

  /** Only ever the whole: one pixel is one pixel here. */
  setTransform(): void {
    this.resetTransform();
  }

  translate(x: number, y: number): void {
    const [left, top] = this.#origin;
    this.#origin = [left + x, top + y];
  }

  /** A quarter turn to the left, as of the title of a y axis. */
  rotate(angle: number): void {
    this.#isUpright = angle !== 0;
  }

  setLineDash(dash: readonly number[]): void {
    this.#dash = dash;
  }

  beginPath(): void {
    this.#path = '';
  }

  closePath(): void {
    this.#path += 'z';
  }

  moveTo(x: number, y: number): void {
    this.#path += `M${this.#point(x, y)}`;
  }

  lineTo(x: number, y: number): void {
    this.#path += `L${this.#point(x, y)}`;
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.#path += `M${this.#point(x, y)}h${px(width)}v${px(height)}h${px(-width)}z`;
  }

  fill(): void {
    this.#add({ fill: this.fillStyle as Ink });
  }

  stroke(): void {
    const dash = this.#dash.length > 0 ? this.#dash.join(' ') : undefined;
    this.#add({ stroke: this.strokeStyle as Ink, width: this.lineWidth, dash });
  }

  clip(): void {
    this.#path = '';
  }

  clearRect(): void {
    this.shapes.length = 0;
  }

  measureText(text: string): { readonly width: number } {
    return { width: widthOf(text) };
  }

  fillText(text: string, x: number, y: number): void {
    const drop = { middle: TEXT.middle, top: TEXT.top, bottom: TEXT.bottom }[
      this.textBaseline as string
    ];
    const [left, top] = this.#origin;
    const [along, across] = [x, y + (drop ?? 0)];
    this.shapes.push({
      text,
      x: Number(px(left + (this.#isUpright ? across : along))),
      y: Number(px(top + (this.#isUpright ? -along : across))),
      anchor: ANCHORS[this.textAlign],
      ink: this.fillStyle as Ink,
      isUpright: this.#isUpright || undefined,
    });
  }

  #point(x: number, y: number): string {
    const [left, top] = this.#origin;
    return `${px(left + x)} ${px(top + y)}`;
  }

  #add(look: Omit<PathShape, 'path'>): void {
    if (this.#path !== '') this.shapes.push({ path: this.#path, ...look });
  }
}
