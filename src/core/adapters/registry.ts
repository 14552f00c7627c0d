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
 * Reads all values of a file into rows. A record that the file's framework did not write is read by
 * the adapter that knows it; one that none knows is a row as it stands.
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
  const others = new Set(reading.others);
  const rows: JsonObject[] = [];
  const origins: Origin[] = [];
  const plain: number[] = [];
  const notes: AdapterNote[] = [...reading.notes];
  for (const [index, row] of reading.rows.entries()) {
    const origin = reading.origins[index] ?? [];
    const own = others.has(index) ? recogniseAdapter([row]) : undefined;
    if (own && own !== adapter) {
      const read = own.read([row], options);
      rows.push(...read.rows);
      origins.push(...read.rows.map(() => origin));
      notes.push(...read.notes.map((note) => ({ ...note, origin })));
      continue;
    }
    if (others.has(index)) plain.push(rows.length);
    rows.push(row);
    origins.push(origin);
  }
  const [first] = plain;
  if (first !== undefined) {
    const origin = origins[first] ?? [];
    notes.push({ code: 'record_other', count: plain.length, detail: '', origin });
  }
  return { rows, origins, others: plain, notes };
}

/**
 * Finds an adapter.
 * @param id an adapter's id
 * @returns the adapter, or undefined when there is none of that id
 */
export function findAdapter(id: string): Adapter | undefined {
  return ADAPTERS.find((adapter) => adapter.id === id);
}
