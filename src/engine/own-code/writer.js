'use strict';
/**
 * Writes the text of a program in a worker of its own, so that a person's code is examined nowhere
 * else: the code is between the sandbox's own, because text cannot be evaluated there. Takes
 * `{ before, code, name }` and gives the text; whether it is a program shows when it runs. Code
 * in Python stays a text, which a program of ours runs.
 */
{
  /** Space and comments on one line. */
  const BLANK = /\s+|\/\/.*/y;
  /** The beginning of code that is more than a single function. */
  const STATEMENT = /(?:const|let|var|class|if|for|while|do|switch|try|return|throw)\b/y;
  /** A function declared at the start of a line, or behind another statement on it. */
  const DECLARATION =
    /(?:^|([;}])[^\S\n]*)(?:(?:async\s+)?function(?:\s*\*)?\s*([A-Za-z_$][\w$]*)|(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*=\s*(?:async\s*)?(?:function\b|\(|[A-Za-z_$][\w$]*\s*=>))/gm;
  const MOST_ASKED = 20;

  /**
   * The function of this name, else the last one declared; undefined without one. One behind other
   * statements may be within a function, where its name means nothing outside.
   */
  const findEntry = (code, name) => {
    const declared = [...code.matchAll(DECLARATION)].map(([, before, asFunction, asValue]) => [
      asFunction ?? asValue,
      before !== undefined,
    ]);
    const hasStart = declared.some(([, isBehind]) => !isBehind);
    if (!hasStart && !isStatement(code)) return undefined;
    const names = declared
      .filter(([found, isBehind]) => !isBehind || !(found in globalThis))
      .map(([found]) => found)
      .reverse();
    const [first, ...rest] = new Set(names.includes(name) ? [name, ...names] : names);
    if (!declared.some(([, isBehind]) => isBehind)) return first;
    const asked = [first, ...rest].slice(0, MOST_ASKED);
    return `${asked.map((one) => `typeof ${one} === 'function' ? ${one} : `).join('')}undefined`;
  };

  /** Skips space and comments; an unclosed comment is not skipped. */
  const skipperOf = (code) => {
    const lastEnd = code.lastIndexOf('*/');
    return (from) => {
      for (let at = from; ;) {
        BLANK.lastIndex = at;
        if (code.startsWith('/*', at) && lastEnd >= at + 2) at = code.indexOf('*/', at + 2) + 2;
        else if (BLANK.test(code)) at = BLANK.lastIndex;
        else return at;
      }
    };
  };

  const isStatement = (code) => {
    STATEMENT.lastIndex = skipperOf(code)(0);
    return STATEMENT.test(code);
  };

  /**
   * The place of an import in the code, −1 without one. The policy would refuse it, but only later.
   */
  const findImport = (code) => {
    const word = /\bimport\b/g;
    const skipBlank = skipperOf(code);
    for (let found = word.exec(code); found; found = word.exec(code)) {
      word.lastIndex = skipBlank(word.lastIndex);
      if (/[(.]/.test(code.charAt(word.lastIndex))) return found.index;
    }
    return -1;
  };

  /** A program that fails at a place of the code. */
  const failing = (before, code, at, why) =>
    `${before}\n${'\n'.repeat(code.slice(0, at).split('\n').length - 1)}throw new SyntaxError('${why}');`;

  const withoutEnd = (code) => {
    let end = code.length;
    while (/[\s;]/.test(code.charAt(end - 1))) end--;
    return code.slice(0, end);
  };

  addEventListener('message', ({ data: { before, code, name, python } }) => {
    if (python) {
      const { host, ...parts } = python;
      postMessage(`${before}\n${host}\n__python(${JSON.stringify(parts)});\n`);
      return;
    }
    const importAt = findImport(code);
    if (importAt >= 0) {
      postMessage(failing(before, code, importAt, 'import() loads nothing here: take it away.'));
      return;
    }
    const entry = findEntry(code, name);
    const isDeclared = entry !== undefined || isStatement(code);
    // the code begins on the same line in both cases
    const text = isDeclared
      ? `${before}\n${code}\n;__score(${entry});\n`
      : `${before} __score(\n${withoutEnd(code)}\n);\n`;
    postMessage(text);
  });
}
