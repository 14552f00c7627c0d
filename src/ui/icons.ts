/** A 16 × 16 icon: outlines in `line`, filled shapes in `solid`. */
export interface IconShape {
  readonly line?: string;
  readonly solid?: string;
}

const SHAPES = {
  'arrow-down': { line: 'M8 3v10M4 9l4 4 4-4' },
  'arrow-up': { line: 'M8 13V3M4 7l4-4 4 4' },
  check: { line: 'm3 8.5 3.2 3.2L13 5' },
  'chevron-down': { line: 'm3 6 5 5 5-5' },
  'chevron-left': { line: 'M10 3 5 8l5 5' },
  'chevron-right': { line: 'm6 3 5 5-5 5' },
  close: { line: 'm4 4 8 8M12 4l-8 8' },
  columns: { line: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10' },
  copy: { line: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3' },
  download: { line: 'M8 2.5v7.5M4.8 6.8 8 10l3.2-3.2M2.5 13.5h11' },
  file: { line: 'M3.5 1.8h6l3 3v9.4h-9zM9.3 2v3h3' },
  flag: { line: 'M4 14V2.5h8.5l-2.2 3 2.2 3H4' },
  info: { line: 'M2.2 8a5.8 5.8 0 1 0 11.6 0a5.8 5.8 0 1 0-11.6 0M8 7.4v3.4M8 5.3v.1' },
  more: {
    solid:
      'M2.4 8a1.1 1.1 0 1 0 2.2 0a1.1 1.1 0 1 0-2.2 0M6.9 8a1.1 1.1 0 1 0 2.2 0a1.1 1.1 0 1 0-2.2 0M11.4 8a1.1 1.1 0 1 0 2.2 0a1.1 1.1 0 1 0-2.2 0',
  },
  pencil: { line: 'm3 13 .7-3L10.5 3.2l2.3 2.3L6 12.3z' },
  plus: { line: 'M8 3v10M3 8h10' },
  search: { line: 'M2.8 7a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0-8.4 0M10.2 10.2l3.3 3.3' },
  'shield-check': {
    line: 'M8 1.8 13 3.6v4.1c0 3-2 5.3-5 6.5-3-1.2-5-3.5-5-6.5V3.6zM5.8 8l1.6 1.6 2.9-3.2',
  },
  trash: { line: 'M2.5 4.5h11M6 4.3V2.5h4v1.8M4 4.5l.6 9h6.8l.6-9M6.7 7v4M9.3 7v4' },
  upload: { line: 'M8 10V2.5M4.8 5.7 8 2.5l3.2 3.2M2.5 13.5h11' },
  warning: { line: 'M8 2.5 14.3 13.3H1.7zM8 6.5v3.2M8 11.5v.1' },
} as const satisfies Readonly<Record<string, IconShape>>;

export type IconName = keyof typeof SHAPES;

export const ICONS: Readonly<Record<IconName, IconShape>> = SHAPES;
