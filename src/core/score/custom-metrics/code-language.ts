import type { CustomMetric } from '#core/score/metric/settings.ts';

/** What only Python begins a line with. */
const PYTHON =
  /^[ \t]*(?:(?:async[ \t]+)?def[ \t]+\w+[ \t]*\(|from[ \t]+[\w.]+[ \t]+import\b|@\w[\w.]*[ \t]*$|\w+[ \t]*=[ \t]*lambda\b)/m;

/** Tells what the code of a metric is written in; undefined: JavaScript. */
export function languageOf(code: string): CustomMetric['language'] {
  return PYTHON.test(code) ? 'python' : undefined;
}

/** Changes the code of a metric, and its language with it. */
export function withCode<M extends Pick<CustomMetric, 'code' | 'language'>>(
  metric: M,
  code: string,
): Omit<M, 'language'> & Pick<CustomMetric, 'language'> {
  const { language: _before, ...rest } = metric;
  const language = languageOf(code);
  return { ...rest, code, ...(language && { language }) };
}
