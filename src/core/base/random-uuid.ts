/** Makes a random UUID, of version 4. Browsers have their own on secure pages only. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'));
  // its version and its variant
  digits[6] = `4${(digits[6] as string).charAt(1)}`;
  digits[8] = `a${(digits[8] as string).charAt(1)}`;
  return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
