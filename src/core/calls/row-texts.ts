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

/** Where the cells of a row are read; undefined where the row has no such column. */
export interface CellSource {
  cell(column: string): JsonValue | undefined;
}

/** The columns of the answers given and expected. */
export interface AnswerColumns {
  readonly response?: string;
  readonly reference?: string;
}

/**
 * The two answers of a row. Nothing is read before a metric asks for it, and what several metrics
 * share is read once.
 */
export class RowTexts {
  readonly #cells: CellSource;
  readonly #columns: AnswerColumns;
  #response: JsonValue | undefined;
  #reference: JsonValue | undefined;
  #rouge: RougeTexts | undefined;
  #isStemmed = false;
  #bleu: InternedPair | undefined;

  constructor(cells: CellSource, columns: AnswerColumns) {
    this.#cells = cells;
    this.#columns = columns;
  }

  /** The cells as they are; undefined where the row has no such column. */
  get response(): JsonValue | undefined {
    return (this.#response ??= this.#read(this.#columns.response));
  }

  get reference(): JsonValue | undefined {
    return (this.#reference ??= this.#read(this.#columns.reference));
  }

  #read(column: string | undefined): JsonValue | undefined {
    return column === undefined ? undefined : this.#cells.cell(column);
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
