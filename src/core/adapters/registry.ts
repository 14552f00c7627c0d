import type { JsonObject, JsonValue } from '#core/json/json-value.ts';
import type { Adapter, AdapterNote, AdapterOptions, AdapterReading, Origin } from './adapter.ts';
import { a2a } from './a2a/a2a.ts';
import { adk } from './adk/adk.ts';
import { agentcore } from './agentcore/agentcore.ts';
import { anthropic } from './anthropic/anthropic.ts';
import { apiBank } from './api-bank/api-bank.ts';
import { atif } from './atif/atif.ts';
import { autogen } from './autogen/autogen.ts';
import { azureAiEvaluation } from './azure-ai-evaluation/azure-ai-evaluation.ts';
import { bedrock } from './bedrock/bedrock.ts';
import { bfcl } from './bfcl/bfcl.ts';
import { braintrust } from './braintrust/braintrust.ts';
import { braintrustSpans } from './braintrust-spans/braintrust-spans.ts';
import { claudeCode } from './claude-code/claude-code.ts';
import { codex } from './codex/codex.ts';
import { deepeval } from './deepeval/deepeval.ts';
import { gemini } from './gemini/gemini.ts';
import { inspect } from './inspect/inspect.ts';
import { langchainSteps } from './langchain-steps/langchain-steps.ts';
import { langchain } from './langchain/langchain.ts';
import { langfuse } from './langfuse/langfuse.ts';
import { langgraph } from './langgraph/langgraph.ts';
import { langsmith } from './langsmith/langsmith.ts';
import { llamaindex } from './llamaindex/llamaindex.ts';
import { mcp } from './mcp/mcp.ts';
import { openaiAgents } from './openai-agents/openai-agents.ts';
import { openaiChat } from './openai-chat/openai-chat.ts';
import { openaiResponses } from './openai-responses/openai-responses.ts';
import { opentelemetry } from './opentelemetry/opentelemetry.ts';
import { openhands } from './openhands/openhands.ts';
import { promptfoo } from './promptfoo/promptfoo.ts';
import { pydanticAi } from './pydantic-ai/pydantic-ai.ts';
import { ragas } from './ragas/ragas.ts';
import { sweAgent } from './swe-agent/swe-agent.ts';
import { tauBench } from './tau-bench/tau-bench.ts';
import { toolLists } from './tool-lists/tool-lists.ts';
import { toolbench } from './toolbench/toolbench.ts';
import { vercelAi } from './vercel-ai/vercel-ai.ts';
import { vertex } from './vertex/vertex.ts';

/** Every adapter, in the order they are tried: the more telling marks first. */
export const ADAPTERS: readonly Adapter[] = [
  vertex,
  promptfoo,
  a2a,
  adk,
  opentelemetry,
  langfuse,
  braintrustSpans,
  braintrust,
  langsmith,
  tauBench,
  sweAgent,
  atif,
  inspect,
  toolbench,
  openhands,
  azureAiEvaluation,
  deepeval,
  ragas,
  agentcore,
  bfcl,
  apiBank,
  claudeCode,
  codex,
  openaiAgents,
  llamaindex,
  vercelAi,
  openaiResponses,
  gemini,
  pydanticAi,
  autogen,
  langchainSteps,
  langgraph,
  langchain,
  anthropic,
  bedrock,
  openaiChat,
  mcp,
  toolLists,
];

/**
 * Recognises the framework that wrote a file.
 * @param values the file's values, or those of its beginning; messages may come one by one
 * @returns the first adapter that takes one of them, or all of them as one list
 */
export function recogniseAdapter(values: readonly JsonValue[]): Adapter | undefined {
  return ADAPTERS.find(
    (adapter) => adapter.recognise(values) || values.some((value) => adapter.recognise(value)),
  );
}

/**
 * Reads all values of a file into rows. Records that the file's framework did not write are read by
 * the adapter that knows them; one that none knows is a row as it stands.
 * @param adapter the adapter that recognised the file
 * @param values the file's values
 * @param options what a person has decided
 * @returns the rows in the order of their records, and the notes of all adapters
 */
export function readRecords(
  adapter: Adapter,
  values: readonly JsonValue[],
  options: AdapterOptions,
): AdapterReading {
  const reading = adapter.read(values, options);
  if (reading.others.length === 0) return reading;
  const others = new OtherRecords(reading, adapter, options);
  const isOther = new Set(reading.others);
  const notes: AdapterNote[] = [...reading.notes, ...others.notes];
  const rows: JsonObject[] = [];
  const origins: Origin[] = [];
  const plain: number[] = [];
  for (const [index, row] of reading.rows.entries()) {
    const read = others.rowsAt(index);
    if (read) {
      rows.push(...read.map((found) => found.row));
      origins.push(...read.map((found) => found.origin));
      continue;
    }
    if (isOther.has(index)) plain.push(rows.length);
    rows.push(row);
    origins.push(reading.origins[index] ?? []);
  }
  const [first] = plain;
  if (first !== undefined) {
    const origin = origins[first] ?? [];
    notes.push({ code: 'record_other', count: plain.length, detail: '', origin });
  }
  return { rows, origins, others: plain, notes };
}

interface FoundRow {
  readonly row: JsonObject;
  readonly origin: Origin;
}

/** The records of a file that its framework did not write, read by the adapters that know them. */
class OtherRecords {
  readonly notes: AdapterNote[] = [];
  readonly #reading: AdapterReading;
  /** The rows that came of a record, by its place among the rows; none where others hold them. */
  readonly #rows = new Map<number, FoundRow[]>();

  constructor(reading: AdapterReading, adapter: Adapter, options: AdapterOptions) {
    this.#reading = reading;
    const groups = new Map<Adapter, number[]>();
    const unknown: number[] = [];
    for (const index of reading.others) {
      const own = recogniseAdapter([this.#recordAt(index)]);
      if (!own || own === adapter) unknown.push(index);
      else if (groups.has(own)) groups.get(own)?.push(index);
      else groups.set(own, [index]);
    }
    for (const index of unknown) {
      // one without calls may be known only beside others of its kind
      const own = [...groups.keys()].find((known) => {
        const read = known.read([this.#recordAt(index)], options);
        return read.rows.length > 0 && read.others.length === 0;
      });
      if (own) groups.get(own)?.push(index);
    }
    for (const [own, indexes] of groups)
      this.#read(
        own,
        indexes.sort((a, b) => a - b),
        options,
      );
  }

  rowsAt(index: number): readonly FoundRow[] | undefined {
    return this.#rows.get(index);
  }

  #recordAt(index: number): JsonValue {
    return this.#reading.origins[index]?.[0] ?? null;
  }

  /** Records of one framework are read together: several of them may tell of one run. */
  #read(adapter: Adapter, indexes: readonly number[], options: AdapterOptions): void {
    const [first = 0] = indexes;
    const places = new Map(indexes.map((index) => [this.#recordAt(index), index]));
    const read = adapter.read([...places.keys()], options);
    for (const index of indexes) this.#rows.set(index, []);
    for (const [index, row] of read.rows.entries()) {
      const record = read.origins[index]?.find((part) => places.has(part));
      const place = (record !== undefined ? places.get(record) : undefined) ?? first;
      this.#rows.get(place)?.push({ row, origin: this.#reading.origins[place] ?? [] });
    }
    const origin = this.#reading.origins[first] ?? [];
    this.notes.push(...read.notes.map((note) => ({ ...note, origin })));
  }
}

/**
 * Finds an adapter.
 * @param id an adapter's id
 * @returns the adapter, or undefined when there is none of that id
 */
export function findAdapter(id: string): Adapter | undefined {
  return ADAPTERS.find((adapter) => adapter.id === id);
}
