import {
  isJsonList,
  isJsonObject,
  setOwn,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { perName, pick, pickText, unwrapEncoded } from '#core/base/json/pick.ts';
import { endOfLine } from '#core/base/text/line-ends.ts';
import { parseTolerant } from '#core/base/literals/parse-tolerant.ts';
import { freeName } from '#core/read/names/free-name.ts';
import type { AdapterResult, Origin } from './adapter.ts';

/** The column with what a row's records say and none of its other columns. */
const OF_RECORD = 'other_fields';
/** The column of a file's first row that keeps what is around the records. */
const OF_FILE = 'file_fields';

/** Words under these keys say what an object is, and need no place. */
const KINDS = new Set(
  'type role kind part_kind message_type object from event lc method jsonrpc'.split(' '),
);
/** Keys of rows and calls whose numbers are counted here, and tell nothing of the file's. */
const COUNTS = new Set(['turn', 'parallel', 'before', 'failure']);
const WORD = /^[\w.:/-]{1,64}$/;
/** A piece of a stream, by its type, and the keys that such pieces have their texts under. */
const PIECE = /.delta|.chunk|partial/i;
const TEXTS = /delta$|^partial_json$|^(?:text|content|args|arguments|reasoning|thinking)$/i;
/** Keys that tell the streams of several messages or calls apart. */
const STREAM_IDS = ['item_id', 'toolCallId', 'tool_call_id', 'messageId'];

/** Levels of a record that are looked through, and that are kept as they are. */
const DEPTH = 150;
const KEPT_DEPTH = 40;
/** The row of a leaf that is in several. */
const SEVERAL = -1;

type Path = readonly (string | number)[];
type Scalar = string | number | bigint | boolean | null;

/** A text or number that is in no row. */
interface Leaf {
  readonly path: Path;
  value: Scalar;
  /** The row it is kept in; undefined where nothing near it shows which. */
  row: number | undefined;
  /** Whether it is a piece of what is in a row as a whole. */
  isPiece?: boolean;
}

/**
 * Keeps every text and number of a file that no row holds, in a column of the row it belongs to: a
 * copy of its record with nothing else in it. Values are compared, not their keys.
 * @param values what the rows were read from
 */
export function keepLeftOver(
  values: readonly JsonValue[],
  { rows, origins, opened }: Pick<AdapterResult, 'rows' | 'origins' | 'opened'>,
): readonly JsonObject[] {
  if (rows.length === 0) return rows;
  const { ofRecords, ofFile } = new Accountant(rows, origins, opened).account(values);
  return rows.map((own, index) => {
    const kept = withColumn(own, OF_RECORD, ofRecords.get(index));
    return withColumn(kept, OF_FILE, ofFile.get(index));
  });
}

function withColumn(row: JsonObject, name: string, parts: Parts | undefined): JsonObject {
  if (!parts) return row;
  const [part = null, ...others] = parts;
  const own = freeName(name, new Set(Object.keys(row)));
  return { ...row, [own]: others.length === 0 ? part : parts };
}

/** What is kept of each of a row's records. */
type Parts = JsonValue[];

/** The row of every text, number and switch. */
type Index = Map<string, number>;

type Lines = Map<string, { readonly text: string; readonly at: number }>;

/** Rows that were read from the same records, and what is in them. */
class Group {
  readonly rows: number[];
  /** Whether records of several rows are in what these were read from. */
  readonly isShared: boolean;
  readonly #all: readonly JsonObject[];
  /** Is there once it is asked for. */
  #index: Index | undefined;
  /** The groups of rows, by row, for texts that any row may hold. */
  groups?: readonly Group[];
  #texts: string[] = [];
  /** Lines of longer texts, and where they stand. */
  #lines: Lines | undefined;

  constructor(all: readonly JsonObject[], rows: number[], isShared = false) {
    this.#all = all;
    this.rows = rows;
    this.isShared = isShared;
  }

  /**
   * Finds the row that holds a leaf unchanged.
   * @param value a text without blanks around it, or any other leaf
   * @returns undefined where none does; -1 where several do
   */
  rowOf(value: Exclude<Scalar, null>, key: string): number | undefined {
    return this.#known().get(typeof value === 'boolean' ? switchOf(key, value) : String(value));
  }

  /** Frees the index of the rows, until it is needed again. */
  forget(): void {
    this.#index = this.#lines = undefined;
  }

  /** Whether a leaf that no row holds unchanged is part of a longer text. */
  isWithin(value: Exclude<Scalar, null>): boolean {
    if (typeof value === 'boolean') return false;
    const index = this.#known();
    this.#lines ??= this.#open(index);
    const text = String(value);
    const line = this.#lines.size > 0 ? this.#lines.get(firstLine(text)) : undefined;
    return line?.text.startsWith(text, line.at) === true || index.has(text);
  }

  #known(): Index {
    if (this.#index) return this.#index;
    const index: Index = new Map();
    this.#index = index;
    this.#texts = [];
    for (const row of this.rows) {
      const record = this.#all[row] ?? {};
      this.#take(record, '', row, index, 0);
      const id = record['id'];
      // the turns of a run are numbered
      if (typeof id === 'string') this.#add(id.replace(/#\d+$/, ''), row, index);
    }
    return index;
  }

  #take(value: JsonValue, key: string, row: number, index: Index, depth: number): void {
    if (value === null) return;
    if (typeof value === 'string') {
      this.#add(value.trim(), row, index);
      if (value.includes('\n') || isBracket(value.charCodeAt(0))) this.#texts.push(value);
    } else if (typeof value === 'boolean') this.#add(switchOf(key, value), row, index);
    else if (typeof value !== 'object') this.#add(String(value), row, index);
    else if (depth === DEPTH) return;
    else if (isJsonList(value))
      for (const item of value) this.#take(item, key, row, index, depth + 1);
    else
      for (const name in value)
        if (depth > 2 || !COUNTS.has(name))
          this.#take(value[name] ?? null, name, row, index, depth + 1);
  }

  #add(text: string, row: number, index: Index): void {
    const known = this.rows.length === 1 ? undefined : index.get(text);
    if (known === undefined) index.set(text, row);
    else if (known !== row && this.groups?.[known] !== (this.groups?.[row] ?? this))
      index.set(text, SEVERAL);
  }

  /** Looks into texts: for objects that were written as text, and for lines. */
  #open(index: Index): Lines {
    const lines: Lines = new Map();
    // further texts come of those that are opened
    for (const text of this.#texts) {
      const opened = isBracket(text.charCodeAt(0)) ? unwrapEncoded(text) : text;
      if (typeof opened === 'object') this.#take(opened, '', SEVERAL, index, 0);
      for (let at = 0; at < text.length; at = endOfLine(text, at) + 1) {
        while (isBlank(text.charCodeAt(at))) at++;
        const line = firstLine(text.slice(at, endOfLine(text, at)));
        if (line !== '' && !lines.has(line)) lines.set(line, { text, at });
      }
    }
    return lines;
  }
}

/** A switch says what it does by its key. */
function switchOf(key: string, value: boolean): string {
  return `${key}: ${value}`;
}

const isBracket = (code: number): boolean => code === 0x5b || code === 0x7b;
const isBlank = (code: number): boolean => code === 0x20 || code === 0x09;

function firstLine(text: string): string {
  return text.slice(0, endOfLine(text, 0)).trimEnd();
}

/** A record that is being looked through. */
interface Walk {
  readonly group: Group;
  /** The steps to the value that is looked at. */
  readonly path: (string | number)[];
  readonly left: Leaf[];
  /** Leaves looked at. */
  count: number;
  /** The only row that holds the first text examined. */
  vote: number | undefined;
  /** The first row of the records inside it that rows of their own were read from. */
  inner: number | undefined;
  hasPieces: boolean;
}

/** Texts that follow one another in a stream. */
interface Run {
  readonly group: Group;
  readonly texts: string[];
  readonly left: Leaf[];
  /** The number of the event that the last of them is in. */
  last: number;
}

/** Goes through a file's records for what is in no row. */
class Accountant {
  readonly #groups = new Map<JsonValue, Group>();
  readonly #all: Group;
  readonly #byRow: readonly Group[];
  readonly #opened: AdapterResult['opened'];
  readonly #ofRecords = new Map<number, Parts>();
  readonly #ofFile = new Map<number, Parts>();
  /** What is kept of a row already. */
  readonly #kept = new Map<number, Set<string>>();
  readonly #runs = new Map<string, Run[]>();
  readonly #waiting: [Walk, last: number][] = [];
  #events = 0;

  /** Groups rows by their records. */
  constructor(
    rows: readonly JsonObject[],
    origins: readonly Origin[],
    opened: AdapterResult['opened'],
  ) {
    this.#opened = opened;
    this.#all = new Group(rows, [...rows.keys()]);
    const byOrigin = new Map<Origin, Group>();
    this.#byRow = origins.map((origin, row) => {
      const group = byOrigin.get(origin) ?? new Group(rows, []);
      group.rows.push(row);
      byOrigin.set(origin, group);
      return group;
    });
    this.#all.groups = this.#byRow;
    for (const [origin, group] of byOrigin) {
      for (const [place, part] of origin.entries()) {
        const known = this.#groups.get(part);
        if (place > 0 && part === origin[0]) continue;
        if (!known && place === 0) this.#groups.set(part, group);
        else if (known?.isShared) for (const row of group.rows) known.rows.push(row);
        else this.#groups.set(part, new Group(rows, [...(known?.rows ?? []), ...group.rows], true));
      }
    }
  }

  account(values: readonly JsonValue[]): {
    readonly ofRecords: ReadonlyMap<number, Parts>;
    readonly ofFile: ReadonlyMap<number, Parts>;
  } {
    let last: number | undefined;
    for (const value of values) {
      this.#events++;
      const holders = this.#holders(value);
      // a log line of which no row holds anything goes with the one before it
      const near = holders.size === 0 && last !== undefined ? this.#byRow[last] : undefined;
      const group = this.#groups.get(value) ?? onlyOf(holders) ?? near ?? this.#all;
      last = this.#record(value, group, last ?? 0);
    }
    for (const runs of this.#runs.values()) this.#join(runs);
    for (const [walk, row] of this.#waiting) this.#keep(walk, row);
    return { ofRecords: this.#ofRecords, ofFile: this.#ofFile };
  }

  /**
   * Looks through a record.
   * @param last the row of the record before it
   * @returns its row
   */
  #record(value: JsonValue, group: Group, last: number): number {
    const walk = newWalk(group);
    if (typeof value === 'object' && value !== null) this.#look(value, '', walk);
    else this.#walk(value, '', 'value', walk);
    const isOwn = this.#groups.get(value) === group;
    const own = isOwn ? group.rows[0] : walk.vote;
    const near = this.#byRow[last] === group ? last : group.rows[0];
    const row = walk.inner ?? own ?? (group === this.#all ? last : (near ?? last));
    // nothing else belongs to a record of its own
    if (isOwn && !group.isShared) group.forget();
    if (walk.hasPieces || this.#waiting.length > 0) this.#waiting.push([walk, row]);
    else this.#keep(walk, row);
    return row;
  }

  /** The groups whose rows tell texts of a value; all rows where other records are in it. */
  #holders(value: JsonValue, found = new Set<Group>(), depth = 0): ReadonlySet<Group> {
    if (typeof value === 'string') {
      const row = value.length > 3 ? this.#all.rowOf(value.trim(), '') : undefined;
      const group = row === undefined ? undefined : this.#byRow[row];
      if (group) found.add(group);
    } else if (typeof value === 'object' && value !== null && depth < DEPTH && found.size < 2) {
      if (this.#groups.has(value)) return found.add(this.#all).add(new Group([], []));
      for (const inner of Object.values(value)) this.#holders(inner, found, depth + 1);
    }
    return found;
  }

  #walk(value: JsonValue, key: string, step: string | number, walk: Walk, stream?: string): void {
    if (value === null) return;
    walk.path.push(step);
    if (typeof value !== 'object') this.#leaf(value, key, walk, stream);
    else if (walk.path.length > DEPTH) walk.count++;
    else this.#look(value, key, walk, stream);
    walk.path.pop();
  }

  #look(value: Exclude<JsonValue, Scalar>, key: string, walk: Walk, stream?: string): void {
    const own = walk.path.length === 0 ? undefined : this.#groups.get(value);
    if (own && own !== walk.group) {
      const row = this.#record(value, own, 0);
      walk.inner ??= row;
    } else if (isJsonList(value)) this.#list(value, key, walk, stream);
    else this.#object(value, key, walk, stream);
  }

  #object(value: JsonObject, key: string, walk: Walk, stream?: string): void {
    const attribute = attributeOf(value);
    if (attribute) {
      const [name, inner] = attribute;
      const place = walk.path.pop();
      this.#walk(inner, name, name, walk, stream);
      walk.path.push(place ?? name);
      return;
    }
    const piece = streamOf(value, key, stream);
    for (const name in value) this.#walk(value[name] ?? null, name, name, walk, piece);
  }

  /** The items of a list may belong to several rows: a row has those that follow what it tells, too. */
  #list(list: readonly JsonValue[], key: string, walk: Walk, stream?: string): void {
    let row: number | undefined;
    for (let index = 0; index < list.length; index++) {
      if (stream === undefined) this.#events++;
      const item = list[index] ?? null;
      const teller = walk.group === this.#all ? onlyOf(this.#holders(item)) : undefined;
      if (teller && typeof item === 'object') {
        row = this.#record(item, teller, row ?? 0);
        walk.inner ??= row;
        continue;
      }
      if (walk.group.rows.length === 1) {
        this.#walk(item, key, index, walk, stream);
        continue;
      }
      const from = walk.left.length;
      const own: Walk = { ...walk, count: 0, vote: undefined, inner: undefined };
      this.#walk(item, key, index, own, stream);
      row = own.vote ?? own.inner ?? row;
      if (row !== undefined) for (const leaf of walk.left.slice(from)) leaf.row ??= row;
      walk.count += own.count;
      walk.vote ??= own.vote;
      walk.inner ??= own.inner;
      walk.hasPieces = own.hasPieces;
    }
  }

  #leaf(value: Exclude<Scalar, null>, key: string, walk: Walk, stream?: string): void {
    const text = typeof value === 'string' ? value.trim() : value;
    const isKind = KINDS.has(key) && typeof text === 'string' && WORD.test(text);
    let left: Leaf | undefined;
    if (text !== '' && !isKind) {
      walk.count++;
      const row = walk.group.rowOf(text, key);
      if (row === undefined) {
        if (this.#isWithin(text, key, walk)) return;
        left = { path: [...walk.path], value, row: undefined };
        walk.left.push(left);
      } else if (row >= 0 && typeof text === 'string' && text.length > 3) walk.vote ??= row;
    }
    if (stream === undefined || typeof value !== 'string' || isKind) return;
    if (walk.path.some((step) => TEXTS.test(String(step)))) this.#piece(value, left, walk, stream);
  }

  /**
   * Whether a leaf is within a text of a row, or is a text that holds nothing as JSON, or something
   * that is in a row: then the rest is left.
   */
  #isWithin(leaf: Exclude<Scalar, null>, key: string, walk: Walk): boolean {
    const { count, left, group } = walk;
    const from = left.length;
    const opened = unwrapEncoded(leaf, (text) => this.#opened.get(text) ?? parseTolerant(text));
    const isOpened = typeof opened === 'object' && opened !== null;
    if (isOpened) this.#look(opened, key, walk);
    // texts of rows are parsed only for what is found nowhere else
    if (isOpened && left.length === from) return true;
    const isInRows = group.isWithin(leaf);
    if (!isInRows && walk.count - count > left.length - from) return true;
    left.length = from;
    return isInRows;
  }

  #piece(text: string, left: Leaf | undefined, walk: Walk, stream: string): void {
    walk.hasPieces = true;
    const steps = walk.path.filter((step) => typeof step === 'string');
    const name = `${stream} ${steps.slice(-2).join('.')}`;
    const runs = this.#runs.get(name) ?? [];
    this.#runs.set(name, runs);
    let run = runs.at(-1);
    if (!run || this.#events - run.last > 1) {
      run = { group: walk.group, texts: [], left: [], last: 0 };
      runs.push(run);
    }
    run.last = this.#events;
    run.texts.push(text);
    if (left) run.left.push(left);
  }

  /** Puts the pieces of a stream together: each run of them, or all where others were between them. */
  #join(runs: readonly Run[]): void {
    const [first] = runs;
    if (!first) return;
    const left = runs.flatMap((run) => run.left);
    const whole: Run = { ...first, texts: runs.flatMap(({ texts }) => texts), left };
    const joined = runs.length > 1 && this.#isInRows(whole.texts, first.group) ? [whole] : runs;
    for (const { group, texts, left } of joined) {
      const [kept, ...others] = left;
      if (!kept || texts.length === 1) continue;
      for (const leaf of others) leaf.isPiece = true;
      if (this.#isInRows(texts, group)) kept.isPiece = true;
      else kept.value = texts.join('');
    }
  }

  #isInRows(texts: readonly string[], group: Group): boolean {
    const walk = newWalk(group);
    this.#walk(texts.join(''), '', '', walk);
    return walk.left.length === 0;
  }

  #keep({ left, inner }: Walk, row: number): void {
    const trees = new Map<number, Tree>();
    const around = new Map<number, Tree>();
    for (const leaf of left) {
      const own = leaf.row ?? row;
      if (leaf.isPiece || this.#isKept(leaf, own)) continue;
      const held = leaf.row === undefined && inner !== undefined ? around : trees;
      const tree = held.get(own) ?? new Tree();
      held.set(own, tree);
      tree.plant(leaf);
    }
    for (const [own, tree] of trees) add(this.#ofRecords, own, tree);
    for (const [own, tree] of around) add(this.#ofFile, own, tree);
  }

  /** Whether a row keeps the same already: under the same key, or a text that is no word. */
  #isKept({ path, value }: Leaf, row: number): boolean {
    const kept = this.#kept.get(row) ?? new Set();
    this.#kept.set(row, kept);
    const isLong = typeof value === 'string' && value.length >= 16;
    const mark = isLong ? value : `${path.at(-1) ?? ''}: ${String(value)}`;
    if (kept.has(mark)) return true;
    kept.add(mark);
    return false;
  }
}

/** The only one of some groups. */
function onlyOf(groups: ReadonlySet<Group>): Group | undefined {
  return groups.size === 1 ? [...groups][0] : undefined;
}

function newWalk(group: Group): Walk {
  const nothing = { count: 0, vote: undefined, inner: undefined, hasPieces: false };
  return { ...nothing, group, path: [], left: [] };
}

/** The name and the value of an attribute, as OpenTelemetry writes them in lists. */
function attributeOf(value: JsonObject): [string, JsonValue] | undefined {
  const { key, value: inner } = value;
  if (typeof key !== 'string' || inner === undefined || Object.keys(value).length > 2)
    return undefined;
  const [name = '', ...others] = isJsonObject(inner) ? Object.keys(inner) : [];
  const isTyped = others.length === 0 && /Value$/.test(name);
  return [key, (isTyped && pick(inner, name)) || inner];
}

const isPieceType = perName((type) => PIECE.test(type));
const isPiece = (type: JsonValue | undefined): boolean =>
  typeof type === 'string' && isPieceType(type);

/** The stream that an object is a piece of. */
function streamOf(value: JsonObject, key: string, around: string | undefined): string | undefined {
  const isStreamed =
    around !== undefined ||
    key === 'delta' ||
    value['partial'] === true ||
    isPiece(value['type']) ||
    isPiece(value['object']) ||
    isPiece(value['event']);
  if (!isStreamed) return undefined;
  const place = pick(value, 'index');
  // events of ADK have ids of their own
  const id = pickText(value, ...STREAM_IDS, ...(value['partial'] === true ? [] : ['id']));
  return `${around ?? ''} ${typeof place === 'number' ? place : (id ?? '')}`;
}

/** Leaves by the steps to them. */
class Tree {
  readonly #steps = new Map<string | number, Tree | JsonValue>();

  plant({ path, value }: Leaf): void {
    const far = path.slice(KEPT_DEPTH).join('.');
    const steps = far === '' ? path : [...path.slice(0, KEPT_DEPTH), far];
    const around = steps.slice(0, -1);
    const inner = around.reduce((tree: Tree, step) => tree.#inner(step), this);
    inner.#set(steps.at(-1) ?? 'value', value);
  }

  #inner(step: string | number): Tree {
    const known = this.#steps.get(step);
    if (known instanceof Tree) return known;
    const inner = new Tree();
    this.#set(step, inner);
    return inner;
  }

  /** What is there twice, as attributes may be, is numbered. */
  #set(step: string | number, value: Tree | JsonValue): void {
    const free = this.#steps.has(step) ? `${step} (${this.#steps.size})` : step;
    this.#steps.set(free, value);
  }

  /** The places of lists are not kept. */
  value(): JsonValue {
    const plain = (inner: Tree | JsonValue): JsonValue =>
      inner instanceof Tree ? inner.value() : inner;
    const steps = [...this.#steps.keys()];
    if (steps.every((step) => typeof step === 'number'))
      return Array.from(this.#steps.values(), plain);
    const object: Record<string, JsonValue> = {};
    for (const step of steps) setOwn(object, String(step), plain(this.#steps.get(step) ?? null));
    return object;
  }
}

function add(columns: Map<number, Parts>, row: number, tree: Tree): void {
  const parts = columns.get(row) ?? [];
  columns.set(row, parts);
  const value = tree.value();
  for (const part of isJsonList(value) ? value : [value]) parts.push(part);
}
