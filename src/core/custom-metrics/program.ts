/** What is wrong with a person's code, and where. */
export interface CodeError {
  readonly message: string;
  /** 1-based line of the code, where it is known. */
  readonly line?: number;
}

/** Characters of a message, and of a line that is looked at for its cause. */
const MOST_SHOWN = 300;

/**
 * Puts a browser's error into words for the person who wrote the code.
 * @param message the browser's message
 * @param programLine the 1-based line of the program, 0 where it is not known
 * @param linesBefore lines of the program before the first of the code
 * @param code the person's code
 * @returns the message, with a hint where TypeScript or module syntax is the cause
 */
export function explainCodeError(
  message: string,
  programLine: number,
  linesBefore: number,
  code: string,
): CodeError {
  const lines = code.split('\n');
  const plain = message.replace(/^Uncaught (?=\w)/, '').slice(0, MOST_SHOWN);
  if (programLine <= linesBefore) return { message: plain };
  const line = Math.min(lines.length, programLine - linesBefore);
  return { line, message: plain + hintAt(plain, (lines[line - 1] ?? '').slice(0, MOST_SHOWN)) };
}

function hintAt(message: string, line: string): string {
  if (!message.startsWith('SyntaxError')) return '';
  if (/^\s*(import|export)\b/.test(line))
    return ' The code is not a module: take “import” and “export” away.';
  return isTyped(line)
    ? ' This looks like TypeScript: types are not understood, take them away.'
    : '';
}

/** Annotations of parameters, variables and results, and declarations that only types have. */
function isTyped(line: string): boolean {
  return (
    /^\s*(interface|type|enum|declare|abstract|namespace)\s+\w/.test(line) ||
    /[\w)\]]\??\s*:\s*[A-Za-z_{[(][\w.<>[\]|\s]*[,)={;]/.test(line) ||
    /\bas\s+[A-Za-z]|\bsatisfies\s+[A-Za-z]|\w!\.|\w<[A-Z]\w*>\(/.test(line)
  );
}
