/** Irregular words with their stems. */
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['skies', 'sky'],
  ['sky', 'sky'],
  ['dying', 'die'],
  ['lying', 'lie'],
  ['tying', 'tie'],
  ['news', 'news'],
  ['innings', 'inning'],
  ['inning', 'inning'],
  ['outings', 'outing'],
  ['outing', 'outing'],
  ['cannings', 'canning'],
  ['canning', 'canning'],
  ['howe', 'howe'],
  ['proceed', 'proceed'],
  ['exceed', 'exceed'],
  ['succeed', 'succeed'],
]);

/**
 * Stems an English word: Porter's algorithm of 1980 with NLTK's changes; words of one or two
 * letters stay.
 */
export function porterStem(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (word.length <= 2) return word;
  const singular = stripPlural(word);
  const base = turnFinalY(stripEdAndIng(singular));
  return dropFinalLetter(stripSuffix(shorten(shortenTwice(base))));
}

type Condition = (stem: string) => boolean;
/** A suffix, its replacement, and a condition on the rest of the word. */
type Rule = readonly [ending: string, replacement: string, condition?: Condition];

/** Applies the first rule whose suffix fits; the word is kept where its condition fails. */
function applyFirst(word: string, rules: readonly Rule[]): string {
  for (const [ending, replacement, condition] of rules) {
    if (!word.endsWith(ending)) continue;
    const stem = cut(word, ending);
    return condition === undefined || condition(stem) ? stem + replacement : word;
  }
  return word;
}

function cut(word: string, ending: string): string {
  return word.slice(0, word.length - ending.length);
}

function isVowel(letter: string | undefined): boolean {
  return letter !== undefined && 'aeiou'.includes(letter);
}

/** A y is a consonant at the beginning and after a vowel. */
function isConsonant(word: string, place: number): boolean {
  let first = place;
  while (first > 0 && word[first] === 'y') first--;
  const startsHard = !isVowel(word[first]);
  return (place - first) % 2 === 0 ? startsHard : !startsHard;
}

/** How often a vowel is followed by a consonant: Porter's m. */
function measure(stem: string): number {
  let count = 0;
  let wasVowel = false;
  let isHard = false;
  for (let i = 0; i < stem.length; i++) {
    isHard = stem[i] === 'y' ? i === 0 || !isHard : !isVowel(stem[i]);
    if (isHard && wasVowel) count++;
    wasVowel = !isHard;
  }
  return count;
}

const isMeasured: Condition = (stem) => measure(stem) > 0;
const isLong: Condition = (stem) => measure(stem) > 1;

function hasVowel(stem: string): boolean {
  for (let i = 0; i < stem.length; i++) if (!isConsonant(stem, i)) return true;
  return false;
}

function endsInDoubleConsonant(word: string): boolean {
  const last = word.length - 1;
  return last > 0 && word[last] === word[last - 1] && isConsonant(word, last);
}

/** Ends in consonant, vowel, consonant other than w, x, y; or is just a vowel and a consonant. */
function endsInShortSyllable(word: string): boolean {
  const last = word.length - 1;
  if (last < 1 || !isConsonant(word, last) || isConsonant(word, last - 1)) return false;
  return last === 1 || (isConsonant(word, last - 2) && !'wxy'.includes(word[last] ?? ''));
}

const PLURALS: readonly Rule[] = [
  ['sses', 'ss'],
  ['ies', 'i'],
  ['ss', 'ss'],
  ['s', ''],
];

function stripPlural(word: string): string {
  if (word.length === 4 && word.endsWith('ies')) return cut(word, 's');
  return applyFirst(word, PLURALS);
}

function stripEdAndIng(word: string): string {
  if (word.endsWith('ied')) return cut(word, word.length === 4 ? 'd' : 'ed');
  if (word.endsWith('eed')) return isMeasured(cut(word, 'eed')) ? cut(word, 'd') : word;
  for (const ending of ['ed', 'ing']) {
    if (!word.endsWith(ending)) continue;
    const stem = cut(word, ending);
    return hasVowel(stem) ? mend(stem) : word;
  }
  return word;
}

/** Restores a lost e, or removes a doubled consonant. */
function mend(stem: string): string {
  if (/(at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (endsInDoubleConsonant(stem)) return /[lsz]$/.test(stem) ? stem : stem.slice(0, -1);
  return measure(stem) === 1 && endsInShortSyllable(stem) ? `${stem}e` : stem;
}

function turnFinalY(word: string): string {
  const stem = cut(word, 'y');
  const turns = word.endsWith('y') && stem.length > 1 && isConsonant(stem, stem.length - 1);
  return turns ? `${stem}i` : word;
}

const DOUBLE_SUFFIXES: readonly Rule[] = [
  ['ational', 'ate', isMeasured],
  ['tional', 'tion', isMeasured],
  ['enci', 'ence', isMeasured],
  ['anci', 'ance', isMeasured],
  ['izer', 'ize', isMeasured],
  ['bli', 'ble', isMeasured],
  ['alli', 'al', isMeasured],
  ['entli', 'ent', isMeasured],
  ['eli', 'e', isMeasured],
  ['ousli', 'ous', isMeasured],
  ['ization', 'ize', isMeasured],
  ['ation', 'ate', isMeasured],
  ['ator', 'ate', isMeasured],
  ['alism', 'al', isMeasured],
  ['iveness', 'ive', isMeasured],
  ['fulness', 'ful', isMeasured],
  ['ousness', 'ous', isMeasured],
  ['aliti', 'al', isMeasured],
  ['iviti', 'ive', isMeasured],
  ['biliti', 'ble', isMeasured],
  ['fulli', 'ful', isMeasured],
  // the l counts as part of the stem, so that geology is stemmed like archaeology
  ['logi', 'log', (stem) => isMeasured(`${stem}l`)],
];

function shortenTwice(word: string): string {
  const adjective = word.endsWith('alli') && isMeasured(cut(word, 'alli')) ? cut(word, 'li') : word;
  return applyFirst(adjective, DOUBLE_SUFFIXES);
}

const LONG_SUFFIXES: readonly Rule[] = [
  ['icate', 'ic', isMeasured],
  ['ative', '', isMeasured],
  ['alize', 'al', isMeasured],
  ['iciti', 'ic', isMeasured],
  ['ical', 'ic', isMeasured],
  ['ful', '', isMeasured],
  ['ness', '', isMeasured],
];

function shorten(word: string): string {
  return applyFirst(word, LONG_SUFFIXES);
}

const SUFFIXES: readonly Rule[] = [
  ...['al', 'ance', 'ence', 'er', 'ic', 'able', 'ible', 'ant', 'ement', 'ment', 'ent'].map(
    (ending): Rule => [ending, '', isLong],
  ),
  ['ion', '', (stem) => isLong(stem) && /[st]$/.test(stem)],
  ...['ou', 'ism', 'ate', 'iti', 'ous', 'ive', 'ize'].map((ending): Rule => [ending, '', isLong]),
];

function stripSuffix(word: string): string {
  return applyFirst(word, SUFFIXES);
}

function dropFinalLetter(word: string): string {
  const stem = cut(word, 'e');
  const isSilent = isLong(stem) || (measure(stem) === 1 && !endsInShortSyllable(stem));
  const bare = word.endsWith('e') && isSilent ? stem : word;
  return bare.endsWith('ll') && isLong(bare.slice(0, -1)) ? bare.slice(0, -1) : bare;
}
