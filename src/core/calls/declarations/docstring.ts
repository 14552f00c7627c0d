interface Described {
  /** The type as written; empty without one. */
  readonly type: string;
  readonly words: string;
}

/** A parsed docstring. */
export interface Docstring {
  /** The text before its sections; paragraphs are kept apart. */
  readonly summary: string;
  readonly described: ReadonlyMap<string, Described>;
}

const SECTION =
  /^(Args|Arguments|Parameters|Params|Keyword Args|Returns|Return|Yields|Raises|Examples?|Notes?|Warnings?|See Also|Todo|Attributes|References):?$/i;
const OF_PARAMETERS = /^(?:args|arguments|parameters|params|keyword args)/i;
/** `name (type, optional): words` */
const GOOGLE = /^\*{0,2}(\w+)(?: ?\(([^)]*)\))? ?:(.*)$/;
/** `name : type` */
const NUMPY = /^\*{0,2}(\w+)(?: ?:(.*))?$/;
/** `:param type name: words`, `:type name: type` */
const FIELD = /^:(param|type|returns?|rtype|raises?)\b([^:]*):(.*)$/;

/** Reads a docstring as Google, NumPy or reStructuredText write it. */
export function readDocstring(text: string): Docstring {
  const lines = cleanLines(text);
  const summary: string[] = [];
  const described = new Map<string, Described>();
  let section = '';
  let isNumpy = false;
  let isSummary = true;
  let margin = -1;
  let name = '';
  const add = (words: string, type?: string): void => {
    const before = described.get(name) ?? { type: '', words: '' };
    described.set(name, {
      type: type === undefined ? before.type : type.replace(', optional', '').trim(),
      words: `${before.words} ${words.trim()}`.trim(),
    });
  };
  for (const [place, line] of lines.entries()) {
    const words = line.trim();
    const indent = line.length - line.trimStart().length;
    if (words === '') {
      if (isSummary && summary.length > 0) summary.push('');
      continue;
    }
    const isRuled = isRule(lines[place + 1]?.trim() ?? '');
    const isHead = SECTION.test(words) && (words.endsWith(':') || isRuled) && indent === 0;
    const [, field = '', of = '', rest = ''] = FIELD.exec(words) ?? [];
    if (isHead || field !== '') {
      isSummary = false;
      section = isHead ? words : '';
      isNumpy = isHead && isRuled;
      margin = -1;
      const parts = of.trim().split(/\s+/);
      name = field === 'param' || field === 'type' ? (parts.at(-1) ?? '') : '';
      if (field === 'param') add(rest, parts.slice(0, -1).join(' ') || undefined);
      if (field === 'type') add('', rest);
    } else if (isSummary) summary.push(words);
    else if (OF_PARAMETERS.test(section) && !isRule(words)) {
      if (margin < 0) margin = indent;
      const begun = indent > margin ? null : (isNumpy ? NUMPY : GOOGLE).exec(words);
      if (begun) name = begun[1] ?? '';
      if (begun) add(isNumpy ? '' : (begun[3] ?? ''), begun[2]);
      else if (indent > margin && name !== '') add(words);
    } else if (section === '' && name !== '' && indent > 0) add(words);
  }
  return { summary: paragraphs(summary), described };
}

function isRule(line: string): boolean {
  return line.length > 2 && line.split('').every((char) => char === '-');
}

function paragraphs(lines: readonly string[]): string {
  return lines.join('\n').trim();
}

/** Removes the common indentation; the first line has none. */
function cleanLines(text: string): string[] {
  const [first = '', ...others] = text.replaceAll('\t', '        ').split(/\r?\n/);
  const filled = others.filter((line) => line.trim() !== '');
  const margin = Math.min(...filled.map((line) => line.length - line.trimStart().length));
  return [first.trim(), ...others.map((line) => line.slice(margin))];
}
