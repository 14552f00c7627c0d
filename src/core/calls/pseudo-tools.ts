/** Names of calls that end or hand over a run and do no work; a `*` stands for any ending. */
export const PSEUDO_TOOLS: readonly string[] = [
  'transfer_to_*', // hand-over to an agent: ADK, OpenAI Agents, AutoGen
  'transfer_back_to_*', // LangGraph supervisors
  'handoff to *', // hand-over as a span
  'final_answer', // smolagents
  'final_result', // Pydantic-AI
  'Finish', // ToolBench
  'submit', // SWE-agent
  'finish', // OpenHands
  'think', // OpenHands
  'json', // structured output of Bedrock and Anthropic
];

/**
 * Tells whether a tool is one of some names.
 * @param name the tool's name
 * @param patterns names, or beginnings that end in `*`
 * @returns whether one of them fits
 */
export function isNamed(name: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
  );
}
