import { csvRecord } from '#core/share/results/result-table.ts';
import {
  widthOf,
  type Drawing,
  type Figure,
  type Ink,
  type PathShape,
  type TextShape,
} from './figure.ts';

/** Figures leave the page in the colours of paper, whatever the theme; charts are drawn in its greys. */
const PAPER: Readonly<Record<Ink, string>> = {
  bg: '#ffffff',
  bar: '#9aa1ab',
  'bar-pass': '#6f7680',
  'bar-fail': '#c3c8ce',
  ink: '#15181d',
  'ink-2': '#3a414c',
  'ink-3': '#565d68',
  line: '#e1e4e8',
  'line-strong': '#9aa1ab',
};
const SANS = 'Helvetica, Arial, sans-serif';
const MONO = 'Menlo, Consolas, monospace';

const WIDTH = 660;
const EDGE = 12;
const TITLE = 30;
const LINE = 16;
/** As a screen of high resolution, and enough for print in one column. */
const SCALE = 3;

/** Writes a figure as SVG: title, drawing and caption in groups of their own. */
export function writeSvg(figure: Figure<unknown>): Blob {
  const drawing = figure.draw(WIDTH);
  const shapes = drawing.shapes.map((shape) => ('path' in shape ? pathOf(shape) : textOf(shape)));
  const inner = `<g class="drawing" transform="translate(${EDGE} ${TITLE})">${shapes.join('')}</g>`;
  return new Blob([frame(figure, inner, drawing)], { type: 'image/svg+xml' });
}

/**
 * Draws a figure as PNG, three times as large as on the page.
 * @throws Error where the browser cannot draw pictures
 */
export async function drawPng(figure: Figure<unknown>): Promise<Blob> {
  const image = new Image();
  image.src = URL.createObjectURL(writeSvg(figure));
  try {
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * SCALE;
    canvas.height = image.naturalHeight * SCALE;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser cannot draw pictures.');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await toPng(canvas);
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('This browser could not make the picture.'));
    }, 'image/png');
  });
}

/** Writes the numbers of a figure as CSV, in full. */
export function writeCsv({ numbers: { head, lines } }: Figure<unknown>): Blob {
  const records = [head, ...lines.map(({ cells }) => cells)];
  return new Blob(
    records.map((cells) => `${csvRecord(cells)}\r\n`),
    { type: 'text/csv' },
  );
}

function frame(
  { title, note, caption }: Figure<unknown>,
  inner: string,
  drawing: Drawing<unknown>,
): string {
  // a drawing that cannot be narrower widens the picture
  const across = Math.max(WIDTH, Math.ceil(drawing.width));
  const lines = wrap(caption, across);
  const below = TITLE + drawing.height + LINE;
  const [width, total] = [across + 2 * EDGE, below + lines.length * LINE + EDGE / 2];
  const captionLines = lines.map(
    (line, at) => `<tspan x="${EDGE}" y="${below + at * LINE}">${escape(line)}</tspan>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${total}" viewBox="0 0 ${width} ${total}"`,
    ` font-family="${SANS}" font-size="12" role="img">`,
    `<title>${escape(title)}</title><desc>${escape(caption)}</desc>`,
    `<rect width="${width}" height="${total}" fill="${PAPER.bg}"/>`,
    `<text class="title" x="${EDGE}" y="20" font-size="14" font-weight="600" fill="${PAPER.ink}">${escape(title)}`,
    note
      ? `<tspan dx="8" font-size="12" font-weight="400" fill="${PAPER['ink-3']}">${escape(note)}</tspan>`
      : '',
    '</text>',
    inner,
    `<text class="caption" fill="${PAPER['ink-2']}">${captionLines.join('')}</text>`,
    '</svg>',
  ].join('');
}

function pathOf({ path, stroke, fill, dash, width = 1 }: PathShape): string {
  const line = stroke ? ` stroke="${PAPER[stroke]}" stroke-width="${width}"` : '';
  const broken = dash === undefined ? '' : ` stroke-dasharray="${dash}"`;
  return `<path d="${path}" fill="${fill ? PAPER[fill] : 'none'}"${line}${broken}/>`;
}

function textOf({ text, x, y, anchor = 'start', ink = 'ink', ...look }: TextShape): string {
  if (text === '') return '';
  const place = look.isUpright
    ? `transform="translate(${x} ${y}) rotate(-90)"`
    : `x="${x}" y="${y}"`;
  const font = look.isCode ? ` font-family="${MONO}"` : '';
  return `<text ${place} text-anchor="${anchor}" fill="${PAPER[ink]}"${font}>${escape(text)}</text>`;
}

/** What XML has no place for is dropped. */
function escape(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Breaks a text into lines no wider than a width; a word that is wider has a line to itself. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === '' ? lines : [...lines, line];
}
