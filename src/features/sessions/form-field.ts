/** A field of the form that describes whom calls go to. */
export interface FormField {
  readonly key: string;
  readonly label: string;
  /**
   * `path` is where something stands in an answer; `json` and `text` have several lines; a `secret`
   * is kept in memory only, and not entered where the page is framed.
   */
  readonly kind: 'line' | 'url' | 'number' | 'text' | 'json' | 'path' | 'choice' | 'secret';
  readonly hint?: string;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** What is wrong with what is entered; empty where nothing is. */
  readonly error?: string;
  readonly isOff?: boolean;
  /** The bounds of a number; without them its text is taken as it is. */
  readonly least?: number;
  readonly most?: number;
  readonly mayBeEmpty?: boolean;
}
