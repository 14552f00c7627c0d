/** A dataset that ships with the page, as JSONL text: one row per line, Vertex column names. */
export interface Sample {
  /** File name without its extension; also the key in links and settings. */
  readonly id: string;
  /** Name shown in the menu. */
  readonly title: string;
  /** Number of rows in the file, known before it is loaded. */
  readonly rowCount: number;
  /** Tools worth checking with `trajectory_single_tool_use` on these rows; at least one. */
  readonly tools: readonly string[];
  /** Reads the text. Rejects only when the file's chunk cannot be fetched. */
  readonly load: () => Promise<string>;
}

const FILES = import.meta.glob<string>('./*.jsonl', { query: '?raw', import: 'default' });

const textOf = (id: string) => async (): Promise<string> =>
  (await FILES[`./${id}.jsonl`]?.()) ?? '';

/** What a first visit opens. */
export const FIRST_SAMPLE: Sample = {
  id: 'on-device-home-assistant',
  title: 'On-device home assistant',
  rowCount: 18,
  tools: ['set_temperature'],
  load: textOf('on-device-home-assistant'),
};

/** All samples in menu order. */
export const SAMPLES: readonly Sample[] = [
  FIRST_SAMPLE,
  {
    id: 'customer-support',
    title: 'Customer support',
    rowCount: 16,
    tools: ['issue_refund', 'create_ticket'],
    load: textOf('customer-support'),
  },
  {
    id: 'content-creation',
    title: 'Content creation',
    rowCount: 14,
    tools: ['check_claims'],
    load: textOf('content-creation'),
  },
  {
    id: 'documentation-example',
    title: 'Documentation example',
    rowCount: 2,
    tools: ['set_temperature'],
    load: textOf('documentation-example'),
  },
];
