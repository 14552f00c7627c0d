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

/** What a first visit opens. */
export const FIRST_SAMPLE: Sample = {
  id: 'on-device-home-assistant',
  title: 'On-device home assistant',
  rowCount: 18,
  tools: ['set_temperature'],
  load: () => import('./on-device-home-assistant.jsonl?raw').then((m) => m.default),
};

/** All samples in menu order. */
export const SAMPLES: readonly Sample[] = [
  FIRST_SAMPLE,
  {
    id: 'customer-support',
    title: 'Customer support',
    rowCount: 16,
    tools: ['issue_refund', 'create_ticket'],
    load: () => import('./customer-support.jsonl?raw').then((m) => m.default),
  },
  {
    id: 'content-creation',
    title: 'Content creation',
    rowCount: 14,
    tools: ['check_facts'],
    load: () => import('./content-creation.jsonl?raw').then((m) => m.default),
  },
  {
    id: 'documentation-example',
    title: 'Documentation example',
    rowCount: 2,
    tools: ['send_message'],
    load: () => import('./documentation-example.jsonl?raw').then((m) => m.default),
  },
];
