const NAME = /^[\p{L}_][\p{L}\p{N}_.:/-]{0,99}$/u;
const SEPARATORS = /->|[→|;,]/;

/**
 * Reads the names of tools from a text that joins them by `|`, `;`, `,`, `->`, `→` or line ends.
 * @returns the names, or undefined when some part does not look like one
 */
export function namesIn(text: string): readonly string[] | undefined {
  if (text.length > 10_000) return undefined;
  const parts = splitNames(text);
  return parts.every((part) => NAME.test(part)) ? parts : undefined;
}

/**
 * Splits a text at `|`, `;`, `,`, `->`, `→` and line ends.
 * @returns the parts, trimmed; an empty one where two separators meet
 */
export function splitNames(text: string): readonly string[] {
  const names: string[] = [];
  for (const part of text.split(SEPARATORS)) {
    const before = names.length;
    for (const line of part.split('\n')) {
      const name = line.trim();
      if (name !== '') names.push(name);
    }
    if (names.length === before) names.push('');
  }
  return names;
}

/** Whether an item of a list is a text that may be a tool's bare name. */
export const isToolName = (item: unknown): item is string =>
  typeof item === 'string' && (/^\S{1,100}$/.test(item) || isRequest(item));

/** Whether a text says which request was sent: `GET /search/{id}`. */
export const isRequest = (item: unknown): item is string =>
  typeof item === 'string' && /^(?:GET|POST|PUT|PATCH|DELETE) \/\S{0,200}$/.test(item.trim());

/**
 * Whether a word says that no tool was called. Python's `None` does not: it says that nothing was
 * recorded.
 */
export function isEmptyWord(text: string): boolean {
  const word = text.trim();
  return word === '-' || word === 'none' || /^no_tool_calls?$/i.test(word);
}

/** Names of calls that end a run or hand it over; a trailing `*` matches any ending. */
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

/** Whether a tool’s name equals one of the patterns, or begins with one that ends in `*`. */
export function isNamed(name: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
  );
}
