/** How a person gets to a line that an issue is about. */
export interface ShowLine {
  /** `Fix` in the editor, `Show` where the file is too large for it. */
  readonly verb: 'Fix' | 'Show';
  readonly onshow: (line: number) => void;
}
