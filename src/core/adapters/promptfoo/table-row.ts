import type { JsonObject, JsonValue } from '#core/json/json-value.ts';
import { pick, pickText } from '#core/json/pick.ts';
import type { TestOutput } from './write-output.ts';

/** What stands in a column of answers: `[the provider] the prompt's label`. */
const HEAD = /^\[([^[\]]+)\] /;

/** Columns that follow each column of answers; where a name comes again, it is numbered. */
const FOLLOWING =
  /^(?:Metric: |(?:Reasoning|Status|Score|Named Scores|Grader Reason|Comment|Latency \(ms\))(?:_\d+)?$)/;

/** Older versions write what came of the test in front of the answer. */
const VERDICT = /^\[(PASS|FAIL|ERROR)\]\s*/;

/**
 * Reads a row of promptfoo's tables: a test, and what each provider answered.
 * @param row a record of a CSV file
 * @returns one answer for each provider, without those that are not there; none for any other record
 */
export function outputsIn(row: JsonObject): readonly TestOutput[] {
  const names = Object.keys(row);
  const heads = names.filter((name, at) => HEAD.test(name) && FOLLOWING.test(names[at + 1] ?? ''));
  const [first] = heads;
  if (first === undefined) return [];
  const vars = Object.fromEntries(
    names
      .slice(0, names.indexOf(first))
      .map((name): [string, JsonValue] => [name, row[name] ?? null]),
  );
  const places = new Map(names.map((name, at) => [name, at]));
  const own = new Set(heads);
  const rest = Object.fromEntries(
    Object.entries(row).filter(([name]) => !own.has(name) && !FOLLOWING.test(name)),
  );
  return heads.flatMap((head, prompt) => {
    const answer = pick(row, head);
    if (answer === undefined || answer === '') return [];
    const about: string[] = [];
    for (let at = (places.get(head) ?? 0) + 1; FOLLOWING.test(names[at] ?? ''); at++)
      about.push(names[at] ?? '');
    return [{ ...readOutput(row, { head, prompt, vars, answer, about }), rest }];
  });
}

/** Where the answer of one provider stands in a row. */
interface Place {
  readonly head: string;
  readonly prompt: number;
  readonly vars: JsonObject;
  readonly answer: JsonValue;
  /** The columns that say more of it. */
  readonly about: readonly string[];
}

function readOutput(
  row: JsonObject,
  { head, prompt, vars, answer, about }: Place,
): Omit<TestOutput, 'rest'> {
  const cellOf = (name: string): string | undefined => {
    const column = about.find((key) => key === name || key.startsWith(`${name}_`));
    return column === undefined ? undefined : pickText(row, column);
  };
  const verdict = typeof answer === 'string' ? VERDICT.exec(answer) : null;
  const status = cellOf('Status') ?? verdict?.[1];
  const milliseconds = Number(cellOf('Latency (ms)') ?? NaN);
  const score = Number(cellOf('Score') ?? NaN);
  const [mark = '', provider] = HEAD.exec(head) ?? [];
  return {
    id: undefined,
    prompt,
    // a table has the tests in their order
    test: 0,
    provider,
    vars,
    asked: fillIn(head.slice(mark.length), vars),
    answer: typeof answer === 'string' ? answer.slice(verdict?.[0].length ?? 0) : answer,
    calls: undefined,
    seconds: Number.isFinite(milliseconds) ? milliseconds / 1000 : undefined,
    hasFailed: status === undefined ? undefined : status === 'ERROR',
    scores: Number.isFinite(score) ? { score } : {},
  };
}

/** A prompt has no other label than its template, unless it was given one. */
function fillIn(label: string, vars: JsonObject): string | undefined {
  const places = /\{\{([^{}]*)\}\}/g;
  if (label.search(places) < 0) return undefined;
  return label.replace(places, (place, inner: string) => {
    const [name = ''] = inner.split('|');
    return pickText(vars, name.trim()) ?? place;
  });
}
