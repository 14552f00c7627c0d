import type { CustomMetric } from '#core/score/metric/settings.ts';

/** Lines that only Python has. */
const PYTHON =
  /^[ \t]*(?:(?:async[ \t]+)?def[ \t]+\w+[ \t]*\(|from[ \t]+[\w.]+[ \t]+import\b|@\w[\w.]*[ \t]*$|\w+[ \t]*=[ \t]*lambda\b)/m;

/** Detects the language of code; undefined: JavaScript. */
export function languageOf(code: string): CustomMetric['language'] {
  return PYTHON.test(code) ? 'python' : undefined;
}

/** Sets the code of a metric, and its language by the code. */
export function withCode<M extends Pick<CustomMetric, 'code' | 'language'>>(
  metric: M,
  code: string,
): Omit<M, 'language'> & Pick<CustomMetric, 'language'> {
  const { language: _before, ...rest } = metric;
  const language = languageOf(code);
  return { ...rest, code, ...(language && { language }) };
}
