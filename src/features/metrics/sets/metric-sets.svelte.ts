import {
  printMetricSet,
  readMetricSet,
  type MetricSet,
} from '#core/score/metric-sets/metric-set.ts';
import { loadValue, saveValue } from '#kernel/settings-storage.ts';

const KEY = 'metric-sets';
const MAX_KEPT = 50;

/** Chosen metrics that a person has given a name, kept on this device. */
export class MetricSets {
  #list = $state.raw<readonly MetricSet[]>(readSets());

  #isKept = true;

  /** Whether the browser has stored the last change. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /** In the order of their names. */
  get list(): readonly MetricSet[] {
    return this.#list;
  }

  /** Whether another set may be added or this one replaced. */
  hasRoomFor(name: string): boolean {
    return this.#list.length < MAX_KEPT || this.#list.some((set) => set.name === name);
  }

  /** Keeps a set from elsewhere where there is room; beside another one of its name. */
  add(set: MetricSet): void {
    const isTaken = (name: string): boolean => this.#list.some((other) => other.name === name);
    if (this.#list.some((other) => printMetricSet(other) === printMetricSet(set))) return;
    let { name } = set;
    for (let count = 2; isTaken(name); count++) name = `${set.name.slice(0, 70)} (${count})`;
    if (this.hasRoomFor(name)) this.save({ ...set, name });
  }

  /** Keeps a set; one of the same name is replaced. */
  save(set: MetricSet): void {
    this.#set([...this.#list.filter(({ name }) => name !== set.name), set]);
  }

  /** Deletes a set; the answer brings it back. */
  remove(set: MetricSet): () => void {
    this.#set(this.#list.filter((other) => other !== set));
    return () => this.save(set);
  }

  #set(sets: readonly MetricSet[]): void {
    this.#list = sets.toSorted((a, b) => a.name.localeCompare(b.name));
    this.#isKept = saveValue(KEY, this.#list.map(printMetricSet));
  }
}

function readSets(): readonly MetricSet[] {
  const stored = loadValue(KEY);
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((text) => {
    const reading = readMetricSet(String(text));
    return reading.ok ? [reading.set] : [];
  });
}
