/** What a person opened or typed. */
export interface Dataset {
  readonly blob: Blob;
  /** The file's name, an empty text for pasted or typed data. */
  readonly fileName: string;
  readonly title: string;
  readonly sampleId: string;
}
