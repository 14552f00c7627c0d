const ENUM = /<([\p{L}_][\p{L}\p{N}_.|]*): */uy;
const TYPE_NAME =
  /<(?:class '[^'\n]{0,200}'|(?:built-in )?function [\w.<>]{1,200} at 0x[\da-fA-F]{1,16})>/y;
const ZONE = /<(?:UTC|(?:StaticTz|DstTz)Info '[^'\n]{1,80}'[^>\n]{0,80})>/y;

/**
 * Reads what Python prints for a type, a function or a time zone.
 * @param text the whole text
 * @param start offset of the angle it begins with
 * @returns it as it stands; undefined for anything else
 */
export function readTypeName(text: string, start: number): string | undefined {
  for (const pattern of [TYPE_NAME, ZONE]) {
    pattern.lastIndex = start;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Reads the beginning of a member of an enumeration, up to its value: `<Unit.C: `.
 * @param text the whole text
 * @param start offset of the angle it begins with
 * @returns the beginning and the member's name; null for anything else
 */
export function readEnumStart(text: string, start: number): RegExpExecArray | null {
  ENUM.lastIndex = start;
  return ENUM.exec(text);
}
