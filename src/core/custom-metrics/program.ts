/** The text of a program, and where the person's own lines stand in it. */
export interface Program {
  readonly text: string;
  /** Lines of the program before the first of the code. */
  readonly linesBefore: number;
}

/**
 * Puts a person's code between the sandbox's own: the code is part of the program's text, so that
 * nothing has to be evaluated at run time.
 * @param before the sandbox's code; defines what takes the person's function
 * @param code what the person wrote: declarations with a function among them, or one function
 * @param name the function looked for first
 * @param taker takes the function: to give scores, or any JSON value
 * @returns the program; whether it is one shows when it runs
 */
export function buildProgram(
  before: string,
  code: string,
  name: string,
  taker: '__score' | '__answer' = '__score',
): Program {
  const head = `${before.trimEnd()}\n`;
  const entry = findEntry(code, name);
  if (entry !== undefined || STATEMENT.test(code)) {
    return { text: `${head}${code}\n;${taker}(${entry});\n`, linesBefore: countBreaks(head) };
  }
  const expression = code.trim().replace(/;+$/, '');
  const leading = countBreaks(code.slice(0, code.length - code.trimStart().length));
  return {
    text: `${head}${taker}(\n${expression}\n);\n`,
    linesBefore: countBreaks(head) + 1 - leading,
  };
}

/**
 * Finds the function that scores a row: the one of the metric's name, else the last one declared.
 * @param code the person's code
 * @param name the metric's name
 * @returns the function's name; undefined where none is declared at the start of a line
 */
export function findEntry(code: string, name: string): string | undefined {
  const declared = [...code.matchAll(DECLARATION)].map(
    ([, asFunction, asValue]) => asFunction ?? asValue,
  );
  return declared.includes(name) ? name : declared.at(-1);
}

const DECLARATION =
  /^(?:async\s+)?function\s*\*?\s*([A-Za-z_$][\w$]*)|^(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*=\s*(?:async\s*)?(?:function\b|\(|[A-Za-z_$][\w$]*\s*=>)/gm;

/** Code that begins so is no single function. */
const STATEMENT =
  /^(?:\s|\/\/.*\n|\/\*[^]*?\*\/)*(?:const|let|var|class|if|for|while|do|switch|try|return|throw)\b/;

/** What is wrong with a person's code, and where. */
export interface CodeError {
  readonly message: string;
  /** 1-based line of the code, where it is known. */
  readonly line?: number;
}

/**
 * Puts a browser's error into words for the person who wrote the code.
 * @param message the browser's message
 * @param programLine the 1-based line of the program, 0 where it is not known
 * @param program the program
 * @param code the person's code
 * @returns the message, with a hint where TypeScript or module syntax is the cause
 */
export function explainCodeError(
  message: string,
  programLine: number,
  program: Program,
  code: string,
): CodeError {
  const { linesBefore } = program;
  const lines = code.split('\n');
  const plain = message.replace(/^Uncaught (?=\w)/, '').slice(0, 300);
  if (programLine <= linesBefore) return { message: plain };
  const line = Math.min(lines.length, programLine - linesBefore);
  return { line, message: plain + hintAt(plain, lines[line - 1] ?? '') };
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
    /[\w)\]]\??\s*:\s*[A-Za-z_{[(][\w.<>[\]| ]*\s*[,)={;]/.test(line) ||
    /\bas\s+[A-Za-z]|\bsatisfies\s+[A-Za-z]|\w!\.|\w<[A-Z]\w*>\(/.test(line)
  );
}

/**
 * Counts line breaks.
 * @param text any text
 * @returns how many there are
 */
function countBreaks(text: string): number {
  return text.split('\n').length - 1;
}
