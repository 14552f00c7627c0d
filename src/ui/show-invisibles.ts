/** A piece of a text; a token stands for a character that cannot be seen or is easily mistaken. */
export interface TextPart {
  readonly text: string;
  readonly isToken: boolean;
}

let expression: RegExp | undefined;

/**
 * Control and format characters, lone surrogates, spaces other than the common one, blank letters.
 * Emoji come first and whole, because their joiners and selectors are nothing unusual.
 */
function unusualCharacters(): RegExp {
  // made at its first use: its table of emoji would take a tenth of the time to the first screen;
  // the constructor, because the flag is newer than the compiler's target
  return (expression ??= new RegExp(
    String.raw`(?=\p{Emoji})\p{RGI_Emoji}|(?<unusual>[[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{DI}\u2800]--[ \t\n\r]]|\r(?!\n))\k<unusual>*`,
    'gv',
  ));
}

// Letters, quotes, dashes and dots of Western texts, too: the other expression is slow on long ones.
const PLAIN = /^[ -~\n\t\u00a1-\u00ac\u00ae-\u017f\u2013-\u201d\u2026]*$/;

/**
 * Makes invisible and unusual characters of a text visible: `a\u200bb` becomes a, ⟨U+200B⟩, b.
 * @param text any text
 * @returns its parts, in order; a run of one character is one token, `⟨U+200B ×3⟩`
 */
export function showInvisibles(text: string): readonly TextPart[] {
  if (PLAIN.test(text)) return text === '' ? [] : [{ text, isToken: false }];
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(unusualCharacters())) {
    const unusual = match.groups?.['unusual'];
    if (unusual === undefined) continue;
    if (match.index > from) parts.push({ text: text.slice(from, match.index), isToken: false });
    parts.push({ text: nameOf(unusual, match[0].length / unusual.length), isToken: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isToken: false });
  return parts;
}

function nameOf(char: string, count: number): string {
  const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return count > 1 ? `⟨U+${code} ×${String(count)}⟩` : `⟨U+${code}⟩`;
}
