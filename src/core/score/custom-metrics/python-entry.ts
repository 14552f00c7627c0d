import type { Statement } from '#core/base/python/program.ts';

/** The functions of a Python program, and the one that is the metric. */
export interface PythonEntry {
  /** The one passed to CustomMetric, else the one named as the metric, else the last. */
  readonly entry: string;
  /** The functions declared at the top level, in order. */
  readonly declared: readonly string[];
}

/** Finds the function of a program that is the metric of a name. */
export function pythonEntry(statements: readonly Statement[], name: string): PythonEntry {
  const declared = statements.flatMap((one) =>
    one.kind === 'function' && one.within.length === 0 ? [one.name] : [],
  );
  const given = statements.map(givenFunction).findLast((one) => one !== undefined);
  const entry = declared.includes(name) ? name : (declared.at(-1) ?? name);
  return { entry: given ?? entry, declared };
}

function givenFunction(statement: Statement): string | undefined {
  if (statement.kind !== 'assignment' && statement.kind !== 'expression') return undefined;
  const { value } = statement;
  if (value.kind !== 'call' || !/(?:^|\.)CustomMetric$/.test(value.callee)) return undefined;
  const given =
    value.keywords.find(({ name }) => name === 'metric_function')?.value ?? value.args[1];
  return given?.kind === 'name' ? given.name : undefined;
}
