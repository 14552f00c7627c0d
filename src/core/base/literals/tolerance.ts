/** Something in a text that strict JSON does not allow and that was read all the same. */
export type ToleranceKind =
  | 'comments'
  | 'trailing_commas'
  | 'single_quotes'
  | 'bare_keys'
  | 'backtick_texts'
  | 'console_forms'
  | 'undefined_words'
  | 'end_marks'
  | 'python_words'
  | 'non_finite'
  | 'control_characters'
  | 'duplicate_keys'
  | 'beyond_range'
  | 'keys_not_text'
  | 'tuples'
  | 'sets'
  | 'bytes'
  | 'number_forms'
  | 'python_texts'
  | 'numpy_arrays'
  | 'python_objects';

/** One kind of tolerance in a text. */
export interface Tolerance {
  readonly kind: ToleranceKind;
  /** The Python type, for `python_objects`; otherwise empty. */
  readonly name: string;
  /** How often it was needed. */
  readonly count: number;
  /** 0-based offset of the first time. */
  readonly at: number;
}

/** Counts tolerances by kind and name, in the order they are first needed. */
export class ToleranceCounter {
  readonly #found = new Map<
    string,
    { kind: ToleranceKind; name: string; count: number; at: number }
  >();

  add(kind: ToleranceKind, at: number, name = ''): void {
    const key = name === '' ? kind : `${kind} ${name}`;
    const known = this.#found.get(key);
    if (known) known.count++;
    else this.#found.set(key, { kind, name, count: 1, at });
  }

  list(): readonly Tolerance[] {
    return [...this.#found.values()];
  }
}
