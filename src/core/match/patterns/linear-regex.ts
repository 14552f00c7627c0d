/** A compiled linear-time regular expression, or the reason it was rejected. */
export type RegexReading =
  | {
      readonly ok: true;
      readonly finds: (text: string) => boolean;
      /** All matches from left to right, each leftmost and longest; never empty. */
      readonly spans: (text: string) => readonly (readonly [from: number, to: number])[];
    }
  | { readonly ok: false; readonly reason: string; readonly nearest?: string };

/** The limits of an expression: its characters, and its steps once repetitions are written out. */
const LONGEST_SOURCE = 1000;
const MAX_STEPS = 2000;

/**
 * Compiles a regular expression to a search that takes time linear in the text, by following all
 * alternatives at once (Thompson 1968; Cox 2007, “Regular Expression Matching Can Be Simple And
 * Fast”). Single characters are tested by the engine's own expressions in Unicode mode. Flags: `i`,
 * `m`, `s`, `u`. Refused: back references, look-arounds, inline flags, and repetitions that are too
 * large to write out.
 */
export function compileLinearRegex(source: string, flags = ''): RegexReading {
  const key = `${flags}/${source}`;
  const known = COMPILED.get(key);
  if (known) return known;
  const reading = compile(source, flags);
  if (COMPILED.size >= MAX_KEPT) COMPILED.clear();
  COMPILED.set(key, reading);
  return reading;
}

/** Rows repeat the same few expressions. */
const COMPILED = new Map<string, RegexReading>();
const MAX_KEPT = 1000;

function compile(source: string, flags: string): RegexReading {
  if (source.length > LONGEST_SOURCE) {
    return failed(`An expression has at most ${LONGEST_SOURCE} characters.`);
  }
  if (!/^[imsu]*$/.test(flags) || new Set(flags).size < flags.length) {
    return failed(`Flags may be i, m, s and u, each once; “${flags}” is something else.`);
  }
  const chosen = flags.includes('u') ? flags : `${flags}u`;
  const error = errorOf(source, chosen);
  if (error !== undefined) {
    const plain = withoutNeedlessEscapes(source);
    const isHelp = plain !== source && errorOf(plain, chosen) === undefined;
    const reason = `Not a regular expression: ${error}.`;
    return isHelp ? { ok: false, reason, nearest: plain } : failed(reason);
  }
  try {
    const steps = new Compiler(new Parser(source, chosen).read()).steps;
    return {
      ok: true,
      finds: (text) => findsIn(steps, text),
      spans: (text) => spansIn(steps, text),
    };
  } catch (error) {
    if (error instanceof Refusal) return failed(error.message);
    throw error;
  }
}

function failed(reason: string): RegexReading {
  return { ok: false, reason };
}

/** Removes escapes that other languages allow and Unicode mode does not. */
function withoutNeedlessEscapes(source: string): string {
  let isInClass = false;
  return source.replace(/\\?[^]/gu, (found) => {
    if (found === '[' || found === ']') isInClass = found === '[';
    const isNeeded = isInClass || /^(?:.|\\[\p{L}\p{N}^$\\.*+?()[\]{}|/])$/su.test(found);
    return isNeeded ? found : found.slice(1);
  });
}

/** The engine's message for an invalid expression; undefined for a valid one. */
function errorOf(source: string, flags: string): string | undefined {
  try {
    new RegExp(source, flags);
    return undefined;
  } catch (error) {
    return (error as Error).message.split(': ').at(-1);
  }
}

class Refusal extends Error {}

type CharTest = (char: string) => boolean;
type Assertion = (before: string, after: string) => boolean;

type Node =
  | { readonly kind: 'char'; readonly test: CharTest }
  | { readonly kind: 'assert'; readonly holds: Assertion }
  | { readonly kind: 'all'; readonly parts: readonly Node[] }
  | { readonly kind: 'either'; readonly parts: readonly Node[] }
  | { readonly kind: 'repeat'; readonly part: Node; readonly least: number; readonly most: number };

class Parser {
  readonly #source: string;
  readonly #flags: string;
  readonly #tests = new Map<string, CharTest>();
  #at = 0;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags;
  }

  read(): Node {
    const parts = [this.#sequence()];
    while (this.#take('|')) parts.push(this.#sequence());
    return parts.length === 1 ? (parts[0] as Node) : { kind: 'either', parts };
  }

  #sequence(): Node {
    const parts: Node[] = [];
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source.charAt(this.#at))) {
      parts.push(this.#repeated(this.#one()));
    }
    return { kind: 'all', parts };
  }

  #repeated(part: Node): Node {
    const counts = this.#match(/^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})/);
    if (!counts) return part;
    this.#take('?'); // lazy or not, the same texts are found
    const [sign, exact, comma, upTo] = counts;
    if (exact === undefined) {
      return {
        kind: 'repeat',
        part,
        least: sign === '+' ? 1 : 0,
        most: sign === '?' ? 1 : Infinity,
      };
    }
    const least = Number(exact);
    if (comma === undefined) return { kind: 'repeat', part, least, most: least };
    return { kind: 'repeat', part, least, most: upTo === '' ? Infinity : Number(upTo) };
  }

  #one(): Node {
    if (this.#take('(')) return this.#group();
    if (this.#take('^')) return { kind: 'assert', holds: this.#edge((before) => before) };
    if (this.#take('$')) return { kind: 'assert', holds: this.#edge((_, after) => after) };
    const boundary = this.#match(/^\\[bB]/)?.[0];
    if (boundary !== undefined)
      return { kind: 'assert', holds: this.#boundary(boundary === '\\b') };
    if (this.#match(/^(?:\\(?:[1-9]|k<))/)) {
      throw new Refusal('A back reference can take very long, so it is not allowed.');
    }
    const atom =
      this.#match(/^\\u[dD][89aAbB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}/) ??
      this.#match(
        /^\\(?:u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|[pP]\{[^}]*\}|[^])/u,
      ) ??
      this.#match(/^(?:\[(?:\\[^]|[^\]\\])*\])/u) ??
      this.#match(/^[^]/u);
    return { kind: 'char', test: this.#test(atom?.[0] ?? '') };
  }

  #group(): Node {
    if (this.#match(/^\?<?[=!]/)) {
      throw new Refusal('Looking ahead or back can take very long, so it is not allowed.');
    }
    if (this.#match(/^\?[imsu-]/)) {
      throw new Refusal('Flags inside an expression are not allowed; write them under "flags".');
    }
    this.#match(/^(?:\?:|\?<[^>]*>)/);
    const inside = this.read();
    this.#take(')');
    return inside;
  }

  #edge(side: (before: string, after: string) => string): Assertion {
    const isByLine = this.#flags.includes('m');
    return (before, after) => {
      const char = side(before, after);
      return char === '' || (isByLine && /[\n\r\u2028\u2029]/.test(char));
    };
  }

  #boundary(isWanted: boolean): Assertion {
    const isWord = this.#test('\\w');
    return (before, after) => {
      const isChange = (before !== '' && isWord(before)) !== (after !== '' && isWord(after));
      return isChange === isWanted;
    };
  }

  /** Tests one character; results for ASCII are cached. */
  #test(atom: string): CharTest {
    const known = this.#tests.get(atom);
    if (known) return known;
    const whole = new RegExp(`^(?:${atom})$`, this.#flags.replace('m', ''));
    // for each ASCII character: not tested yet, false or true
    const ascii = new Uint8Array(128);
    const test = (char: string): boolean => {
      const code = char.charCodeAt(0);
      if (code >= 128) return whole.test(char);
      if (ascii[code] === 0) ascii[code] = whole.test(char) ? 2 : 1;
      return ascii[code] === 2;
    };
    this.#tests.set(atom, test);
    return test;
  }

  #take(char: string): boolean {
    if (this.#source.charAt(this.#at) !== char) return false;
    this.#at++;
    return true;
  }

  #match(anchored: RegExp): RegExpExecArray | null {
    const found = anchored.exec(this.#source.slice(this.#at));
    if (found) this.#at += found[0].length;
    return found;
  }
}

type Step =
  | { readonly kind: 'char'; readonly test: CharTest }
  | { readonly kind: 'assert'; readonly holds: Assertion }
  /** Continues at each of these steps. */
  | { readonly kind: 'fork'; readonly to: number[] }
  | { readonly kind: 'found' };

/** Compiles an expression to steps; repetitions are written out. */
class Compiler {
  readonly steps: Step[] = [];

  constructor(node: Node) {
    if (sizeOf(node) > MAX_STEPS) {
      throw new Refusal('The expression repeats its parts too often; use smaller numbers in {…}.');
    }
    this.#add(node);
    this.steps.push({ kind: 'found' });
  }

  #add(node: Node): void {
    switch (node.kind) {
      case 'char':
      case 'assert':
        this.steps.push(node);
        return;
      case 'all':
        for (const part of node.parts) this.#add(part);
        return;
      case 'either':
        this.#addEither(node.parts);
        return;
      case 'repeat':
        this.#addRepeat(node);
    }
  }

  #addEither(parts: readonly Node[]): void {
    const entry = this.#fork();
    const exits: number[][] = [];
    for (const part of parts) {
      entry.push(this.steps.length);
      this.#add(part);
      exits.push(this.#fork());
    }
    for (const exit of exits) exit.push(this.steps.length);
  }

  #addRepeat({ part, least, most }: Extract<Node, { kind: 'repeat' }>): void {
    for (let count = 0; count < least; count++) this.#add(part);
    if (most === Infinity) {
      const start = this.steps.length;
      const entry = this.#fork();
      entry.push(this.steps.length);
      this.#add(part);
      this.#fork().push(start);
      entry.push(this.steps.length);
      return;
    }
    const exits: number[][] = [];
    for (let count = least; count < most; count++) {
      const entry = this.#fork();
      entry.push(this.steps.length);
      exits.push(entry);
      this.#add(part);
    }
    for (const exit of exits) exit.push(this.steps.length);
  }

  #fork(): number[] {
    const to: number[] = [];
    this.steps.push({ kind: 'fork', to });
    return to;
  }
}

/** The number of steps that a part needs, at least one. */
function sizeOf(node: Node): number {
  switch (node.kind) {
    case 'char':
    case 'assert':
      return 1;
    case 'all':
    case 'either':
      return node.parts.reduce((sum, part) => sum + sizeOf(part) + 1, 1);
    case 'repeat': {
      const times = node.most === Infinity ? node.least + 1 : node.most;
      return (sizeOf(node.part) + 1) * times + 2;
    }
  }
}

/** Whether the expression is found in a text; follows all alternatives at once. */
function findsIn(steps: readonly Step[], text: string): boolean {
  const seenAt = new Int32Array(steps.length).fill(-1);
  let before = '';
  let place = 0;
  const enter = (starts: readonly number[], after: string, out: number[]): boolean => {
    const stack = [...starts];
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      if (seenAt[at] === place) continue;
      seenAt[at] = place;
      const step = steps[at] as Step;
      if (step.kind === 'found') return true;
      if (step.kind === 'char') out.push(at);
      else if (step.kind === 'fork') stack.push(...step.to);
      else if (step.holds(before, after)) stack.push(at + 1);
    }
    return false;
  };
  let reached: number[] = [];
  for (const char of text) {
    const waiting: number[] = [];
    reached.push(0);
    if (enter(reached, char, waiting)) return true;
    reached = [];
    for (const at of waiting) {
      if ((steps[at] as Extract<Step, { kind: 'char' }>).test(char)) reached.push(at + 1);
    }
    before = char;
    place++;
  }
  return enter([...reached, 0], '', []);
}

/** How many characters a match is extended over at most. */
const LOOKED_ON = 200;

/**
 * Finds all matches; follows all alternatives at once, each with its start; the earliest start
 * wins.
 */
function spansIn(steps: readonly Step[], text: string): [number, number][] {
  const spans: [number, number][] = [];
  for (let from = 0; from < text.length;) {
    const span = nextSpan(steps, text, from);
    if (!span) break;
    spans.push(span);
    from = span[1];
  }
  return spans;
}

function nextSpan(
  steps: readonly Step[],
  text: string,
  from: number,
): [number, number] | undefined {
  const seenAt = new Int32Array(steps.length).fill(-1);
  let best: [number, number] | undefined;
  // by step that waits for a character: where its match began; earlier starts come first
  let reached = new Map<number, number>();
  let before = from === 0 ? '' : lastChar(text, from);
  for (let at = from; ;) {
    const char = at < text.length ? String.fromCodePoint(text.codePointAt(at) as number) : '';
    if (!best && char !== '' && !reached.has(0)) reached.set(0, at);
    const waiting = new Map<number, number>();
    for (const [start, began] of reached) {
      if (best && began > best[0]) continue;
      const stack = [start];
      for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
        if (seenAt[step] === at) continue;
        seenAt[step] = at;
        const current = steps[step];
        if (current?.kind === 'found') {
          if (at > began && (!best || began <= best[0])) best = [began, at];
        } else if (current?.kind === 'char') waiting.set(step, began);
        else if (current?.kind === 'fork') stack.push(...current.to);
        else if (current?.holds(before, char)) stack.push(step + 1);
      }
    }
    if (char === '' || (best && (waiting.size === 0 || at - best[1] > LOOKED_ON))) return best;
    reached = new Map();
    for (const [step, began] of waiting) {
      if (best && began > best[0]) continue;
      if ((steps[step] as Extract<Step, { kind: 'char' }>).test(char) && !reached.has(step + 1)) {
        reached.set(step + 1, began);
      }
    }
    before = char;
    at += char.length;
  }
}

function lastChar(text: string, end: number): string {
  const pair = text.codePointAt(end - 2);
  return pair !== undefined && pair > 0xffff ? text.slice(end - 2, end) : text.charAt(end - 1);
}
