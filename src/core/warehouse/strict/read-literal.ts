import { NotStrict } from './not-strict.ts';

/**
 * Stands for the reader of calls that are written as in Python.
 * @throws NotStrict always
 */
export function readWrittenCall(): never {
  throw new NotStrict();
}

/** Whether a word stands for a value: names of tools in a text are no JSON either. */
export function isValueWord(): boolean {
  return true;
}
