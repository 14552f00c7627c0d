const NAMES = new Map([
  ['SPACE', ' '],
  ['NO-BREAK SPACE', '\u00a0'],
  ['NARROW NO-BREAK SPACE', '\u202f'],
  ['THIN SPACE', '\u2009'],
  ['ZERO WIDTH SPACE', '\u200b'],
  ['ZERO WIDTH JOINER', '\u200d'],
  ['EN DASH', '\u2013'],
  ['EM DASH', '\u2014'],
  ['MINUS SIGN', '\u2212'],
  ['BULLET', '\u2022'],
  ['MIDDLE DOT', '\u00b7'],
  ['HORIZONTAL ELLIPSIS', '\u2026'],
  ['LEFT SINGLE QUOTATION MARK', '\u2018'],
  ['RIGHT SINGLE QUOTATION MARK', '\u2019'],
  ['LEFT DOUBLE QUOTATION MARK', '\u201c'],
  ['RIGHT DOUBLE QUOTATION MARK', '\u201d'],
  ['DEGREE SIGN', '\u00b0'],
  ['SECTION SIGN', '\u00a7'],
  ['COPYRIGHT SIGN', '\u00a9'],
  ['REGISTERED SIGN', '\u00ae'],
  ['TRADE MARK SIGN', '\u2122'],
  ['PLUS-MINUS SIGN', '\u00b1'],
  ['MULTIPLICATION SIGN', '\u00d7'],
  ['MICRO SIGN', '\u00b5'],
  ['EURO SIGN', '\u20ac'],
  ['POUND SIGN', '\u00a3'],
  ['YEN SIGN', '\u00a5'],
  ['RIGHTWARDS ARROW', '\u2192'],
  ['LEFTWARDS ARROW', '\u2190'],
  ['CHECK MARK', '\u2713'],
  ['SNOWMAN', '\u2603'],
  ['REPLACEMENT CHARACTER', '\ufffd'],
  ['LATIN SMALL LETTER SHARP S', '\u00df'],
  ['GREEK SMALL LETTER ALPHA', '\u03b1'],
  ['GREEK SMALL LETTER BETA', '\u03b2'],
  ['GREEK SMALL LETTER LAMDA', '\u03bb'],
  ['GREEK SMALL LETTER MU', '\u03bc'],
  ['GREEK SMALL LETTER PI', '\u03c0'],
  ['GREEK CAPITAL LETTER DELTA', '\u0394'],
  ['GREEK CAPITAL LETTER OMEGA', '\u03a9'],
  ['GRINNING FACE', '\u{1f600}'],
]);

const MARKS = new Map([
  ['GRAVE', '\u0300'],
  ['ACUTE', '\u0301'],
  ['CIRCUMFLEX', '\u0302'],
  ['TILDE', '\u0303'],
  ['DIAERESIS', '\u0308'],
  ['RING ABOVE', '\u030a'],
  ['CARON', '\u030c'],
  ['CEDILLA', '\u0327'],
]);

/**
 * Finds the character of Python's `\N{…}`. Only usual names are known: Python itself never writes
 * the escape, people do.
 * @param name the Unicode name, in any case
 * @returns the character, or undefined when the name is not known here
 */
export function namedCharacter(name: string): string | undefined {
  const upper = name.toUpperCase();
  const known = NAMES.get(upper);
  if (known !== undefined) return known;
  const latin = /^LATIN (SMALL|CAPITAL) LETTER ([A-Z])(?: WITH ([A-Z ]+))?$/.exec(upper);
  if (!latin) return undefined;
  const letter = latin[1] === 'SMALL' ? latin[2]?.toLowerCase() : latin[2];
  const mark = latin[3] === undefined ? '' : MARKS.get(latin[3]);
  if (letter === undefined || mark === undefined) return undefined;
  const character = (letter + mark).normalize('NFC');
  return character.length === 1 ? character : undefined;
}
