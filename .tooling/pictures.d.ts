// What record-tour.mjs uses of two packages without types.
declare module 'gifenc' {
  type Palette = readonly (readonly number[])[];
  interface Encoder {
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      options: { readonly palette: Palette; readonly delay: number },
    ): void;
    finish(): void;
    bytes(): Uint8Array;
  }
  const gifenc: {
    readonly GIFEncoder: () => Encoder;
    readonly quantize: (rgba: Uint8Array, maxColours: number) => Palette;
    readonly applyPalette: (rgba: Uint8Array, palette: Palette) => Uint8Array;
  };
  export default gifenc;
}

declare module 'pngjs' {
  interface Picture {
    readonly data: Uint8Array;
    readonly width: number;
    readonly height: number;
  }
  export const PNG: { readonly sync: { readonly read: (file: Uint8Array) => Picture } };
}
