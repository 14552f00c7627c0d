const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
]);

/** Decodes the common entities of HTML; others are kept. */
export function decodeEntities(html: string): string {
  return html.replace(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{1,8});/gi, characterOf);
}

function characterOf(entity: string): string {
  const [, hex, digits = '', name = ''] = /^&(?:#(x?)([\da-f]+)|(\w+));$/i.exec(entity) ?? [];
  if (digits === '') return CHARACTERS.get(name.toLowerCase()) ?? entity;
  const code = Number.parseInt(digits, hex === '' ? 10 : 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}
