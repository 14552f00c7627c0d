import type { ChartTheme } from './theme.ts';

/** What stands above a drawing in its picture. */
export interface PictureTexts {
  readonly title: string;
  /** The finding in one sentence; wrapped. */
  readonly summary: string;
}

const EDGE = 16;

/**
 * Makes a picture of a drawing: its title and finding above it, on the background of the theme.
 * @param drawing the canvas as it is on the page, with its own resolution
 * @param texts what stands above it
 * @param theme the colours it was drawn in
 * @returns a PNG; rejects where the browser cannot make one
 */
export async function drawPng(
  drawing: HTMLCanvasElement,
  { title, summary }: PictureTexts,
  theme: ChartTheme,
): Promise<Blob> {
  const scale = drawing.width / Math.max(1, drawing.clientWidth);
  const width = drawing.clientWidth;
  const picture = document.createElement('canvas');
  const context = picture.getContext('2d');
  if (!context) throw new Error('This browser cannot draw images.');
  const { textSize, sans, ink, ink2, surface } = theme;
  const line = Math.round(textSize * 1.5);
  context.font = `${String(textSize)}px ${sans}`;
  const lines = wrap(summary, width, (text) => context.measureText(text).width);
  const head = EDGE + 2 * line + lines.length * line;
  picture.width = Math.round((width + 2 * EDGE) * scale);
  picture.height = Math.round((head + drawing.clientHeight + EDGE) * scale);
  context.scale(scale, scale);
  context.fillStyle = surface;
  context.fillRect(0, 0, picture.width, picture.height);
  context.textBaseline = 'top';
  context.fillStyle = ink;
  context.font = `600 ${String(textSize + 3)}px ${sans}`;
  context.fillText(title, EDGE, EDGE);
  context.fillStyle = ink2;
  context.font = `${String(textSize)}px ${sans}`;
  for (const [place, text] of lines.entries())
    context.fillText(text, EDGE, EDGE + (place + 1.4) * line);
  context.drawImage(drawing, EDGE, head, width, drawing.clientHeight);
  return new Promise((resolve, reject) => {
    picture.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('This browser could not create the image.'));
    }, 'image/png');
  });
}

/** Breaks a text into lines no wider than a width; a word that is wider has a line to itself. */
export function wrap(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && measure(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === '' ? lines : [...lines, line];
}
