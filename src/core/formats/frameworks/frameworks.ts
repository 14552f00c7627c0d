import type { AdapterOptions } from '#core/adapters/adapter.ts';
import { adaptValues } from '#core/containers/find-adapter.ts';
import { readHeadValues } from '#core/containers/head-values.ts';
import { readValues } from '#core/containers/read-values.ts';
import type { RowSink, TextFormat, TextReader } from '#core/formats/format.ts';
import { isDeeperThan, type JsonValue } from '#core/json/json-value.ts';
import { readLiteral } from '#core/literals/read-literal.ts';
import { DEPTH_LIMIT } from '#core/trajectory/read-trajectory.ts';

/** What a framework wrote: messages, traces, test cases. An adapter turns them into rows. */
export const frameworks: TextFormat = {
  id: 'frameworks',
  title: 'Agent framework',
  unit: 'Row',
  kind: 'text',
  recognise: ({ text, isWhole }) =>
    /^[\s\u001e]*["[{]/.test(text) &&
    adaptValues(readHeadValues(text, isWhole).values) !== undefined,
  createReader: (sink, _head, options) => new FrameworkReader(sink, options ?? DEFAULT_OPTIONS),
};

/** How frameworks are read unless a person says otherwise. */
export const DEFAULT_OPTIONS: AdapterOptions = {
  turns: 'rows',
  subAgents: 'all',
  droppedTools: [],
};

class FrameworkReader implements TextReader {
  readonly #sink: RowSink;
  readonly #options: AdapterOptions;
  readonly #pieces: string[] = [];

  constructor(sink: RowSink, options: AdapterOptions) {
    this.#sink = sink;
    this.#options = options;
  }

  push(piece: string): void {
    this.#pieces.push(piece);
  }

  end(): void {
    const values = readValues(this.#pieces.join(''), 1, this.#sink);
    const adapted = adaptValues(values.map(({ value }) => value));
    if (!adapted) {
      this.#sink.fail({ code: 'shape_unknown' });
      return;
    }
    const { adapter } = adapted;
    const { rows, notes } = adapter.read(adapted.values, { readLiteralText, ...this.#options });
    for (const { code: kind, count, detail, path = '' } of notes)
      this.#sink.note({ code: 'adapter_note', adapter: adapter.title, kind, count, detail, path });
    for (const [index, row] of rows.entries()) {
      const line = index + 1;
      if (!isDeeperThan(row, DEPTH_LIMIT)) this.#sink.row(row, line);
      else this.#sink.skip({ code: 'row_too_deep', line, limit: DEPTH_LIMIT }, '');
    }
  }
}

function readLiteralText(text: string): JsonValue | undefined {
  const reading = readLiteral(text);
  return reading.ok ? reading.value : undefined;
}
