import { columnOfError } from '#core/base/python/program.ts';
import type { CodeError } from '#core/score/custom-metrics/read-result.ts';

/**
 * Explains an error of MicroPython to the author of the code, with a hint and its place.
 * @param line 1-based line of the code, 0 where unknown
 */
export function explainPythonError(message: string, line: number, code: string): CodeError {
  const lines = code.split('\n');
  if (line < 1) return { message: withWayOn(message) };
  const at = Math.min(lines.length, line);
  if (message.startsWith('IndentationError'))
    return { message, line: at, column: (lines[at - 1] ?? '').search(/\S|$/) + 1 };
  if (message.startsWith('SyntaxError'))
    return { message, line: at, column: columnOfError(code, at) };
  return { message: withWayOn(message), line: at };
}

function withWayOn(message: string): string {
  const module = /^ImportError: no module named '([^']+)'/.exec(message)?.[1];
  if (module !== undefined) return `“${module}” cannot be imported. ${hintWithout(module)}`;
  if (/^ImportError|^AttributeError: '(\w+)' object has no attribute/.test(message))
    return `${message}. ${SMALLER}`;
  return message;
}

const SMALLER = 'Python is MicroPython here, whose library is smaller.';
const MODELS =
  /^(vertexai|google|openai|anthropic|litellm|langchain\w*|langgraph|transformers|crewai|requests|httpx|aiohttp|urllib3?|socket)\b/;

function hintWithout(module: string): string {
  if (MODELS.test(module))
    return 'A metric has no network: have a model score rows under Judge. CustomMetric is known without an import.';
  return `${SMALLER} There are collections, datetime, functools, itertools, json, math, random, re and string: write what is missing with them, or the metric in JavaScript.`;
}
