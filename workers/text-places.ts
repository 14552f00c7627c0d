import type { TextSpan } from '#core/read/containers/format.ts';

/** Where something is, in bytes. */
export interface BytePlace {
  readonly offset: number;
  readonly length: number;
}

/** Finds where parts of a text are among the bytes it was decoded from, one after another. */
export class TextPlaces {
  readonly #bytes: Uint8Array;
  readonly #offset: number;
  #at: number;
  /** UTF-16 units before that byte. */
  #units = 0;

  /**
   * @param bytes UTF-8, valid or not
   * @param offset where the bytes are
   * @param start how many of them are a byte order mark, which is not in the text
   */
  constructor(bytes: Uint8Array, offset: number, start = 0) {
    this.#bytes = bytes;
    this.#offset = offset;
    this.#at = start;
  }

  /** Finds the place of a part that does not begin before the end of the one asked for last. */
  placeOf({ from, to }: TextSpan): BytePlace {
    this.#goTo(from);
    const start = this.#at;
    this.#goTo(to);
    return { offset: this.#offset + start, length: this.#at - start };
  }

  #goTo(units: number): void {
    while (this.#units < units && this.#at < this.#bytes.length) {
      if ((this.#bytes[this.#at] as number) < 0x80) {
        this.#at++;
        this.#units++;
        continue;
      }
      const { bytes, units } = characterAt(this.#bytes, this.#at);
      this.#at += bytes;
      this.#units += units;
    }
  }
}

/** How many bytes a character takes, or those that are decoded as one U+FFFD, and how many UTF-16 units. */
interface CharacterSize {
  readonly bytes: number;
  readonly units: number;
}

const ONE: CharacterSize = { bytes: 1, units: 1 };
const TWO: CharacterSize = { bytes: 2, units: 1 };
const THREE: CharacterSize = { bytes: 3, units: 1 };
const FOUR: CharacterSize = { bytes: 4, units: 2 };

/** @see https://encoding.spec.whatwg.org/#utf-8-decoder */
function characterAt(bytes: Uint8Array, at: number): CharacterSize {
  const first = bytes[at] ?? 0;
  if (first < 0xc2 || first > 0xf4) return ONE;
  const second = bytes[at + 1] ?? 0;
  const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (second < least || second > most) return ONE;
  if (first < 0xe0 || !isFollowing(bytes[at + 2])) return TWO;
  if (first < 0xf0 || !isFollowing(bytes[at + 3])) return THREE;
  return FOUR;
}

function isFollowing(byte = 0): boolean {
  return (byte & 0xc0) === 0x80;
}
