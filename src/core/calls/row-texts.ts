import type { JsonValue } from '#core/base/json/json-value.ts';
import { previewJson } from '#core/base/json/parse-json.ts';
import type { InternedPair } from '#core/base/lists/interned-pair.ts';
import { readBleuWords } from '#core/base/text/bleu.ts';
import { readRougeTexts, type RougeTexts } from '#core/base/text/rouge.ts';

/** The texts of both answers of a row. */
export interface TextPair {
  readonly response: string;
  readonly reference: string;
}

/** Reads a cell; undefined where the row has no such column. */
export type ReadCell = () => JsonValue | undefined;

/**
 * The two answers of a row. Nothing is read before a metric asks for it, and what several metrics
 * share is read once.
 */
export class RowTexts {
  readonly #readResponse: ReadCell;
  readonly #readReference: ReadCell;
  #response: JsonValue | undefined;
  #reference: JsonValue | undefined;
  #rouge: RougeTexts | undefined;
  #isStemmed = false;
  #bleu: InternedPair | undefined;

  /**
   * Reads nothing yet.
   * @param response reads the cell of the answer given
   * @param reference reads the cell of the answer expected
   */
  constructor(response: ReadCell, reference: ReadCell) {
    this.#readResponse = response;
    this.#readReference = reference;
  }

  /** The cells as they are; undefined where the row has no such column. */
  get response(): JsonValue | undefined {
    return (this.#response ??= this.#readResponse());
  }

  get reference(): JsonValue | undefined {
    return (this.#reference ??= this.#readReference());
  }

  /**
   * Both answers as text; cells that hold no text are printed as JSON.
   * @returns the texts; an empty text is an answer
   */
  get pair(): TextPair {
    return { response: textOf(this.response), reference: textOf(this.reference) };
  }

  /** Both answers as ROUGE reads them. */
  rouge(useStemmer: boolean): RougeTexts {
    if (this.#rouge && this.#isStemmed === useStemmer) return this.#rouge;
    const { response, reference } = this.pair;
    this.#isStemmed = useStemmer;
    return (this.#rouge = readRougeTexts(response, reference, useStemmer));
  }

  /** Both answers as BLEU reads them. */
  bleu(): InternedPair {
    if (this.#bleu) return this.#bleu;
    const { response, reference } = this.pair;
    return (this.#bleu = readBleuWords(response, reference));
  }
}

/** Whether an answer was recorded; an empty text is an answer. */
export function isRecordedText(cell: JsonValue | undefined): cell is JsonValue {
  return cell !== undefined && cell !== null;
}

function textOf(cell: JsonValue | undefined): string {
  if (!isRecordedText(cell)) return '';
  if (typeof cell === 'string') return cell;
  return typeof cell === 'object' ? previewJson(cell, Infinity) : String(cell);
}
