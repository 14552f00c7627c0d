import type { RunCounts, ToolMap } from '#core/explain/tool-map/tool-map.ts';
import { countOf, formatCount } from '#ui/format-number.ts';

/** A sentence in pieces, so that names of tools stand out. */
export type Sentence = readonly { readonly text: string; readonly isCode?: true }[];

const percent = (share: number): string => `${Math.round(100 * share)} %`;
const points = (difference: number): string => `${Math.round(100 * difference)}`;
const code = (text: string) => ({ text, isCode: true }) as const;
const plain = (text: string) => ({ text });
const signed = (count: number): string =>
  `${count > 0 ? '+' : count < 0 ? '−' : ''}${formatCount(Math.abs(count))}`;

/** What start and end of runs are called. */
const START = 'start';
const END = 'end';
const nameOf = (tool: string, outside: string) => (tool === '' ? plain(outside) : code(tool));

/** Texts of what is drawn: map-looks.ts and map-figure.ts. */
export const mapLooks = {
  start: START,
  end: END,
  percent,
  arrow: (from: string, to: string) => `${from === '' ? START : from} → ${to === '' ? END : to}`,
  edge: (runs: number, share: number | null) =>
    share === null ? formatCount(runs) : `${formatCount(runs)} · ${percent(share)}`,
  node: (calls: number, share: number | null) =>
    share === null ? countOf(calls, 'call') : `${countOf(calls, 'call')} · ${percent(share)}`,
  repeats: (steps: number, runs: number) => `${countOf(steps, 'repeat')}, ${countOf(runs, 'run')}`,
  describeEdge: (from: string, to: string, runs: number, succeeded: string) =>
    `${from === '' ? START : from} to ${to === '' ? END : to}: ${countOf(runs, 'run')}${succeeded}`,
  succeeded: (succeeded: number, share: number | null) =>
    share === null ? '' : `, ${formatCount(succeeded)} succeed (${percent(share)})`,
  describeLoop: (tool: string, steps: number, runs: number, succeeded: string) =>
    `${tool} again: ${countOf(steps, 'repeat')} in ${countOf(runs, 'run')}${succeeded}`,
  describeNode: (tool: string, calls: number, runs: number, succeeded: string) =>
    `${tool}: ${countOf(calls, 'call')} in ${countOf(runs, 'run')}${succeeded}`,
  signed,
  changeOfNode: (a: number, b: number) => `${formatCount(a)} → ${countOf(b, 'call')}`,
  changeOfEdge: (from: string, to: string, a: number, b: number) =>
    `${from === '' ? START : from} to ${to === '' ? END : to}: ${countOf(a, 'run')} in A, ${formatCount(b)} in B`,
  partsHere: '◆ runs part here',
  runsOf: (runs: number) => `${START} of ${countOf(runs, 'run')}`,
  endOf: (runs: number) => `${END} of ${countOf(runs, 'run')}`,
};

/** Texts of map-figure.ts. */
export const mapFigure = {
  title: 'Map of runs',
  moved: 'What moved between two runs',
  caption: (runs: number, least: number, folded: number, source: string) =>
    `Tools of ${countOf(runs, 'run')}, laid over one another. On each edge: runs and the share of them that succeed; width: runs. Blue: 75 % or more succeed; gray: 50 to 74 %; orange, dashed: under 50 %. Edges of ${countOf(least, 'run')} or more${folded > 0 ? `, ${countOf(folded, 'edge')} left out` : ''}. ${source}`,
  movedCaption: (a: string, b: string, least: number, folded: number, source: string) =>
    `Runs on each edge, B less A; width: the difference. A: ${a}. B: ${b}. Solid: more in B; dashed: more in A; thin: within the margin that the page draws. Edges of ${countOf(least, 'run')} or more${folded > 0 ? `, ${countOf(folded, 'edge')} left out` : ''}. ${source}`,
  head: ['from', 'to', 'steps', 'runs', 'runs judged', 'runs that succeed'],
  movedHead: ['from', 'to', 'runs in A', 'runs in B', 'B − A'],
  source: (dataset: string, rows: number, isFiltered: boolean, success: string, rules: string) =>
    `${dataset} (${countOf(rows, isFiltered ? 'filtered row' : 'row')}). ${success} ${rules}.`,
};

/** Texts of MapCanvas.svelte. */
export const mapCanvas = {
  name: 'Map',
  graph: (runs: number, tools: number, edges: number) =>
    `Merged graph of ${countOf(runs, 'run')}: ${countOf(tools, 'tool')}, ${countOf(edges, 'edge')}. Arrow keys follow the edges, Enter shows the rows; the table of edges has the same numbers.`,
  zoomOut: 'Zoom out',
  zoomIn: 'Zoom in',
  fit: 'Fit',
};

/** Texts of ToolMap.svelte, MapBar.svelte and map-state.svelte.ts. */
export const toolMap = {
  reading: 'Reading the calls',
  stopped: 'Stopped.',
  read: 'Read the calls',
  none: 'No row has calls that can be read, so there is nothing to draw.',
  parted: (
    after: string,
    better: string,
    worse: string,
    of: readonly [number, number],
  ): Sentence => [
    plain(after === '' ? 'Runs part at the ' : 'Runs part after '),
    nameOf(after, START),
    plain(`: ${percent(of[0])} succeed when `),
    ...(better === '' ? [plain('the run ends there')] : [code(better), plain(' comes next')]),
    plain(`, ${percent(of[1])} when `),
    ...(worse === '' ? [plain('it ends.')] : [code(worse), plain(' does.')]),
  ],
  notParted: 'No step settles where good and bad runs part: every interval includes 0.',
  noPoint: 'No step has two branches with 5 judged runs each, so nothing is compared.',
  noSuccess: 'No metric says which runs succeed, so the map shows counts alone.',
  counts: ({ runs, succeeded, nodes, edges }: ToolMap, isJudged: boolean) =>
    `${countOf(runs, 'run')}${isJudged ? `, ${formatCount(succeeded)} succeed` : ''}, ${countOf(nodes.length, 'tool')}, ${countOf(edges.length, 'edge')}.`,
  repeats: (steps: number) =>
    steps === 0
      ? ''
      : ` ${countOf(steps, 'call')} that repeat${steps === 1 ? 's' : ''} the tool before ${steps === 1 ? 'is' : 'are'} drawn as loops.`,
  success: (metric: string, threshold: string) => ` A run succeeds when ${metric} is ${threshold}.`,
  least: 'Fewest runs on an edge',
  leastValue: (runs: number) => `edges of ${countOf(runs, 'run')} or more`,
  folded: (edges: number) => (edges === 0 ? 'none left out' : `${formatCount(edges)} more`),
  against: 'Compare with',
  oneRun: 'One run',
  againstRun: (name: string) => `against ${name}`,
  noOther: 'The other run could not be opened.',
  download: 'Download',
  png: 'PNG, three times as large',
  csv: 'CSV, every edge',
  moved: (from: string, to: string, a: number, b: number): Sentence => [
    nameOf(from, START),
    plain(' → '),
    nameOf(to, END),
    plain(
      a === b
        ? ` is on ${countOf(a, 'run')} in both.`
        : ` ${b > a ? 'rises' : 'drops'} from ${countOf(a, 'run')} to ${formatCount(b)}.`,
    ),
  ],
  both: (a: RunCounts, b: RunCounts) =>
    `A has ${countOf(a.runs, 'run')}, ${formatCount(a.succeeded)} succeed; B has ${formatCount(b.runs)}, ${formatCount(b.succeeded)} succeed.`,
  selection: (runs: number) => ` · ${countOf(runs, 'run')}`,
  show: (rows: number) => `Show ${countOf(rows, 'row')}`,
  clear: 'Clear selection',
};

/** Texts of MapLegend.svelte. */
export const mapLegend = {
  high: '75 % or more succeed',
  middle: '50 to 74 %',
  low: 'under 50 %',
  width: 'width: runs',
  edge: 'on each edge: runs · share that succeed',
  moreA: 'more often in A',
  moreB: 'more often in B',
  same: (margin: number) => `within ${countOf(margin, 'run')}`,
  difference: 'width: difference in runs',
};

/** Texts of PartingList.svelte. */
export const partingList = {
  name: 'Where runs part',
  caption: 'next step, runs, succeed',
  measure:
    'By what follows a tool’s first call, repeats passed over. First where the 95 % interval (Newcombe) of the difference in success leaves the most.',
  after: (tool: string): Sentence =>
    tool === '' ? [plain('at the start')] : [plain('after '), code(tool)],
  difference: (difference: number) => `−${points(difference)} points`,
  interval: (low: number, high: number) =>
    `95 % ${points(low)} to ${points(high)}`.replaceAll('-', '−'),
  unsettled: 'not settled',
  end: END,
  branch: (after: string, to: string, runs: number, share: string) =>
    `${after === '' ? 'At the start' : `After ${after}`}, ${to === '' ? END : to}: ${countOf(runs, 'run')}, ${share} succeed`,
  share: percent,
  blame: (worse: number, failed: number, after: string, to: string): Sentence => [
    plain(`${formatCount(worse)} of the ${countOf(failed, 'failed run')} `),
    ...(to === '' ? [plain('end')] : [plain('go on with '), code(to)]),
    ...(after === ''
      ? [plain(' at the start.')]
      : [plain(' right after '), code(after), plain('.')]),
  ],
};

/** Texts of EdgeTable.svelte. */
export const edgeTable = {
  name: 'Edges',
  moved: 'What moved',
  movedCaption: (a: number, b: number) =>
    a === b
      ? `runs on this edge, of ${formatCount(a)} each`
      : `runs on this edge, of ${formatCount(a)} and ${formatCount(b)}`,
  edge: 'edge',
  runs: 'runs',
  steps: 'steps',
  succeed: 'succeed',
  a: 'A',
  b: 'B',
  difference: 'B − A',
  more: (edges: number) => `Show ${countOf(edges, 'more edge')}`,
};
