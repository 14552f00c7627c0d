/** Where a part of a dataset ends and what was read of it: all that going on after it needs. */
export interface PartEnd {
  /** Bytes of the source that the part was read from. */
  readonly bytesRead: number;
  /** Physical lines among them. */
  readonly lineCount: number;
  /** Hash of these bytes. */
  readonly hash: number;
}
