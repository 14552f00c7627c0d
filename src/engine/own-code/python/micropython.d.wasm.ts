/** MicroPython, compressed with gzip, in base64; see scripts/assembly.ts. */
declare const code: string;
export default code;
