import type { SideRows } from '#workers/join-sides.ts';
import { FileUnreadable, scoreWhole } from '#engine/score-whole.ts';
import type { WorkerPool } from '#kernel/worker/worker-pool.ts';
import type { Side } from '#core/read/framework/adapter.ts';
import type { RowSketch } from '#core/read/dataset/describe-rows.ts';
import { missingSide, sidesOf, takeSideAs } from '#core/read/dataset/missing-side.ts';
import {
  joinFacts,
  joinOrder,
  pairEachWay,
  proposeWay,
  rolesPaired,
  type Proposal,
  type PairKeys,
} from '#core/read/dataset/pair-sides.ts';
import type { PairBy } from '#core/read/choices/reading-choices.ts';
import { textOf } from '#core/read/issues/sentences.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import { whyFailed } from '#kernel/run/phase.ts';
import type { Workspace } from '#kernel/run/workspace.svelte.ts';
import { perApp } from '#kernel/per-app.svelte.ts';
import { otherSide as texts } from './texts.ts';

/** A file that was read to be the other side of the open one. */
interface AddedFile extends SideRows {
  readonly name: string;
  readonly skipped: number;
  /** Its calls were read as the side that is there already. */
  readonly isTakenAsOther: boolean;
}

/** What the dialog shows. */
export type Step =
  | { readonly kind: 'closed' }
  /** Waits for a file; `problem` says why the last one was refused. */
  | { readonly kind: 'asking'; readonly problem: string }
  | { readonly kind: 'working'; readonly label: string; readonly share: number }
  | Pairing;

/** Both files, and how their rows would be paired. */
interface Pairing {
  readonly kind: 'pairing';
  readonly proposal: Proposal;
  readonly predictions: SideRows;
  readonly references: SideRows;
  readonly keys: PairKeys;
}

const SKETCHED = 5;

/** Asks for the side that the open dataset lacks, and puts both together. */
export class OtherSide {
  readonly #pool: WorkerPool;
  readonly #workspace: Workspace;
  step = $state.raw<Step>({ kind: 'closed' });
  /** The criterion of the pairs shown; undefined until a person chooses where none fits. */
  by = $state<PairBy>();
  /** The first pairs as they would be put together; undefined while they are read. */
  sketches = $state.raw<readonly RowSketch[] | undefined>();
  /** The run that lacks a side, since the dialog was opened. */
  #run = $state.raw<OpenRun | undefined>();
  /** Opens the second of two dropped files on its own. */
  #openApart = $state.raw<(() => void) | undefined>();
  #abort = new AbortController();

  constructor(pool: WorkerPool, workspace: Workspace) {
    this.#pool = pool;
    this.#workspace = workspace;
  }

  /** The side asked for. */
  get wanted(): Side {
    return (this.#run && missingSide(this.#describe(this.#run))) ?? 'reference';
  }

  /** Whether the second of two dropped files can be opened on its own instead. */
  get isDropped(): boolean {
    return this.#openApart !== undefined;
  }

  /** Asks for the side that a run lacks. */
  ask(run: OpenRun): void {
    this.#begin(run);
    this.step = { kind: 'asking', problem: '' };
  }

  /**
   * Offers the second of two dropped files as the side that the first one lacks.
   * @param openApart opens the second file on its own, if that is wanted instead
   * @returns whether the two belong together; otherwise nothing is shown
   */
  async offer(run: OpenRun, file: File, openApart: () => void): Promise<boolean> {
    this.#begin(run);
    this.#openApart = openApart;
    return this.#take(file, file.name, true);
  }

  /** Takes a file as the other side and shows how the rows would be paired. */
  async take(file: Blob, name: string): Promise<void> {
    await this.#take(file, name, false);
  }

  /** Shows the pairs of another criterion. */
  choose(by: PairBy): void {
    this.by = by;
    void this.#sketch();
  }

  /** Puts both files together as shown, and scores them as one dataset. */
  async accept(): Promise<void> {
    const { step, by } = this;
    if (step.kind !== 'pairing' || !by || !this.#run) return;
    const { added, pairings, skipped } = step.proposal;
    const { signal } = this.#abort;
    try {
      const onProgress = this.#showWork(texts.combining);
      const joined = { ...sidesBy(step, by), order: joinOrder(pairings[by]) };
      const rows = await this.#pool.ask('writeJoined', joined, { signal, onProgress });
      if (signal.aborted) return;
      const facts = joinFacts(by, pairings, {
        skipped: skipped + this.#run.columns.skippedCount,
        added,
      });
      this.#end();
      await this.#workspace.openJoined(rows, { joined: facts });
    } catch (error) {
      this.#fail(error, signal);
    }
  }

  /** Closes the dialog and stops current work. The second of two dropped files is opened then. */
  close(): void {
    const openApart = this.#openApart;
    this.#end();
    openApart?.();
  }

  /** Stops current work and asks again. */
  stop(): void {
    const run = this.#run;
    if (run) this.ask(run);
  }

  #begin(run: OpenRun): void {
    this.#end();
    this.#abort = new AbortController();
    this.#run = run;
  }

  #end(): void {
    this.#abort.abort();
    this.step = { kind: 'closed' };
    this.#run = undefined;
    this.sketches = undefined;
    this.#openApart = undefined;
  }

  async #take(file: Blob, name: string, isOffer: boolean): Promise<boolean> {
    const run = this.#run;
    if (!run) return false;
    const { signal } = this.#abort;
    try {
      const onProgress = isOffer ? () => undefined : this.#showWork(texts.reading(name));
      const added = await this.#read(file, name, isOffer, signal, onProgress);
      // an offer comes too late when something else was opened
      if (signal.aborted || (isOffer && this.#workspace.run?.key !== run.key)) return false;
      if (typeof added !== 'string') {
        await this.#pair(run, added, signal, onProgress);
        return !signal.aborted;
      }
      this.step = isOffer ? { kind: 'closed' } : { kind: 'asking', problem: added };
    } catch (error) {
      if (isOffer) this.#end();
      else this.#fail(error, signal);
    }
    return false;
  }

  /** Reads the added file as any other, without scoring it, or returns why it is refused. */
  async #read(
    file: Blob,
    name: string,
    isOffer: boolean,
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ): Promise<AddedFile | string> {
    const read = await scoreWhole(this.#pool, {
      blob: file,
      name: file instanceof File ? file.name : '',
      settings: { ...DEFAULT_SETTINGS, metrics: [] },
      signal,
      onProgress: (bytesDone) => onProgress(bytesDone / file.size / 2),
    }).catch((error: unknown) => {
      if (error instanceof FileUnreadable) return error.message;
      throw error;
    });
    if (typeof read === 'string') return read;
    const { rowCount, offsets, lengths, columns: names, skippedCount } = read.columns;
    if (rowCount === 0) return textOf({ code: 'no_rows' });
    const wanted = this.wanted;
    const dataset = { columns: names, roles: read.roles };
    const sides = sidesOf(dataset);
    if (sides.length === 0 || (isOffer && !(sides.length === 1 && sides[0] === wanted)))
      return texts.noCalls(name, names.map((column) => column.name).join(', '));
    const isTakenAsOther = !sides.includes(wanted);
    const roles = isTakenAsOther ? takeSideAs(dataset, wanted) : read.roles;
    const { rows, table } = read;
    const places = { offsets, lengths };
    return { rows, table, places, roles, name, skipped: skippedCount, isTakenAsOther };
  }

  async #pair(
    run: OpenRun,
    added: AddedFile,
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ): Promise<void> {
    const { offsets, lengths } = run.columns;
    const { rows, table, roles } = run;
    const own: SideRows = { rows, table, places: { offsets, lengths }, roles };
    const { name, skipped, isTakenAsOther, ...other } = added;
    const [predictions, references] = this.wanted === 'reference' ? [own, other] : [other, own];
    const keysOf = (side: SideRows, from: number) =>
      this.#pool.ask('readPairKeys', side, {
        signal,
        onProgress: (share) => onProgress(from + share / 4),
      });
    const predicted = await keysOf(predictions, 0.5);
    const expected = await keysOf(references, 0.75);
    if (signal.aborted) return;
    const pairings = pairEachWay(predicted, expected);
    this.by = proposeWay(pairings, expected);
    this.step = {
      kind: 'pairing',
      predictions,
      references,
      keys: expected,
      proposal: {
        added: name,
        isTakenAsOther,
        skipped,
        predictionCount: predictions.places.offsets.length,
        referenceCount: references.places.offsets.length,
        pairings,
        columns: [...expected.columns.keys()],
      },
    };
    void this.#sketch();
  }

  /** Reads the first pairs by the chosen criterion. */
  async #sketch(): Promise<void> {
    const { step, by } = this;
    if (step.kind !== 'pairing' || !by) return;
    const sides = sidesBy(step, by);
    const { signal } = this.#abort;
    const { baselineRows, candidateRows } = step.proposal.pairings[by];
    const order = {
      predictions: Int32Array.from(baselineRows.slice(0, SKETCHED)),
      references: Int32Array.from(candidateRows.slice(0, SKETCHED)),
    };
    this.sketches = undefined;
    try {
      const sketches = await this.#pool.ask('sketchJoined', { ...sides, order });
      if (!signal.aborted && this.by === by) this.sketches = sketches;
    } catch (error) {
      this.#fail(error, signal);
    }
  }

  #showWork(label: string): (share: number) => void {
    const show = (share: number): void => {
      this.step = { kind: 'working', label, share };
    };
    show(0);
    const { signal } = this.#abort;
    return (share) => {
      if (!signal.aborted) show(Math.min(1, share));
    };
  }

  #fail(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    this.step = { kind: 'asking', problem: textOf(whyFailed(error)) };
  }

  #describe({ columns, roles }: OpenRun): Parameters<typeof missingSide>[0] {
    return { columns: columns.columns, roles };
  }
}

/** Both files, and the unpaired rows of the references under the name the criterion gives them. */
function sidesBy({ predictions, references, proposal, keys }: Pairing, by: PairBy) {
  const roles = rolesPaired(references.roles, by, proposal.pairings[by], keys);
  return { predictions, references: { ...references, roles } };
}

/** What joins the two sides of a dataset. */
export const otherSideOf = perApp(({ pool, workspace }) => new OtherSide(pool, workspace));
