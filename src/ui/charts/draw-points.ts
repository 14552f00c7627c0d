import type { Axis } from './axis.ts';
import { dot, px, widthOf, type Drawing, type PathShape, type TextShape } from './figure.ts';

/** A value at a place of the x axis. */
interface Point {
  readonly x: number;
  readonly y: number;
  readonly interval?: { readonly low: number; readonly high: number } | null | undefined;
  /** Shown under the pointer. */
  readonly note?: string | undefined;
}

/** A drawing of points over an x axis, joined by lines or as rising steps. */
export interface PointsPlan {
  readonly x: Axis;
  readonly y: Axis;
  readonly points: readonly Point[];
  readonly form: 'line' | 'steps';
  /** Places of the curve that are named. */
  readonly named?: readonly (Point & { readonly text: string })[] | undefined;
}

const HEIGHT = 260;
const LEFT = 48;
const RIGHT = 18;
const TOP = 14;

/** Draws points at a width. */
export function drawPoints(plan: PointsPlan, width: number): Drawing {
  const { x, y, points, form, named = [] } = plan;
  const hasNotes = x.ticks.some(({ note }) => note !== undefined);
  const foot = hasNotes ? 60 : 46;
  const bottom = HEIGHT - foot;
  const right = width - RIGHT;
  const toX = (value: number): number =>
    LEFT + ((value - x.min) / (x.max - x.min)) * (right - LEFT);
  const toY = (value: number): number =>
    bottom - ((value - y.min) / (y.max - y.min)) * (bottom - TOP);

  const shapes: (PathShape | TextShape)[] = [];
  for (const { at, text } of y.ticks) {
    shapes.push({ path: `M${LEFT} ${px(toY(at))}H${px(right)}`, stroke: 'line' });
    shapes.push({ text, x: LEFT - 6, y: toY(at) + 4, anchor: 'end', ink: 'ink-3' });
  }
  let free = 0;
  for (const { at, text, note = '' } of x.ticks) {
    const half = Math.max(widthOf(text), widthOf(note)) / 2;
    if (toX(at) - half < free) continue;
    free = toX(at) + half + 4;
    shapes.push({ text, x: toX(at), y: bottom + 16, anchor: 'middle', ink: 'ink-3' });
    shapes.push({ text: note, x: toX(at), y: bottom + 30, anchor: 'middle', ink: 'ink-3' });
  }
  shapes.push({ path: `M${LEFT} ${px(bottom)}H${px(right)}`, stroke: 'line-strong' });
  const [middleX, middleY] = [(LEFT + right) / 2, (TOP + bottom) / 2];
  shapes.push({ text: x.title, x: middleX, y: HEIGHT - 8, anchor: 'middle', ink: 'ink-2' });
  const upright = { anchor: 'middle', ink: 'ink-2', isUpright: true } as const;
  shapes.push({ text: y.title, x: 12, y: middleY, ...upright });

  if (form === 'line') {
    shapes.push({ path: polyline(points), stroke: 'ink', width: 1.25 });
    for (const { x: at, interval } of points) {
      if (!interval) continue;
      const [low, high] = [toY(Math.max(y.min, interval.low)), toY(Math.min(y.max, interval.high))];
      const ends = `M${px(toX(at) - 4)} ${px(low)}h8M${px(toX(at) - 4)} ${px(high)}h8`;
      shapes.push({
        path: `M${px(toX(at))} ${px(low)}V${px(high)}${ends}`,
        stroke: 'ink',
        width: 1.25,
      });
    }
    for (const point of points) shapes.push(dot(toX(point.x), toY(point.y)));
  } else shapes.push({ path: steps(points), stroke: 'ink', width: 1.5 });

  for (const { x: at, y: value, text } of named) {
    const [cx, cy] = [toX(at), toY(value)];
    shapes.push({ path: `M${LEFT} ${px(cy)}H${px(cx)}`, stroke: 'ink-3', dash: '1 3' });
    shapes.push({ path: `M${px(cx)} ${px(cy)}V${px(bottom)}`, stroke: 'ink-3', dash: '1 3' });
    shapes.push(dot(cx, cy));
    const isLeft = cx + 10 + widthOf(text) > right;
    const anchor = isLeft ? 'end' : 'start';
    shapes.push({ text, x: isLeft ? cx - 4 : cx + 10, y: cy + 17, anchor, ink: 'ink' });
  }
  const gap = (right - LEFT) / Math.max(1, points.length);
  const targets =
    form === 'steps'
      ? []
      : points.map(({ x: at, note = '' }) => ({
          x: toX(at) - gap / 2,
          y: TOP,
          width: gap,
          height: bottom - TOP,
          note,
          filters: [],
        }));
  return { width, height: HEIGHT, shapes, targets };

  function polyline(list: readonly Point[]): string {
    return list
      .map((point, index) => `${index === 0 ? 'M' : 'L'}${px(toX(point.x))} ${px(toY(point.y))}`)
      .join('');
  }

  /** From the foot of the axis up at each point, and on to its end. */
  function steps(list: readonly Point[]): string {
    const rises = list.map((point) => `H${px(toX(point.x))}V${px(toY(point.y))}`).join('');
    return `M${px(toX(x.min))} ${px(bottom)}${rises}H${px(right)}`;
  }
}
