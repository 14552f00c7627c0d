/** A way to share something. */
export interface ShareOption {
  readonly title: string;
  /** “6,004 characters”; empty while it is not known. */
  readonly size?: string;
  /** What it is for. */
  readonly text: string;
  readonly warning?: string | undefined;
  /** What it asks for; it may stay empty. */
  readonly field?: {
    readonly label: string;
    readonly value: string;
    readonly oninput: (value: string) => void;
  };
  readonly action: 'copy' | 'download';
  readonly disabled?: boolean;
  /** Settled once it is done; true where that ends the sharing. */
  readonly onact: () => Promise<unknown>;
}
