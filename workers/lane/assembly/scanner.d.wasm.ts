/** The module of WebAssembly that `scanner.ts` is compiled to. */
declare const code: Uint8Array<ArrayBuffer>;
export default code;
